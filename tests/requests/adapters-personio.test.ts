import { describe, expect, test } from "vitest";
import { contractForm } from "../support/adapters";
import { useBoard } from "../support/board-suite";
import { isApplication, startPersonio, boardSystem as PERSONIO } from "../support/systems/personio";
import type { BoardRequest, Override } from "../support/fake-system";

const EMAIL = "email* email";
const isFile = ({ path }: BoardRequest) => path.endsWith("/documents");
const isToken = ({ path }: BoardRequest) => path.endsWith("/token");

/** Names of Personio positions, their data, and the expected properties of the adapter's positions. */
const POSITIONS: [what: string, position: Record<string, string>, expected: object][] = [
  [
    "several offices",
    {
      additionalOffices:
        "<additionalOffices><office>Gdańsk</office><office>Valencia</office></additionalOffices>",
    },
    {
      location: "Valencia; Gdańsk",
      places: [
        { city: "Valencia", country: "ES" },
        { city: "Gdańsk", country: "PL" },
      ],
    },
  ],
  [
    "an internship and special characters in the name",
    { employmentType: "intern", schedule: "part-time", name: "Glaze &amp; &lt;fire&gt;" },
    { contract_type: "Part time, Internship", name: "Glaze & <fire>" },
  ],
  [
    "an unknown contract and a malformed date",
    { employmentType: "tidal", schedule: "full-or-part-time", createdAt: "soon" },
    {
      contract_type: "Full or part time, tidal",
      employment_type: ["FULL_TIME", "PART_TIME"],
      published_at: undefined,
    },
  ],
  [
    "almost no data",
    {
      ...{ office: "", department: "", employmentType: "freelance", schedule: "" },
      ...{ createdAt: "", jobDescriptions: "" },
    },
    {
      ...{ location: undefined, department: undefined, contract_type: "Freelance" },
      ...{ published_at: undefined, description: "" },
    },
  ],
  [
    "a text without a heading",
    {
      jobDescriptions:
        "<jobDescriptions><jobDescription><name></name><value><![CDATA[<p>Glaze.</p>]]></value></jobDescription></jobDescriptions>",
    },
    { description: "<p>Glaze.</p>" },
  ],
];

/** The form of the company `all`. */
const asks = {
  phone: "required",
  cv: "optional",
  message: "optional",
  attributes: [
    { id: "gender" },
    { id: "available_from", kind: "date" },
    { id: "salary_expectations", required: true },
    { id: "location" },
    { id: "custom_attribute_12", kind: "one_of", label: "Which kiln?", options: ["Gas", "Wood"] },
    { id: "custom_attribute_13", kind: "number", label: "Years", hint: "In all" },
    { id: "custom_attribute_14", kind: "url", label: "Your shop" },
  ],
  files: [
    { category: "work-sample", required: true },
    { category: "certificate", label: "Kiln licence" },
  ],
};

const { system, log, list, positionId, apply, expectPosition, expectListed } = useBoard(
  PERSONIO,
  () => startPersonio(Object.fromEntries(POSITIONS.map(([what, parts]) => [what, parts]))),
  {
    all: { asks, channel: 7 },
    mexico: { language_default: "es-mx" },
    ...Object.fromEntries([0, 1, 2].map((number) => [`unread-${number}`, {}])),
  },
);

