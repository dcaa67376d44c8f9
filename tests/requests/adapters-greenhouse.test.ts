import { describe, expect, test } from "vitest";
import { contractForm, type FieldAnswers } from "../support/adapters";
import { useBoard, companyUuid } from "../support/board-suite";
import {
  ask,
  field,
  NAMES,
  office,
  resume,
  startGreenhouse,
  boardSystem as GREENHOUSE,
} from "../support/systems/greenhouse";
import { isPost, type Override } from "../support/fake-system";

const EMAIL = "email* email";
const SAO_PAULO = { city: "São Paulo", region: "State of São Paulo", country: "BR" };
const FILES = "pdf,doc,docx,txt,rtf";

const select = (label: string, name: string, ...options: [value: string, label: string][]) => {
  const values = options.map(([value, label]) => ({ value, label }));
  return ask(label, false, field(name, "multi_value_single_select", values));
};
const gdpr = (...names: string[]) => {
  const flags = Object.fromEntries(names.map((name) => [name, true]));
  return { data_compliance: [{ type: "gdpr", retention_period: 365, ...flags }] };
};
const place = (required: boolean) => ({
  location_questions: [ask("Location (City)", required, field("location", "input_text"))],
});
const pay = (title: string | null, min: number, max: number, currency_type = "EUR") => ({
  min_cents: min * 100,
  max_cents: max * 100,
  currency_type,
  title,
});
const demographic = {
  header: "Diversity at Taller Example",
  description: "<p>These questions are <strong>voluntary</strong> &amp; anonymous.</p>",
  questions: [
    {
      ...{ id: 87, label: "Which colours?", required: true, type: "multi_value_multi_select" },
      answer_options: [
        { id: 194, label: "Red", free_form: false },
        { id: 196, label: "Another", free_form: true },
      ],
    },
    {
      ...{ id: 88, label: "How old?", required: false, type: "multi_value_single_select" },
      answer_options: [{ id: 212, label: "Under 30", free_form: false }],
    },
  ],
};
const eeoc = [
  {
    type: "eeoc",
    description: "<p>We invite you to answer.</p><p>It has no bearing.</p>",
    questions: [select("Gender", "gender", ["1", "Male"], ["3", "I don&#39;t wish to say"])],
  },
  {
    type: "eeoc",
    description: "&lt;p&gt;The veterans&rsquo; act &ndash; 38 U.S.C.&lt;/p&gt;",
    questions: [select("VeteranStatus", "veteran_status", ["4", "None"])],
  },
];
const VIDEO = ask("A video", true, field("question_9", "video"));
const letter = ask("Cover Letter", true, field("cover_letter", "input_file"));
const CONSENT = "Taller Example may collect, store and process my";

