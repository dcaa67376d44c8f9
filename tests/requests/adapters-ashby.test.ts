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
  questionPath,
  QUESTIONS,
  section,
  startAshby,
  type AshbyKind,
  boardSystem as ASHBY,
} from "../support/systems/ashby";
import { useBoard, companyUuid } from "../support/board-suite";
import type { BoardRequest, Override } from "../support/fake-system";

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
  id: questionPath(id),
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

/** Names of postings, their data, and the expected properties of the adapter's positions. */
const POSTINGS: [what: string, posting: AshbyKind, position: object][] = [
  [
    // According to Ashby's reference, fields are required by default.
    "a form without sections, phone or CV",
    {
      info: {
        applicationFormDefinition: {
          fields: [
            NAME,
            EMAIL_FIELD,
            { ...field("String", questionPath(26), "Motto"), isRequired: undefined },
          ],
        },
      },
    },
    { standard: { phone: "off", cv: "off" }, fields: [EMAIL, `${questionPath(26)}* text: Motto`] },
  ],
  [
    "voluntary EEOC surveys",
    {
      info: {
        surveyFormDefinitions: [
          survey(70, "EEOC", field("ValueSelect", GENDER, "Gender", true, choices("Woman", "Man"))),
          survey(
            71,
            "Diversity",
            field("MultiValueSelect", questionPath(72), "Colours", false, COLOURS),
          ),
        ],
      },
    },
    {
      fields: [
        EMAIL,
        "survey1_note_0 note section voluntary: We ask all.",
        "survey1_eeoc_gender one_of section voluntary: Gender [Woman, Man]",
        "survey2_note_0 note section voluntary: We ask all.",
        `survey2_${questionPath(72)} some_of section voluntary: Colours [Red, Green]`,
      ],
    },
  ],
  [
    "the company's own survey",
    {
      info: {
        surveyFormDefinitions: [
          survey(73, "Questionnaire", field("Boolean", questionPath(74), "Stay?")),
        ],
      },
    },
    {
      fields: [
        EMAIL,
        "survey1_note_0 note: We ask all.",
        `survey1_${questionPath(74)}* yes_no: Stay?`,
      ],
    },
  ],
  [
    "unknown types and hidden fields",
    {
      info: form(
        section([
          NAME,
          EMAIL_FIELD,
          { ...field("String", questionPath(22), "For us"), isHidden: true },
        ]),
        section([field("String", questionPath(23), "For us too")], { isHidden: true }),
        section([
          field("EducationHistory", questionPath(20), "Schools"),
          field("EducationHistory", questionPath(27), "Courses", false),
          field("Hologram", questionPath(21), "Wave"),
        ]),
      ),
    },
    {
      fields: [
        EMAIL,
        `${questionPath(20)}* ashby:EducationHistory: Schools`,
        `${questionPath(27)} ashby:EducationHistory: Courses`,
        `${questionPath(21)}* ashby:Hologram: Wave`,
      ],
    },
  ],
  [
    "a cover letter and ids that the site reserves",
    asks(
      field("File", "_systemfield_cover_letter", "Cover letter", false),
      field("String", "cv", "Your motto", false),
      field("Phone", questionPath(24), "Phone", true),
      field("Phone", questionPath(25), "Phone at night", false),
    ),
    {
      standard: { phone: "required", cv: "off" },
      fields: [
        EMAIL,
        "cover_letter file: Cover letter",
        "field_0_3 text: Your motto",
        `${questionPath(25)} text: Phone at night`,
      ],
    },
  ],
  [
    "pay, a deadline and an application limit",
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
  ["pay per two weeks", { posting: pays(salary(1000, null, "2 WEEK")) }, { pay: { text } }],
  [
    "remote work and hidden pay",
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
    "almost no data",
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

const requestsTo = (isMatch: (request: BoardRequest) => boolean) =>
  system().requests.filter(isMatch);

describe("an Ashby board", () => {
  test("lists only postings that are listed and well formed", async () => {
    const { body } = await list();
    expect(body.results).toHaveLength(POSTINGS.length + 3);
    expect(JSON.stringify(body)).not.toContain("secret");
    await expectListed("everything required", {
      name: "Potter 2",
      ...{ location: "Valencia", workplace: "onsite", country: "ES" },
      places: [{ city: "Valencia", country: "ES" }],
      department: "Workshop",
      ...{ contract_type: "Part time", employment_type: ["PART_TIME"] },
      published_at: "2026-10-02T09:00:00.000+00:00",
      apply_url: `/taller/potter-2/${positionId("everything required")}`,
    });
  });

  test("returns a position with its form if there is a key", async () => {
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

  test("returns a position that links to Ashby's own form if there is no key", async () => {
    const parts = {
      apply_url: `https://jobs.example/taller/${system().jobId("plain")}/application`,
      fields: ["the-form-needs-the-key* ashby:form: form"],
    };
    await expectPosition("plain", parts, "keyless");
    expect(requestsTo(isInfo)).toEqual([]);
  });

  test.each(["unlisted", "malformed", "internal"])(
    "returns 404 without using the key for a posting that is %s",
    async (kind) => {
      expect((await position(kind)).status).toBe(404);
      expect(requestsTo(isInfo)).toEqual([]);
    },
  );

  test.each<[string, Partial<Override>, number]>([
    ["a response with an error", { body: '{"success":false,"errors":["resource_not_found"]}' }, 0],
    [
      "a response of an unknown shape",
      { body: '{"success":true,"results":{"applicationFormDefinition":{}}}' },
      1,
    ],
    ["a 500", { status: 500, body: "{}" }, 2],
  ])("returns 502 if Ashby returns %s for a form", async (_, override, number) => {
    system().overrides.push({ on: isInfo, ...override });
    expect((await position("plain", `fresh-${number}`)).status).toBe(502);
    expect((await position("plain", `fresh-${number}`)).status).toBe(200);
  });
});

describe("a position from Ashby", () => {
  const label = "Where do you live?";
  const fields = (star: string) => [
    ...QUESTIONS.map(([, kind, title, , , options], index) => {
      const listed = options ? ` [${options.join(", ")}]` : "";
      return `${questionPath(index + 1)}${star} ${kind}: ${title}${listed}`;
    }),
    `location_city${star} text: ${label} – City`,
    `location_region text: ${label} – Region or state`,
    `location_country${star} text: ${label} – Country`,
  ];

  test("has every type of field, and headings [12.03]", async () => {
    await expectPosition("everything required", {
      standard: { phone: "required", cv: "required" },
      fields: [EMAIL, "note_1 note: Your work\nTake your time.", ...fields("*")],
    });
    await expectPosition("everything optional", {
      standard: { phone: "optional", cv: "optional" },
      fields: [EMAIL, ...fields("")],
    });
  });

  test("has labels in the company's language", async () => {
    const { body } = await position("everything required", "mexico");
    expect(body.contract_type).toBe("Medio tiempo");
    const labels = (body.fields as { label?: string }[]).map(({ label }) => label);
    expect(labels).toContain(`${label} – Estado o región`);
  });

  test.each(POSTINGS)("is correct for %s", (what, _, expected) => expectPosition(what, expected));
});

const portfolio = new File(["%PDF-1.7 a portfolio"], 'my "best" work ñ.pdf', {
  type: "application/pdf",
});
const answers: [string, unknown][] = QUESTIONS.slice(0, -1).map(([, , , answer], index) => [
  questionPath(index + 1),
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
    files: { [questionPath(11)]: portfolio },
    source: JSON.stringify({ source: "fair", utm_medium: "card", gh_src: "x" }),
  });
const surveyForm = (fields: object = { survey1_eeoc_gender: "Woman" }) => ({
  form: contractForm({ fields: { ...fields } }),
});
const SURVEYS = "voluntary EEOC surveys";

describe("an application to Ashby", () => {
  test("contains every type of answer as documented and is sent after its files [12.03]", async () => {
    const answer = await apply("everything required", { form: everything() });
    expect([answer.status, answer.body]).toEqual([201, { id: "instance-1" }]);
    const [application, ...others] = system().applications;
    expect(others).toEqual([]);
    expect(application).toMatchObject({
      job: system().jobId("everything required"),
      utmData: { utm_source: "fair", utm_medium: "card" },
      surveys: [],
    });
    expect(application?.submissions).toEqual([
      { path: "_systemfield_name", value: "Ana Núñez" },
      { path: "_systemfield_phone", value: "+34600000001" },
      { path: "_systemfield_resume", value: "handle-1" },
      { path: "_systemfield_email", value: "ana@example.org" },
      ...QUESTIONS.map(([, , , , value], index) => ({ path: questionPath(index + 1), value })),
      { path: "_systemfield_location", value: { city: "Xàtiva", country: "Spain" } },
    ]);
    const files = [...(application?.files ?? [])].map(async ([path, file]) => [
      path,
      file.name,
      await file.text(),
    ]);
    expect(await Promise.all(files)).toEqual([
      ["_systemfield_resume", "cv.pdf", "%PDF-1.7 a CV"],
      [questionPath(11), portfolio.name, "%PDF-1.7 a portfolio"],
    ]);
    const order = [isHandle, isUpload, isPost].map((is) => system().requests.findLastIndex(is));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("omits unanswered questions", async () => {
    const form = contractForm({ cv: null, phone: "" });
    expect((await apply("everything optional", { form })).status).toBe(201);
    expect(system().applications[0]?.submissions.map(({ path }) => path)).toEqual([
      "_systemfield_name",
      "_systemfield_email",
    ]);
  });

  test("is followed by survey answers in separate calls", async () => {
    const fields = {
      survey1_eeoc_gender: "Woman",
      [`survey2_${questionPath(72)}`]: ["Red", "Green"],
    };
    expect((await apply(SURVEYS, surveyForm(fields))).status).toBe(201);
    const [application] = system().applications;
    expect(JSON.stringify(application?.submissions)).not.toContain("Woman");
    expect(application?.surveys).toEqual([
      { definition: questionPath(70), values: { _systemfield_eeoc_gender: "Woman" } },
      { definition: questionPath(71), values: { [questionPath(72)]: ["Red", "Green"] } },
    ]);
    system().requests.length = 0;
    await apply(SURVEYS);
    expect(requestsTo(isApplicationRead)).toEqual([]);
  });

  test("is sent only once, even if a survey fails", async () => {
    const busy = { on: isSurvey, status: 429, body: "{}" };
    const forbidden = { on: isApplicationRead, status: 403, body: "{}" };
    for (const [overrides, surveys] of [
      [[busy], 1],
      [[busy, busy], 0],
      [[forbidden], 0],
    ] as const) {
      system().applications.length = 0;
      system().overrides.push(...overrides);
      expect((await apply(SURVEYS, surveyForm())).status).toBe(201);
      expect(system().applications.map((sent) => sent.surveys.length)).toEqual([surveys]);
    }
    await expect.poll(() => log().split("survey were not sent").length - 1).toBe(2);
  });

  test("is recorded as accepted before its surveys are sent", async () => {
    const board = { ...ASHBY.board, address: system().address, apply: "on" };
    const options = { companies: [createCompany(board)], secrets: { ASHBY_KEY } };
    const crashing = await startAdapters(options);
    const send = (at: Adapters) =>
      at.call(`hiring/taller/positions/${positionId(SURVEYS)}/apply`, {
        method: "POST",
        body: surveyForm().form,
        headers: { "Idempotency-Key": "a-key" },
      });
    system().overrides.push({ on: isApplicationRead, until: new Promise(() => undefined) });
    const first = expect(send(crashing)).rejects.toThrow();
    await expect.poll(() => requestsTo(isApplicationRead)).toHaveLength(1);
    await crashing.kill();
    await first;
    const again = await startAdapters({ ...options, persistTo: crashing.state });
    const repeat = await send(again);
    expect([repeat.status, await repeat.json()]).toEqual([201, { id: "instance-1" }]);
    expect(system().applications).toHaveLength(1);
    await again.stop();
    await crashing.stop();
  });

  test("is refused if an integer answer is a fraction", async () => {
    const form = everything({ [questionPath(5)]: "1.5" });
    expect((await apply("everything required", { form })).body.errors).toEqual([
      { field: questionPath(5), message: "Please enter a whole number." },
    ]);
    expect(requestsTo(isPost)).toEqual([]);
    expect(requestsTo(isHandle)).toEqual([]);
  });
});

describe("a response from Ashby", () => {
  const malformed = { code: "invalid_input", message: "Request payload is malformed" };
  const limit = { code: "invalid_input", message: "Too many." };
  const refused = "The company's system didn't accept your application. Check your answers.";
  const place = "Where do you live? was not found";
  test.each<[string, object, string, string?]>([
    [
      "a parameter's path",
      { errors: [{ message: "May not be empty", parameter: questionPath(1) }] },
      "May not be empty",
      questionPath(1),
    ],
    ["a field's label", { errors: ["Email is not valid"] }, "Email is not valid", "email"],
    [
      "the candidate's name",
      { errors: ["<b>Name</b> is too short"] },
      "Name is too short",
      "first_name",
    ],
    ["no field", { errors: ["invalid_input"], errorInfo: limit }, "Too many."],
    [
      "no field (a technical message)",
      { errors: ["invalid_input"], errorInfo: malformed },
      refused,
    ],
    ["a place field's label", { errors: [place] }, place, "location_city"],
  ])(
    "becomes a refusal if it is 200 with `success: false` and a message that names %s",
    async (_, error, detail, field) => {
      system().overrides.push({ on: isPost, body: JSON.stringify({ success: false, ...error }) });
      const { status, body } = await apply("everything required", { form: everything() });
      const errors = field === undefined ? {} : { errors: [{ field, message: detail }] };
      expect([status, body]).toEqual([422, { detail, ...errors }]);
    },
  );

  test.each([
    [
      "a refusal with the company's message, if there is a message",
      "<div><p>Not more than <b>2</b> times in 60 days.</p></div>",
      [422, { detail: "Not more than 2 times in 60 days." }],
    ],
    // According to Ashby, a candidate who is blocked without a message must not notice the block.
    ["a success without a survey, if there is no message", undefined, [201, { id: "x" }]],
  ])("blocks a candidate and becomes %s", async (_, blockMessageForCandidateHtml, expected) => {
    const formMessages = { blocked: true, blockMessageForCandidateHtml };
    const results = { submittedFormInstance: { id: "x" }, formMessages };
    system().overrides.push({ on: isPost, body: JSON.stringify({ success: true, results }) });
    const { status, body } = await apply(SURVEYS, surveyForm());
    expect([status, body]).toEqual(expected);
    expect(requestsTo(isApplicationRead)).toEqual([]);
  });

  const forbidden = '{"success":false,"errors":["missing_endpoint_permission"]}';
  const limited = '{"success":false,"errorInfo":{"code":"rate_limit_exceeded"}}';
  test.each<[string, Override, number, number]>([
    ["200 with a missing permission", { on: isPost, body: forbidden }, 502, 201],
    ["200 with a rate limit", { on: isPost, body: limited }, 429, 201],
    ["200 with an unknown result", { on: isPost, body: "{}" }, 502, 409],
    ["500 for a file handle", { on: isHandle, status: 500, body: "{}" }, 429, 201],
    ["429 for a file handle", { on: isHandle, status: 429 }, 429, 201],
    ["a failed connection to the file storage", { on: isUpload, status: 0 }, 429, 201],
    ["503 from the file storage", { on: isUpload, status: 503, body: "<Error/>" }, 429, 201],
    ["403 for a file handle", { on: isHandle, status: 403, body: "{}" }, 502, 201],
  ])(
    "becomes an error without a message to the candidate: %s",
    async (_, override, status, repeated) => {
      const key = crypto.randomUUID();
      system().overrides.push(override);
      const answer = await apply("plain", { key, code: "careful" });
      expect([answer.status, "detail" in answer.body]).toEqual([status, false]);
      expect(requestsTo(isPost)).toHaveLength(override.on === isPost ? 1 : 0);
      expect((await apply("plain", { key, code: "careful" })).status).toBe(repeated);
    },
  );

  const type = "Files of this type are not allowed";
  test.each<[string, Override, string]>([
    [
      "the file handle call",
      { on: isHandle, body: JSON.stringify({ success: false, errors: [type] }) },
      type,
    ],
    ["the file storage", { on: isUpload, status: 400, body: "<Error/>" }, refused],
  ])("becomes an error next to the file if %s refuses the file", async (_, override, detail) => {
    system().overrides.push(override);
    const { status, body } = await apply("plain");
    const message = "The company's system didn't accept this answer.";
    expect([status, body]).toEqual([422, { detail, errors: [{ field: "cv", message }] }]);
    expect(requestsTo(isPost)).toEqual([]);
  });
});

test("the adapter returns 502 for a position whose form cannot be read with the key", async () => {
  system().overrides.push({ on: isInfo, status: 403, body: "{}" });
  expect((await read(`hiring/positions/${positionId("almost no data", "careful")}`)).status).toBe(
    502,
  );
  await expect.poll(log).toContain("careful: POST /jobPosting.info answered 403");
});
