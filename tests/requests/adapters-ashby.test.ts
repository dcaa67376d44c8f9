import { describe, expect, test } from "vitest";
import { contractForm, createCompany, startAdapters, type Adapters } from "../support/adapters";
import {
  ASHBY_KEY,
  choices,
  EMAIL as EMAIL_FIELD,
  field,
  form,
  isCall,
  isUpload,
  NAME,
  own,
  QUESTIONS,
  section,
  startAshby,
  type AshbyKind,
  standIn as ASHBY,
} from "../../adapters/src/ashby/stand-in";
import { useBoard, companyUuid } from "../support/board-suite";
import type { BoardRequest, Order } from "../support/stand-in";

const EMAIL = "email* email";
const isPost = ASHBY.isPost;
const isInfo = isCall("jobPosting.info");
const isHandle = isCall("file.createFileUploadHandle");
const isApplicationRead = isCall("application.info");
const isSurvey = isCall("surveySubmission.create");

const asks = (...fields: unknown[]): AshbyKind => ({
  info: form(section([NAME, EMAIL_FIELD, ...fields])),
});
const survey = (id: number, surveyType: string, ...fields: unknown[]) => ({
  id: own(id),
  title: `${surveyType} at Taller`,
  surveyType,
  isArchived: false,
  formDefinition: {
    sections: [section(fields, { title: null, descriptionHtml: "<p>We ask <b>all</b>.</p>" })],
  },
});
const pays = (...summaryComponents: object[]) => ({
  shouldDisplayCompensationOnJobPostings: true,
  compensation: { compensationTierSummary: text, summaryComponents },
});
const salary = (minValue: number | null, maxValue: number | null, interval = "1 YEAR") => ({
  compensationType: "Salary",
  interval,
  currencyCode: "EUR",
  minValue,
  maxValue,
});
const bonus = { compensationType: "Bonus", interval: "1 YEAR", minValue: null, maxValue: null };
const address = (addressLocality: string | null, addressCountry: string) => ({
  postalAddress: { addressLocality, addressRegion: null, addressCountry },
});
const text = "€28K – €32K • Offers Bonus";
const GENDER = "_systemfield_eeoc_gender";
const COLOURS = choices("Red", "Green");