/** Names of jobs, their data, and the expected properties of the adapter's positions. */
const JOBS: [what: string, job: object, position: object][] = [
  [
    "no phone and no CV, and hidden and unknown questions",
    { questions: [...NAMES, VIDEO, ask("Token", true, field("question_8", "input_hidden"))] },
    {
      standard: { phone: "off", cv: "off" },
      fields: [EMAIL, "question_9* greenhouse:video: A video"],
    },
  ],
  [
    "voluntary EEOC questions with their introductions",
    { compliance: eeoc },
    {
      fields: [
        EMAIL,
        "compliance_note_0 note section voluntary: We invite you to answer.\nIt has no bearing.",
        "gender one_of section voluntary: Gender [1 Male, 3 I don't wish to say]",
        "compliance_note_1 note section voluntary: The veterans’ act – 38 U.S.C.",
        "veteran_status one_of section voluntary: Veteran status [4 None]",
      ],
    },
  ],
  [
    "demographic questions",
    { ...gdpr("demographic_data_consent_applies"), demographic_questions: demographic },
    {
      sections: {
        voluntary: {
          title: "Diversity at Taller Example",
          note: "These questions are voluntary & anonymous.",
        },
      },
      fields: [
        EMAIL,
        "demographic_87 some_of section voluntary: Which colours? [194 Red, 196 Another]",
        "demographic_87_text_196 text max 255 section voluntary: Which colours? (Another)",
        "demographic_88 one_of section voluntary: How old? [212 Under 30]",
        `gdpr_demographic_data_consent consent section voluntary: ${CONSENT} answers to these voluntary questions.`,
      ],
    },
  ],
  [
    "one consent and an optional place",
    { ...gdpr("requires_consent"), ...place(false) },
    { fields: [EMAIL, `gdpr_consent* consent: ${CONSENT} data to consider me for employment.`] },
  ],
  [
    "two consents",
    gdpr("requires_consent", "requires_processing_consent", "requires_retention_consent"),
    {
      fields: [
        EMAIL,
        `gdpr_processing_consent* consent: ${CONSENT} data to consider me for this position.`,
        "gdpr_retention_consent consent: Taller Example may keep my data for 365 days to consider me for other positions.",
      ],
    },
  ],
  [
    "a required place and required education",
    { ...place(true), education: "education_required" },
    {
      fields: [
        EMAIL,
        "location* greenhouse:location: location",
        "education* greenhouse:education: education",
      ],
    },
  ],
  [
    "a cover letter as a file only",
    { questions: [...NAMES, resume(true), letter] },
    { fields: [EMAIL, `cover_letter_file* file accept ${FILES}: Cover Letter`] },
  ],
  [
    "a pay range, a deadline and a long notice",
    {
      pay_input_ranges: [pay(null, 28_000, 32_000.5)],
      application_deadline: "2027-01-31T23:59:59-05:00",
      include_ai_disclaimer: true,
      ai_disclaimer: `<p>Software sorts applications.</p>${"Really! ".repeat(300)}`,
      ai_opt_out_request_url: "https://boards.example/opt-out",
    },
    {
      pay: { min: 28_000, max: 32_000.5, currency: "EUR" },
      closes_at: "2027-01-31T23:59:59-05:00",
      notices: [
        {
          kind: "ai",
          text: `Software sorts applications.\n${"Really! ".repeat(245)}Really!…`,
          url: "https://boards.example/opt-out",
        },
      ],
    },
  ],
  [
    "a pay range with a title",
    { pay_input_ranges: [pay("Hourly rate, Berlin only", 15.75, 18)] },
    { pay: { min: 15.75, max: 18, currency: "EUR", text: "Hourly rate, Berlin only" } },
  ],
  [
    "pay by place",
    {
      pay_input_ranges: [
        { ...pay("Valencia", 28_000, 32_000), blurb: "&lt;p&gt;And a share.&lt;/p&gt;" },
        { ...pay("London", 30_000.5, 30_000.5, "GBP"), blurb: "<p>And a share.</p>" },
      ],
    },
    {
      pay: { text: "Valencia: €28,000 – €32,000; London: £30,000.50" },
      notices: [{ kind: "pay", text: "And a share." }],
    },
  ],
  [
    "remote work in its office's country",
    { location: { name: "Remote" }, offices: [office("Valencia", "Valencia, Spain")] },
    { workplace: "remote", remote_countries: ["ES"], places: undefined, country: "ES" },
  ],
  [
    "remote work in a different country from its office",
    { location: { name: "Remote - Spain" }, offices: [office("Berlin", "Berlin, Germany")] },
    { workplace: "remote", remote_countries: ["ES"], country: "ES" },
  ],
  [
    "an office in a different place from the job",
    { location: { name: "Berlin" }, offices: [office("HQ", "Valencia, Spain")] },
    { location: "Berlin", places: undefined },
  ],
  [
    "an office in another state",
    { location: { name: "San Francisco, CA" }, offices: [office("HQ", "New York, NY, USA")] },
    { location: "San Francisco, CA", places: undefined },
  ],
  [
    "an office in addition to the job's place",
    { location: { name: "Madrid, Spain" }, offices: [office("London", "London, UK")] },
    { location: "Madrid, Spain", places: [{ city: "Madrid", country: "ES" }], country: "ES" },
  ],
  [
    "an office with an unabbreviated state",
    {
      location: { name: "New York, NY, United States" },
      offices: [office("HQ", "New York, New York, United States")],
    },
    { places: [{ city: "New York", region: "NY", country: "US" }] },
  ],
  [
    "remote work in a region that is not a country",
    { location: { name: "Remote - EMEA" }, offices: [office("HQ", "Berlin, Germany")] },
    { workplace: "remote", remote_countries: undefined },
  ],
  [
    "an office with a known country",
    { location: { name: "Berlin" }, offices: [office("Berlin HQ", "Berlin, Germany")] },
    { location: "Berlin", places: [{ city: "Berlin", country: "DE" }], country: "DE" },
  ],
  [
    "questions with descriptions",
    {
      questions: [
        ...NAMES,
        { ...resume(true), description: "<p>One page.</p>" },
        { ...ask("Tools?", true, field("question_7", "input_text")), description: "<b>Three</b>" },
      ],
    },
    {
      fields: [
        EMAIL,
        "note_resume note: Resume/CV: One page.",
        "question_7* text hint Three: Tools?",
      ],
    },
  ],
];

