import { describe, expect, test } from "vitest";
import { contractForm } from "../support/adapters";
import { useBoard } from "../support/board-suite";
import { leverId, startLever, boardSystem as LEVER } from "../support/systems/lever";
import { isPost, type Override } from "../support/fake-system";

const EMAIL = "email* email";
const PLACE =
  "opportunity_location one_of: Where would you like to work? [Valencia, Gdańsk, Oaxaca]";

/** Names of postings, their data, and the expected properties of the adapter's positions. */
const POSTINGS: [what: string, posting: object, position: object][] = [
  [
    "pay and remote work",
    {
      salaryRange: { currency: "EUR", interval: "per-year-salary", min: 28_000, max: 32_000 },
      salaryDescriptionPlain: "And a share.",
      workplaceType: "remote",
    },
    {
      pay: {
        ...{ min: 28_000, max: 32_000, currency: "EUR", unit: "year" },
        text: "And a share.",
      },
      ...{ workplace: "remote", remote_countries: ["ES"], places: undefined },
    },
  ],
  [
    "maximum pay and hybrid work",
    {
      salaryRange: { currency: "EUR", interval: "per-hour-wage", max: 18 },
      workplaceType: "hybrid",
    },
    { pay: { max: 18, currency: "EUR", unit: "hour" }, workplace: "hybrid" },
  ],
  [
    "pay in another unit and special characters in a heading",
    {
      salaryRange: { currency: "EUR", interval: "one-time", min: 900, max: 900 },
      ...{ description: "", additional: "" },
      lists: [{ text: "Saws & <tools>", content: "<li>Both</li>" }],
    },
    {
      pay: { min: 900, max: 900, currency: "EUR", text: "one time" },
      description: "<h3>Saws &amp; &lt;tools&gt;</h3><ul><li>Both</li></ul>",
    },
  ],
  [
    "pay as text and a list without a heading",
    {
      salaryDescriptionPlain: "As agreed.",
      ...{ description: "", additional: "" },
      lists: [{ text: "", content: "<li>Gloves</li>" }],
    },
    { pay: { text: "As agreed." }, description: "<ul><li>Gloves</li></ul>" },
  ],
  [
    "almost no data",
    {
      ...{ workplaceType: "unspecified", createdAt: undefined, categories: {}, country: null },
      ...{ description: "", lists: [], additional: "" },
    },
    {
      ...{ workplace: undefined, published_at: undefined, location: undefined },
      ...{ contract_type: undefined, description: "" },
    },
  ],
];

const asks = {
  phone: "required",
  resume: "optional",
  org: "required",
  comments: "optional",
  urls: { LinkedIn: "required", "My site": "optional", GitHub: "off" },
  marketing: "optional",
  store: "required",
};

const POLICY = "0b7c5f0e-3f0f-4d5a-9a53-0d0a4f1c7b11";

const { system, log, list, positionId, apply, acceptedForm, expectPosition, expectListed } =
  useBoard(
    LEVER,
    () => startLever(Object.fromEntries(POSTINGS.map(([what, posting]) => [what, posting]))),
    {
      all: { asks, silent: true },
      some: { required_questions: [leverId(1)] },
      elsewhere: { required_questions: "all" },
      policy: { asks, compliance_policy: POLICY },
    },
  );

test("the list contains the postings of all pages except malformed ones", async () => {
  const { jobs } = system();
  const plain = jobs.get(leverId(0));
  const count = jobs.size;
  for (let index = 1000; index < 1230; index += 1) {
    jobs.set(leverId(index), { ...plain, id: leverId(index) });
  }
  jobs.set("broken", { id: "broken", text: "" });
  system().requests.length = 0;
  const { body } = await list("all");
  expect(body.results).toHaveLength(count + 230);
  expect(system().requests.map(({ path }) => new URL(path, "http://x").search)).toEqual([
    "?mode=json&skip=0&limit=100",
    "?mode=json&skip=100&limit=100",
    "?mode=json&skip=200&limit=100",
  ]);
  for (const id of [...jobs.keys()].slice(count)) jobs.delete(id);
  await expectListed("plain", {
    name: "Framebuilder 1",
    location: "Valencia",
    ...{ workplace: "onsite", country: "ES", places: [{ city: "Valencia", country: "ES" }] },
    department: "Workshop",
    ...{ contract_type: "Full time", employment_type: ["FULL_TIME"] },
    published_at: "2026-10-01T09:00:00.000Z",
    apply_url: `/taller/framebuilder-1/${positionId("plain")}`,
  });
});