/** Kinds of postings, and what the site gets of them. */
const POSTINGS: [what: string, posting: AshbyKind, position: object][] = [
  [
    // Ashby's reference: a field is required if it does not say.
    "a form without sections, phone and CV",
    {
      info: {
        applicationFormDefinition: {
          fields: [
            NAME,
            EMAIL_FIELD,
            { ...field("String", own(26), "Motto"), isRequired: undefined },
          ],
        },
      },
    },
    { standard: { phone: "off", cv: "off" }, fields: [EMAIL, `${own(26)}* text: Motto`] },
  ],
  [
    "the law's surveys, voluntary",
    {
      info: {
        surveyFormDefinitions: [
          survey(70, "EEOC", field("ValueSelect", GENDER, "Gender", true, choices("Woman", "Man"))),
          survey(71, "Diversity", field("MultiValueSelect", own(72), "Colours", false, COLOURS)),
        ],
      },
    },
    {
      fields: [
        EMAIL,
        "survey1_note_0 note section voluntary: We ask all.",
        "survey1_eeoc_gender one_of section voluntary: Gender [Woman, Man]",
        "survey2_note_0 note section voluntary: We ask all.",
        `survey2_${own(72)} some_of section voluntary: Colours [Red, Green]`,
      ],
    },
  ],
  [
    "a survey of the company's, as it asks it",
    {
      info: {
        surveyFormDefinitions: [survey(73, "Questionnaire", field("Boolean", own(74), "Stay?"))],
      },
    },
    {
      fields: [EMAIL, "survey1_note_0 note: We ask all.", `survey1_${own(74)}* yes_no: Stay?`],
    },
  ],
  [
    "unknown types, and hidden fields",
    {
      info: form(
        section([NAME, EMAIL_FIELD, { ...field("String", own(22), "For us"), isHidden: true }]),
        section([field("String", own(23), "For us too")], { isHidden: true }),
        section([
          field("EducationHistory", own(20), "Schools"),
          field("EducationHistory", own(27), "Courses", false),
          field("Hologram", own(21), "Wave"),
        ]),
      ),
    },
    {
      fields: [
        EMAIL,
        `${own(20)}* ashby:EducationHistory: Schools`,
        `${own(27)} ashby:EducationHistory: Courses`,
        `${own(21)}* ashby:Hologram: Wave`,
      ],
    },
  ],
  [
    "a cover letter, and ids that the site has",
    asks(
      field("File", "_systemfield_cover_letter", "Cover letter", false),
      field("String", "cv", "Your motto", false),
      field("Phone", own(24), "Phone", true),
      field("Phone", own(25), "Phone at night", false),
    ),
    {
      standard: { phone: "required", cv: "off" },
      fields: [
        EMAIL,
        "cover_letter file: Cover letter",
        "field_0_3 text: Your motto",
        `${own(25)} text: Phone at night`,
      ],
    },
  ],
  [
    "pay, a deadline and a limit",
    {
      posting: pays(salary(28_000, 32_000), bonus),
      info: {
        applicationDeadline: "2027-01-31T22:00:00.000Z",
        applicationLimitCalloutHtml: "<div><p>Apply <strong>once</strong> in 60 days.</p></div>",
      },
    },
    {
      pay: { min: 28_000, max: 32_000, currency: "EUR", unit: "year", text: "Offers Bonus" },
      closes_at: "2027-01-31T22:00:00.000Z",
      notices: [{ kind: "limit", text: "Apply once in 60 days." }],
    },
  ],
  ["pay by the fortnight", { posting: pays(salary(1000, null, "2 WEEK")) }, { pay: { text } }],
  [
    "remote work, and hidden pay",
    {
      posting: {
        ...pays(salary(28_000, 32_000)),
        shouldDisplayCompensationOnJobPostings: false,
        workplaceType: "Remote",
        isRemote: true,
        location: "Remote (Spain)",
        address: address(null, "Spain"),
        secondaryLocations: [{ location: "Remote (US)", address: address(null, "USA") }],
      },
    },
    {
      workplace: "remote",
      location: "Remote (Spain); Remote (US)",
      remote_countries: ["ES", "US"],
      places: undefined,
      pay: undefined,
    },
  ],
  [
    "several places and salaries",
    {
      posting: {
        ...pays(salary(28_000, 30_000), salary(31_000, 32_000)),
        workplaceType: "Hybrid",
        isRemote: true,
        secondaryLocations: [{ location: "Leeds", address: address("Leeds", "United Kingdom") }],
      },
    },
    {
      workplace: "hybrid",
      location: "Valencia; Leeds",
      places: [
        { city: "Valencia", country: "ES" },
        { city: "Leeds", country: "GB" },
      ],
      pay: { text },
    },
  ],
  [
    "next to nothing",
    {
      posting: Object.fromEntries(
        [
          ...["department", "employmentType", "location", "address", "workplaceType"],
          ...["publishedAt", "descriptionHtml", "compensation", "secondaryLocations"],
        ].map((name) => [name, null]),
      ),
      info: { surveyFormDefinitions: null },
    },
    { description: "", location: undefined, department: undefined, published_at: undefined },
  ],
];

const { system, log, read, list, position, positionId, apply, expectPosition, expectListed } =
  useBoard(
    ASHBY,
    () =>
      startAshby({
        ...Object.fromEntries(POSTINGS.map(([what, posting]) => [what, posting])),
        unlisted: { posting: { isListed: false, title: "A secret" } },
        malformed: { posting: { isListed: null, title: "A secret" } },
        internal: { isInternal: true },
      }),
    {
      careful: { repeat: "stop" },
      keyless: { apply: "off", key: undefined },
      mexico: { language_default: "es-mx" },
      ...Object.fromEntries([0, 1, 2].map((number) => [`fresh-${number}`, {}])),
    },
  );

const asked = (is: (asked: BoardRequest) => boolean) => system().asked.filter(is);