const { system, read, list, positionId, apply, acceptedForm, expectPosition, expectListed } =
  useBoard(
    GREENHOUSE,
    () =>
      startGreenhouse({
        ...Object.fromEntries(JOBS.map(([what, job]) => [what, job])),
        "a prospect post": { internal_job_id: null },
        malformed: { title: "" },
      }),
    {
      spare: { leave_out: ["location", "education"], contract_type_from: "Employment Type" },
    },
  );

describe("a Greenhouse board", () => {
  test("omits prospect posts and malformed jobs from the list", async () => {
    const { body } = await list("spare");
    expect(body.results).toHaveLength(JOBS.length + 3);
    await expectListed(
      "plain",
      {
        name: "Potter 1",
        location: "São Paulo, Brazil",
        department: "Workshop",
        ...{ contract_type: "Full time", employment_type: ["FULL_TIME"], language: "en" },
        published_at: "2026-10-01T09:00:00-04:00",
        country: "BR",
        places: [SAO_PAULO],
        apply_url: `/spare/potter-1/${positionId("plain", "spare")}`,
      },
      "spare",
    );
    expect((await read(`hiring/positions/${positionId("a prospect post")}`)).status).toBe(404);
  });

  test("unescapes a position's description once", async () => {
    expect((await read(`hiring/positions/${positionId("plain")}`)).body).toEqual({
      ...{ uuid: positionId("plain"), client: companyUuid(0), takes: ["source"], status: "open" },
      ...{ country: "BR", places: [SAO_PAULO], notices: [] },
      ...{ apply_site_questions: [], candidate_criteria_structured: {} },
      ...{ name: "Potter 1", location: "São Paulo, Brazil", department: "Workshop" },
      ...{ published_at: "2026-10-01T09:00:00-04:00", language: "en", identifier: "R-0" },
      description:
        "<h2>What you do</h2><p>Research &amp; development, <strong>every day</strong>.</p>",
      apply_url: `https://boards.example/taller/jobs/${system().jobId("plain")}`,
      fields: [{ id: "email", kind: "email", required: true }],
      standard: { phone: "required", cv: "required" },
      cv_accept: FILES.split(","),
    });
  });
});

describe("a position from Greenhouse", () => {
  test.each([
    ["required", "*"],
    ["optional", ""],
  ])("has every type of question (%s) [12.01]", async (mode, star) => {
    await expectPosition(`everything ${mode}`, {
      fields: [
        EMAIL,
        `cover_letter${star} long_text`,
        `question_1${star} text: LinkedIn Profile`,
        `question_2${star} long_text: What did you repair last?`,
        `question_3${star} yes_no: May you work in Spain?`,
        `question_4${star} one_of: Which shift? [9100 Early, 9101 Late, 9102 Night & day]`,
        `question_5${star} some_of: Which tools? [9100 Lathe, 9101 Mill, 9102 Saw]`,
        `question_6${star} file accept ${FILES}: Portfolio`,
      ],
      standard: { phone: mode, cv: mode },
    });
  });

  test.each(JOBS)("is correct for %s", (what, _, position) => expectPosition(what, position));

  test("has no location or education questions if the company's folder excludes them", () =>
    expectPosition("a required place and required education", { fields: [EMAIL] }, "spare"));
});