describe("a position from Lever", () => {
  test("has the posting's texts and the default form", async () => {
    await expectPosition("plain", {
      name: "Framebuilder 1",
      location: "Valencia",
      country: "ES",
      workplace: "onsite",
      description:
        "<div>Hello.</div><div>You <b>braze</b> &amp; file.</div>\n" +
        "<h3>You bring</h3><ul><li>Patience</li><li>A file</li></ul>\n" +
        "<div>We answer everybody.</div>",
      talks_back: true,
      takes: ["source"],
      apply_url: `https://jobs.lever.co/taller/${leverId(0)}/apply`,
      standard: { phone: "optional", cv: "required" },
      fields: [EMAIL, "linkedin url: LinkedIn"],
    });
  });

  test("has the fields of the company's folder [12.05]", async () => {
    const parts = {
      talks_back: false,
      standard: { phone: "required", cv: "optional" },
      fields: [
        EMAIL,
        PLACE,
        "org* text: Current company",
        "linkedin* url: LinkedIn",
        "url_My_site url: My site",
        "cover_letter long_text",
        "consent_store* consent: Taller Example may collect, store and process my data to consider me for employment.",
        "consent_marketing consent: Taller Example may contact me about other jobs.",
      ],
    };
    await expectPosition("everything required", parts, "all");
  });

  test.each(POSTINGS)("is correct for %s", (what, _, position) => expectPosition(what, position));

  test.each([
    ["everything required", "some", true],
    ["plain", "some", false],
    ["plain", "elsewhere", true],
  ])(
    "has an unsupported field if and only if its own questions are required (posting: %s, company: %s)",
    async (what, code, hasOwnQuestions) => {
      expect((await list(code)).body.results).not.toEqual([]);
      const fields = [
        EMAIL,
        ...(what === "plain" ? [] : [PLACE]),
        "linkedin url: LinkedIn",
        ...(hasOwnQuestions ? ["questions* lever:questions: questions"] : []),
      ];
      await expectPosition(what, { fields }, code);
    },
  );
});

const everything = () =>
  contractForm({
    fields: {
      opportunity_location: "Gdańsk",
      org: "Bolt & Co",
      linkedin: "https://www.linkedin.com/in/ana-example",
      url_My_site: "https://ana.example/work",
      cover_letter: "Hello:\nI braze.",
      consent_store: { given: true, text: "…" },
      consent_marketing: { given: true, text: "…" },
    },
    source: JSON.stringify({ utm_source: "linkedin" }),
  });

describe("an application to Lever", () => {
  test("contains all fields under Lever's names [12.05]", async () => {
    const answer = await apply("everything required", { code: "all", form: everything() });
    expect(answer).toMatchObject({ status: 201, body: { id: "app-1" } });
    expect(await acceptedForm()).toEqual([
      ["name", "Ana Núñez"],
      ["email", "ana@example.org"],
      ["phone", "+34600000001"],
      ["org", "Bolt & Co"],
      ["urls[LinkedIn]", "https://www.linkedin.com/in/ana-example"],
      ["urls[My site]", "https://ana.example/work"],
      ["comments", "Hello:\nI braze."],
      ["opportunityLocation", "Gdańsk"],
      ["consent[store]", "true"],
      ["consent[marketing]", "true"],
      ["source", "linkedin"],
      ["silent", "true"],
      ["resume", "cv.pdf: %PDF-1.7 a CV"],
    ]);
  });

  test("contains the folder's policy, and `lever-source` instead of `utm_source`", async () => {
    const form = everything();
    form.set("source", JSON.stringify({ "lever-source": "Indeed", utm_source: "x" }));
    expect((await apply("everything required", { code: "policy", form })).status).toBe(201);
    const sent = await acceptedForm();
    expect(sent).toContainEqual(["source", "Indeed"]);
    for (const consent of ["store", "marketing"]) {
      expect(sent).toContainEqual([`consent[${consent}][provided]`, "true"]);
      expect(sent).toContainEqual([`consent[${consent}][compliancePolicyId]`, POLICY]);
    }
  });

  test("omits unanswered questions and the candidate's user agent", async () => {
    await apply("plain", { form: contractForm({ phone: "" }) });
    expect((await acceptedForm()).map(([name]) => name)).toEqual(["name", "email", "resume"]);
    const [post] = system().requests.filter(isPost);
    expect(post?.headers["user-agent"]).toBeUndefined();
  });

  test("is refused with an error on the value that Lever refuses", async () => {
    const form = contractForm({ fields: { email: "ana@refused" } });
    expect(await apply("plain", { form })).toMatchObject({
      status: 422,
      body: {
        detail: "Check the answers with errors.",
        errors: [{ field: "email", message: "The company's system didn't accept this answer." }],
      },
    });
  });

  test.each<[what: string, override: Partial<Override>, status: number]>([
    ["a refusal with a 200", { body: '{"ok":false,"error":"Nope"}' }, 422],
    ["a wrong key", { status: 400, body: '{"ok":false,"error":"Invalid API key"}' }, 502],
    ["a 200 without a result", { body: '{"message":"maintenance"}' }, 502],
  ])(
    "leads to the right status after %s, and to `detail` only after a refusal",
    async (_, override, status) => {
      system().overrides.push({ on: isPost, ...override });
      const { status: actual, body } = await apply("plain");
      expect([actual, Object.keys(body)]).toEqual([status, [status === 422 ? "detail" : "error"]]);
    },
  );

  test("leads to 502 and a log line if Lever requires a field that the company's folder lacks", async () => {
    const error = "Missing required field: urls[GitHub]";
    system().overrides.push({
      on: isPost,
      status: 400,
      body: JSON.stringify({ ok: false, error }),
    });
    expect(await apply("plain")).toMatchObject({ status: 502, body: {} });
    await expect
      .poll(log)
      .toContain("Lever requires a field that the company's folder does not list");
  });
});