describe("a Personio feed", () => {
  test("lists positions in the company's language", async () => {
    expect((await list("mexico")).body.results).toHaveLength(POSITIONS.length + 2);
    // One position has no text in any language.
    const languages = ["es", "de", "en", "fr", "nl", "it", "pt"];
    expect(system().requests.map(({ path }) => path)).toEqual(
      languages.map((language) => `/xml?language=${language}`),
    );
    await expectListed(
      "plain",
      {
        name: "Glazer 1",
        ...{ location: "Valencia", country: "ES" },
        places: [{ city: "Valencia", country: "ES" }],
        department: "Kiln",
        ...{ contract_type: "Tiempo completo, Tiempo indeterminado", language: "es" },
        employment_type: ["FULL_TIME"],
        published_at: "2026-10-01T10:14:07.000Z",
        apply_url: `/mexico/glazer-1/${positionId("plain", "mexico")}`,
      },
      "mexico",
    );
  });

  test("returns a position with the default form", async () => {
    await expectPosition("plain", {
      name: "Glazer 1",
      contract_type: "Full time, Permanent",
      description:
        "<h3>Tasks &amp; tools</h3><ul><li>You glaze &amp; fire</li></ul>\n" +
        "<h3>Profile</h3><p>Steady hands.</p>",
      cv_max_bytes: 20 * 1024 * 1024,
      apply_url: `${system().address}/job/800001?language=en`,
      standard: { phone: "optional", cv: "required" },
      fields: [EMAIL],
    });
  });

  test("returns the fields of the company's folder with the voluntary field last [12.04]", async () => {
    const accept = "accept pdf,doc,docx,odt,rtf,txt,jpg,png,zip max 20971520";
    const parts = {
      standard: { phone: "required", cv: "optional" },
      fields: [
        EMAIL,
        "available_from date: Available from",
        "salary_expectations* text: Salary expectations",
        "location text",
        "custom_attribute_12 one_of: Which kiln? [Gas, Wood]",
        "custom_attribute_13 number hint In all: Years",
        "custom_attribute_14 url: Your shop",
        "cover_letter long_text",
        `file_work-sample* file ${accept}: Work sample`,
        `file_certificate file ${accept}: Kiln licence`,
        "gender one_of section voluntary: Gender [female Female, male Male, diverse Diverse, undefined I'd rather not say]",
      ],
    };
    await expectPosition("plain", parts, "all");
  });

  test.each(POSITIONS)("returns the correct position for %s", (what, _, expected) =>
    expectPosition(what, expected),
  );

  test.each([
    ["a document of another type", 0, "<jobs/>"],
    ["a truncated document", 1, "<workzag-jobs><position><id>1</id>"],
    [
      "a document that declares entities",
      2,
      '<!DOCTYPE workzag-jobs [<!ENTITY a "b">]><workzag-jobs><position><id>1</id><name>&a;</name></position></workzag-jobs>',
    ],
  ])("leads to 502 if it is %s", async (_, number, body) => {
    const code = `unread-${number}`;
    system().overrides.push({ on: () => true, body });
    expect((await list(code)).status).toBe(502);
    expect((await list(code)).status).toBe(200);
  });
});

const sample = new File(["%PDF-1.7 pots"], 'my "best" pots.pdf', { type: "application/pdf" });
const everything = () =>
  contractForm({
    fields: {
      gender: "diverse",
      available_from: "2027-01-11",
      salary_expectations: "as usual",
      location: "Valencia",
      custom_attribute_12: "Wood",
      custom_attribute_13: "7",
      custom_attribute_14: "https://ana.example/shop",
      cover_letter: "Hello:\nI glaze.",
    },
    files: { "file_work-sample": sample },
  });
const errorResponse = (reason: string, field?: string) => ({
  status: 400,
  body: JSON.stringify({ errors: [{ field, errors: [{ reason }] }] }),
});