describe("an application to Greenhouse", () => {
  const portfolio = new File(["%PDF-1.7 a portfolio"], 'my "best" work.pdf');
  const everything = (source: string) =>
    contractForm({
      fields: {
        cover_letter: "Hello.\r\nI am Ana.",
        question_1: "https://www.linkedin.com/in/ana-example",
        question_2: "A tram.",
        question_3: false,
        question_4: "9102",
        question_5: ["9100", "9102"],
      },
      files: { question_6: portfolio },
      source,
    });

  test("contains every type of answer and the files under the documented names [12.01]", async () => {
    const form = everything(JSON.stringify({ source: "fair", gh_src: "a1b2" }));
    expect((await apply("everything required", { form })).status).toBe(201);
    expect(await acceptedForm()).toEqual([
      ["first_name", "Ana"],
      ["last_name", "Núñez"],
      ["email", "ana@example.org"],
      ["cover_letter_text", "Hello.\r\nI am Ana."],
      ["question_1", "https://www.linkedin.com/in/ana-example"],
      ["question_2", "A tram."],
      ["question_3", "0"],
      ["question_4", "9102"],
      ["question_5[]", "9100"],
      ["question_5[]", "9102"],
      ["question_6", 'my "best" work.pdf: %PDF-1.7 a portfolio'],
      ["phone", "+34600000001"],
      ["resume", "cv.pdf: %PDF-1.7 a CV"],
      ["mapped_url_token", "a1b2"],
    ]);
  });

  test.each(["{", '{"gh_src":"<b>"}', '{"gh_src":1}'])(
    "omits the malformed source %s",
    async (source) => {
      const form = everything(source);
      expect((await apply("everything required", { form })).status).toBe(201);
      expect((await acceptedForm()).map(([name]) => name)).not.toContain("mapped_url_token");
    },
  );

  const given = (isGiven: boolean) => ({ given: isGiven, text: "…" });
  test.each<[string, FieldAnswers, string[][]]>([
    [
      "demographic questions",
      {
        demographic_87: ["194", "196"],
        demographic_87_text_196: "Teal",
        gdpr_demographic_data_consent: given(true),
      },
      [
        ["demographic_answers[][question_id]", "87"],
        ["demographic_answers[][answer_options][][answer_option_id]", "194"],
        ["demographic_answers[][answer_options][][answer_option_id]", "196"],
        ["demographic_answers[][answer_options][][text]", "Teal"],
        ["data_compliance[gdpr_demographic_data_consent_given]", "true"],
      ],
    ],
    [
      "two consents",
      { gdpr_processing_consent: given(true), gdpr_retention_consent: given(false) },
      [["data_compliance[gdpr_processing_consent_given]", "true"]],
    ],
    ["voluntary EEOC questions with their introductions", { gender: "3" }, [["gender", "3"]]],
  ])("contains the answers to %s", async (what, fields, parts) => {
    expect((await apply(what, { form: contractForm({ fields }) })).status).toBe(201);
    expect((await acceptedForm()).slice(3, -2)).toEqual(parts);
  });

  test("contains a cover letter as a file if the job accepts only a file", async () => {
    const form = contractForm({ files: { cover_letter_file: portfolio } });
    await apply("a cover letter as a file only", { form });
    const file = `${portfolio.name}: %PDF-1.7 a portfolio`;
    expect(await acceptedForm()).toContainEqual(["cover_letter", file]);
  });

  test("is refused and not posted to Greenhouse if a name is a web address", async () => {
    const form = contractForm({ first_name: "http://spam.example" });
    expect((await apply("plain", { form })).body.errors).toEqual([
      { field: "first_name", message: "Don't enter a web address here." },
    ]);
    expect(system().requests.filter(isPost)).toEqual([]);
  });

  test("is refused if Greenhouse cannot save it, even if Greenhouse returns 200", async () => {
    const fields = { email: "ana@refused" };
    const refused = await apply("plain", { form: contractForm({ fields }) });
    system().overrides.push({ on: isPost, body: '{"error":"Failed to save person","status":401}' });
    for (const { status, body } of [refused, await apply("plain")]) {
      expect([status, body]).toEqual([
        422,
        {
          detail: "The company's system didn't accept your application. Check your answers.",
        },
      ]);
    }
  });

  test.each<[string, Partial<Override>, string]>([
    ["an email address", { status: 422, body: '{"error":"Invalid attributes: email"}' }, "email"],
    ["a file", { body: '{"success":false,"error":"Uploaded resume is unreadable"}' }, "cv"],
  ])("is refused with an error next to %s that Greenhouse refuses", async (_, override, field) => {
    system().overrides.push({ on: isPost, ...override });
    expect(await apply("plain")).toMatchObject({
      status: 422,
      body: {
        detail: "The company's system didn't accept your application. Check your answers.",
        errors: [{ field, message: "The company's system didn't accept this answer." }],
      },
    });
  });
});