describe("a board is read", () => {
  test("as a list of what is listed, without what is malformed", async () => {
    const { body } = await list();
    expect(body.results).toHaveLength(POSTINGS.length + 3);
    expect(JSON.stringify(body)).not.toContain("secret");
    await expectListed("everything required", {
      name: "Potter 2",
      ...{ location: "Valencia", workplace: "onsite", country: "ES" },
      places: [{ city: "Valencia", country: "ES" }],
      department: "Workshop",
      contract_type: "Part time",
      published_at: "2026-10-02T09:00:00.000+00:00",
      apply_url: `/taller/potter-2/${positionId("everything required")}`,
    });
  });

  test("as a position with its form, which the key reads", async () => {
    await expectPosition("plain", {
      client: companyUuid(0),
      name: "Potter 1",
      takes: ["source"],
      country: "ES",
      employment_type: ["FULL_TIME"],
      workplace: "onsite",
      places: [{ city: "Valencia", country: "ES" }],
      description:
        '<h1>What you do</h1><p style="min-height:1.5em">Research &amp; development.</p>',
      apply_url: `https://jobs.example/taller/${system().jobId("plain")}/application`,
      fields: [EMAIL],
      standard: { phone: "required", cv: "required" },
    });
    const { body } = await position("everything required");
    expect(JSON.stringify(body)).not.toMatch(/posted|RichText/);
  });

  test("without a key as positions with an unknown form, to apply for on Ashby's own page", async () => {
    const parts = {
      apply_url: `https://jobs.example/taller/${system().jobId("plain")}/application`,
      fields: ["the-form-needs-the-key* ashby:form: form"],
    };
    await expectPosition("plain", parts, "keyless");
    expect(asked(isInfo)).toEqual([]);
  });

  test.each(["unlisted", "malformed", "internal"])(
    "and an %s posting is a 404, for which the key is not used",
    async (kind) => {
      expect((await position(kind)).status).toBe(404);
      expect(asked(isInfo)).toEqual([]);
    },
  );

  test.each<[string, Partial<Order>, number]>([
    ["a failure", { body: '{"success":false,"errors":["resource_not_found"]}' }, 0],
    ["another shape", { body: '{"success":true,"results":{"applicationFormDefinition":{}}}' }, 1],
    ["a 500", { status: 500, body: "{}" }, 2],
  ])(
    "and a form that cannot be read (%s) is a 502: nobody is sent elsewhere",
    async (_, order, number) => {
      system().orders.push({ on: isInfo, ...order });
      expect((await position("plain", `fresh-${number}`)).status).toBe(502);
      expect((await position("plain", `fresh-${number}`)).status).toBe(200);
    },
  );
});

describe("a position has", () => {
  const label = "Where do you live?";
  const fields = (star: string) => [
    ...QUESTIONS.map(([, kind, title, , , options], index) => {
      const listed = options ? ` [${options.join(", ")}]` : "";
      return `${own(index + 1)}${star} ${kind}: ${title}${listed}`;
    }),
    `location_city${star} text: ${label} – City`,
    `location_region text: ${label} – Region or state`,
    `location_country${star} text: ${label} – Country`,
  ];

  test("every type of field, and what stands over them [12.03]", async () => {
    await expectPosition("everything required", {
      standard: { phone: "required", cv: "required" },
      fields: [EMAIL, "note_1 note: Your work\nTake your time.", ...fields("*")],
    });
    await expectPosition("everything optional", {
      standard: { phone: "optional", cv: "optional" },
      fields: [EMAIL, ...fields("")],
    });
  });

  test("words in the company's language", async () => {
    const { body } = await position("everything required", "mexico");
    expect(body.contract_type).toBe("Medio tiempo");
    const labels = (body.fields as { label?: string }[]).map((one) => one.label);
    expect(labels).toContain(`${label} – Estado o región`);
  });

  test.each(POSTINGS)("%s", (what, _, shown) => expectPosition(what, shown));
});

const portfolio = new File(["%PDF-1.7 a portfolio"], 'my "best" work ñ.pdf', {
  type: "application/pdf",
});
const answers: [string, unknown][] = QUESTIONS.slice(0, -1).map(([, , , answer], index) => [
  own(index + 1),
  answer,
]);
const everything = (more: object = {}) =>
  contractForm({
    fields: {
      ...Object.fromEntries(answers),
      location_city: "Xàtiva",
      location_country: "Spain",
      ...more,
    },
    files: { [own(11)]: portfolio },
    source: JSON.stringify({ source: "fair", utm_medium: "card", gh_src: "x" }),
  });
const surveyed = (fields: object = { survey1_eeoc_gender: "Woman" }) => ({
  form: contractForm({ fields: { ...fields } }),
});
const SURVEYED = "the law's surveys, voluntary";