describe("an application to Personio", () => {
  test("contains all fields and is sent after its files [12.04]", async () => {
    expect((await apply("plain", { code: "all", form: everything() })).status).toBe(201);
    const { applications, files } = system();
    expect(applications).toEqual([
      {
        first_name: "Ana",
        last_name: "Núñez",
        email: "ana@example.org",
        job_position_id: 800_001,
        recruiting_channel_id: 7,
        message: "Hello:\nI glaze.",
        attributes: [
          { id: "phone", value: "+34600000001" },
          { id: "gender", value: "diverse" },
          { id: "available_from", value: "2027-01-11" },
          { id: "salary_expectations", value: "as usual" },
          { id: "location", value: "Valencia" },
          { id: "custom_attribute_12", value: "Wood" },
          { id: "custom_attribute_13", value: "7" },
          { id: "custom_attribute_14", value: "https://ana.example/shop" },
        ],
        files: [
          { uuid: expect.any(String) as unknown, original_filename: "cv.pdf", category: "cv" },
          {
            uuid: expect.any(String) as unknown,
            original_filename: sample.name,
            category: "work-sample",
          },
        ],
      },
    ]);
    const sent = (applications[0]?.files ?? []).flatMap(({ uuid }) => files.get(uuid) ?? []);
    expect(await Promise.all(sent.map((file) => file.text()))).toEqual([
      "%PDF-1.7 a CV",
      "%PDF-1.7 pots",
    ]);
  });

  test("omits unanswered questions", async () => {
    await apply("plain", { form: contractForm({ phone: "" }) });
    expect(Object.keys(system().applications[0] ?? {})).toEqual([
      ...["first_name", "last_name", "email", "job_position_id", "attributes", "files"],
    ]);
    expect(system().applications[0]?.attributes).toEqual([]);
  });

  test("is sent with the same token until the token expires", async () => {
    const send = async (name: string) => {
      const form = contractForm({ fields: { email: `${name}@example.org` } });
      expect((await apply("plain", { form })).status).toBe(201);
    };
    await send("a");
    const { given } = system().tokens;
    await send("b");
    expect(system().tokens.given).toBe(given);
    system().tokens.isExpired = true;
    await send("c");
    expect(system().tokens.given).toBe(given + 1);
  });

  test("leads to 409 for each repeat after an unknown result", async () => {
    const key = crypto.randomUUID();
    system().overrides.push({ on: isApplication, isProcessed: true, status: 0 });
    expect((await apply("plain", { key })).status).toBe(502);
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(await apply("plain", { key })).toMatchObject({ status: 409, body: {} });
    }
    expect((await apply("several offices")).status).toBe(201);
  });

  test.each<[string, (request: BoardRequest) => boolean, Partial<Override>, number, string | null]>(
    [
      ["a 503 for a file", isFile, { status: 503 }, 429, null],
      ["a 429 for a file", isFile, { status: 429, headers: { "Retry-After": "7" } }, 429, "7"],
      ["a reset connection for a file", isFile, { status: 0 }, 429, null],
      ["HTML for a file", isFile, { body: "<h1>Back soon</h1>" }, 429, null],
      ["a 200 instead of a 201", isApplication, { status: 200, body: "{}" }, 502, null],
      [
        "an error about an unknown channel",
        isApplication,
        errorResponse("errors.posting.channel-not-found"),
        502,
        null,
      ],
      [
        "an error about a missing file",
        isApplication,
        errorResponse("errors.file.file-not-exists"),
        429,
        null,
      ],
    ],
  )(
    "can be sent again after %s, and the candidate gets no message",
    async (_, on, override, status, retryAfter) => {
      system().overrides.push({ on, ...override });
      const answer = await apply("plain");
      expect(answer).toMatchObject({ status, retryAfter });
      expect(answer.body).not.toHaveProperty("detail");
      expect((await apply("plain")).status).toBe(201);
    },
  );

  test("can be sent again after a failed token request, which is not reported as a file error", async () => {
    system().tokens.isExpired = true;
    system().overrides.push({ on: isToken, status: 400, body: '{"error":"invalid_client"}' });
    const answer = await apply("plain");
    expect([answer.status, "detail" in answer.body]).toEqual([502, false]);
    expect((await apply("plain")).status).toBe(201);
  });

  test("is not refused after an unknown result, even if the position has closed since then", async () => {
    const key = crypto.randomUUID();
    system().overrides.push({ on: isApplication, isProcessed: true, status: 0 });
    await apply("several offices", { key });
    system().overrides.push({ on: isApplication, ...errorResponse("job-position.not-published") });
    expect(await apply("several offices", { key })).toMatchObject({ status: 409, body: {} });
  });

  const notAccepted = "The company's system didn't accept this answer.";
  const missing = "Answer this question.";
  const required = "errors.attribute-validation.required-attribute";
  const email = "errors.attribute-validation.invalid-email-format";
  // Personio's API also returns errors in this format.
  const other = {
    status: 422,
    body: '{"type":"https://x/errors/required-attribute","errors":[{"field":"phone","code":"attribute.required-attribute"}]}',
  };
  test.each<[string, object, string]>([
    ["email", errorResponse(email, "email"), "This answer is not valid."],
    ["salary_expectations", errorResponse(required, "attributes[3].value"), missing],
    [
      "custom_attribute_12",
      errorResponse("something-else", "attributes.custom_attribute_12"),
      notAccepted,
    ],
    ["cover_letter", errorResponse("too-long", "message"), notAccepted],
    ["phone", other, missing],
  ])(
    "is refused with an error next to %s if Personio refuses its value",
    async (field, override, message) => {
      system().overrides.push({ on: isApplication, ...override });
      expect(await apply("plain", { code: "all", form: everything() })).toMatchObject({
        status: 422,
        body: { detail: "Check the answers with errors.", errors: [{ field, message }] },
      });
    },
  );

  test("is refused with an error on the file that Personio refuses", async () => {
    system().overrides.push({ on: isFile, status: 422, body: "{}" });
    expect((await apply("plain")).body.errors).toEqual([
      { field: "cv", message: "We don't accept this type of file. Choose another one." },
    ]);
    system().overrides.push(
      { on: isFile, isProcessed: true },
      { on: isFile, status: 413, body: "{}" },
    );
    expect((await apply("plain", { code: "all", form: everything() })).body.errors).toEqual([
      { field: "file_work-sample", message: "The file is too large. Choose a smaller one." },
    ]);
  });

  test("can be sent again if Personio requires an attribute that the company's folder lacks", async () => {
    system().required.add("custom_attribute_13");
    const key = crypto.randomUUID();
    const answer = await apply("plain", { key });
    system().required.clear();
    expect([answer.status, "detail" in answer.body]).toEqual([502, false]);
    await expect.poll(log).toContain("taller: the post got 400: Personio requires an attribute");
    expect((await apply("plain", { key })).status).toBe(201);
  });
});