describe("an application is posted", () => {
  test("with every type of answer as documented, after its files [12.03]", async () => {
    const answer = await apply("everything required", { form: everything() });
    expect([answer.status, answer.body]).toEqual([201, { id: "instance-1" }]);
    const [taken, ...others] = system().applications;
    expect(others).toEqual([]);
    expect(taken).toMatchObject({
      job: system().jobId("everything required"),
      utmData: { utm_source: "fair", utm_medium: "card" },
      surveys: [],
    });
    expect(taken?.submissions).toEqual([
      { path: "_systemfield_name", value: "Ana Núñez" },
      { path: "_systemfield_phone", value: "+34600000001" },
      { path: "_systemfield_resume", value: "handle-1" },
      { path: "_systemfield_email", value: "ana@example.org" },
      ...QUESTIONS.map(([, , , , value], index) => ({ path: own(index + 1), value })),
      { path: "_systemfield_location", value: { city: "Xàtiva", country: "Spain" } },
    ]);
    const files = [...(taken?.files ?? [])].map(async ([path, file]) => [
      path,
      file.name,
      await file.text(),
    ]);
    expect(await Promise.all(files)).toEqual([
      ["_systemfield_resume", "cv.pdf", "%PDF-1.7 a CV"],
      [own(11), portfolio.name, "%PDF-1.7 a portfolio"],
    ]);
    const order = [isHandle, isUpload, isPost].map((is) => system().asked.findLastIndex(is));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("without unanswered questions", async () => {
    const form = contractForm({ cv: null, phone: "" });
    expect((await apply("everything optional", { form })).status).toBe(201);
    expect(system().applications[0]?.submissions.map(({ path }) => path)).toEqual([
      "_systemfield_name",
      "_systemfield_email",
    ]);
  });

  test("with answers to surveys, each to its own, after the application", async () => {
    const fields = { survey1_eeoc_gender: "Woman", [`survey2_${own(72)}`]: ["Red", "Green"] };
    expect((await apply(SURVEYED, surveyed(fields))).status).toBe(201);
    const [taken] = system().applications;
    expect(JSON.stringify(taken?.submissions)).not.toContain("Woman");
    expect(taken?.surveys).toEqual([
      { definition: own(70), values: { _systemfield_eeoc_gender: "Woman" } },
      { definition: own(71), values: { [own(72)]: ["Red", "Green"] } },
    ]);
    system().asked.length = 0;
    await apply(SURVEYED);
    expect(asked(isApplicationRead)).toEqual([]);
  });

  test("once, even if its survey is not taken: that is tried twice, and logged", async () => {
    const busy = { on: isSurvey, status: 429, body: "{}" };
    const forbidden = { on: isApplicationRead, status: 403, body: "{}" };
    for (const [orders, surveys] of [
      [[busy], 1],
      [[busy, busy], 0],
      [[forbidden], 0],
    ] as const) {
      system().applications.length = 0;
      system().orders.push(...orders);
      expect((await apply(SURVEYED, surveyed())).status).toBe(201);
      expect(system().applications.map((one) => one.surveys.length)).toEqual([surveys]);
    }
    await expect.poll(() => log().split("survey were not taken").length - 1).toBe(2);
  });

  test("and known as accepted before its surveys are sent", async () => {
    const board = { ...ASHBY.board, address: system().address, apply: "on" };
    const one = { companies: [createCompany(board)], secrets: { ASHBY_KEY } };
    const crashing = await startAdapters(one);
    const send = (at: Adapters) =>
      at.call(`hiring/taller/positions/${positionId(SURVEYED)}/apply`, {
        method: "POST",
        body: surveyed().form,
        headers: { "Idempotency-Key": "a-key" },
      });
    system().orders.push({ on: isApplicationRead, until: new Promise(() => undefined) });
    const first = expect(send(crashing)).rejects.toThrow();
    await expect.poll(() => asked(isApplicationRead)).toHaveLength(1);
    await crashing.kill();
    await first;
    const again = await startAdapters({ ...one, persistTo: crashing.state });
    const repeat = await send(again);
    expect([repeat.status, await repeat.json()]).toEqual([201, { id: "instance-1" }]);
    expect(system().applications).toHaveLength(1);
    await again.stop();
    await crashing.stop();
  });

  test("only if a number is whole", async () => {
    const form = everything({ [own(5)]: "1.5" });
    expect((await apply("everything required", { form })).body.errors).toEqual([
      { field: own(5), message: "Please enter a whole number." },
    ]);
    expect(asked(isPost)).toEqual([]);
    expect(asked(isHandle)).toEqual([]);
  });
});

describe("an answer", () => {
  const malformed = { code: "invalid_input", message: "Request payload is malformed" };
  const limit = { code: "invalid_input", message: "Too many." };
  const refused = "The company's system didn't accept your application. Check your answers.";
  const place = "Where do you live? was not found";
  test.each<[string, object, string, string?]>([
    [
      "a parameter",
      { errors: [{ message: "May not be empty", parameter: own(1) }] },
      "May not be empty",
      own(1),
    ],
    ["a label", { errors: ["Email is not valid"] }, "Email is not valid", "email"],
    ["the name", { errors: ["<b>Name</b> is too short"] }, "Name is too short", "first_name"],
    ["a message", { errors: ["invalid_input"], errorInfo: limit }, "Too many."],
    ["words for programmers", { errors: ["invalid_input"], errorInfo: malformed }, refused],
    ["a place", { errors: [place] }, place, "location_city"],
  ])(
    "under 200 with success: false is a refusal, at the field that it names: %s",
    async (_, said, detail, field) => {
      system().orders.push({ on: isPost, body: JSON.stringify({ success: false, ...said }) });
      const { status, body } = await apply("everything required", { form: everything() });
      const errors = field === undefined ? {} : { errors: [{ field, message: detail }] };
      expect([status, body]).toEqual([422, { detail, ...errors }]);
    },
  );

  test.each([
    [
      "a candidate has applied too often: the company's words are shown",
      "<div><p>Not more than <b>2</b> times in 60 days.</p></div>",
      [422, { detail: "Not more than 2 times in 60 days." }],
    ],
    // Ashby: a candidate must not learn of a block without a message.
    ["and without words is accepted, and no survey is sent", undefined, [201, { id: "x" }]],
  ])("says that %s", async (_, blockMessageForCandidateHtml, expected) => {
    const formMessages = { blocked: true, blockMessageForCandidateHtml };
    const results = { submittedFormInstance: { id: "x" }, formMessages };
    system().orders.push({ on: isPost, body: JSON.stringify({ success: true, results }) });
    const { status, body } = await apply(SURVEYED, surveyed());
    expect([status, body]).toEqual(expected);
    expect(asked(isApplicationRead)).toEqual([]);
  });

  const forbidden = '{"success":false,"errors":["missing_endpoint_permission"]}';
  const limited = '{"success":false,"errorInfo":{"code":"rate_limit_exceeded"}}';
  test.each<[string, Order, number, number]>([
    ["under 200 of a missing permission", { on: isPost, body: forbidden }, 502, 201],
    ["under 200 of a limit", { on: isPost, body: limited }, 429, 201],
    ["under 200 of neither, and may be a success", { on: isPost, body: "{}" }, 502, 409],
    ["to a file: a handle's 500", { on: isHandle, status: 500, body: "{}" }, 429, 201],
    ["to a file: a handle's 429", { on: isHandle, status: 429 }, 429, 201],
    ["to a file: no storage", { on: isUpload, status: 0 }, 429, 201],
    ["to a file: a storage's 503", { on: isUpload, status: 503, body: "<Error/>" }, 429, 201],
    ["to a file: a wrong key", { on: isHandle, status: 403, body: "{}" }, 502, 201],
  ])("is no word to the candidate, and waits: %s", async (_, order, status, repeated) => {
    const key = crypto.randomUUID();
    system().orders.push(order);
    const answer = await apply("plain", { key, code: "careful" });
    expect([answer.status, "detail" in answer.body]).toEqual([status, false]);
    expect(asked(isPost)).toHaveLength(order.on === isPost ? 1 : 0);
    expect((await apply("plain", { key, code: "careful" })).status).toBe(repeated);
  });

  const type = "Files of this type are not allowed";
  test.each<[string, Order, string]>([
    [
      "the handle",
      { on: isHandle, body: JSON.stringify({ success: false, errors: [type] }) },
      type,
    ],
    ["the storage", { on: isUpload, status: 400, body: "<Error/>" }, refused],
  ])("that refuses a file, by %s, stands at the file", async (_, order, detail) => {
    system().orders.push(order);
    const { status, body } = await apply("plain");
    const message = "The company's system didn't accept this answer.";
    expect([status, body]).toEqual([422, { detail, errors: [{ field: "cv", message }] }]);
    expect(asked(isPost)).toEqual([]);
  });
});

test("a wrong key that reads a form is our fault", async () => {
  system().orders.push({ on: isInfo, status: 403, body: "{}" });
  expect((await read(`hiring/positions/${positionId("next to nothing", "careful")}`)).status).toBe(
    502,
  );
  await expect.poll(log).toContain("careful: POST /jobPosting.info answered 403");
});
