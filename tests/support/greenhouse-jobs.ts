/** A made-up board in the shape of Greenhouse's Job Board API; nothing is of a real company. */

export type GreenhouseJob = Record<string, unknown> & { id: number };

const field = (name: string, type: string, values: unknown[] = []) => ({ name, type, values });
const ask = (label: string, required: boolean, ...fields: unknown[]) => ({
  label,
  required,
  description: null,
  fields,
});

const names = [
  ask("First Name", true, field("first_name", "input_text")),
  ask("Last Name", true, field("last_name", "input_text")),
  ask("Email", true, field("email", "input_text")),
];
const phone = (required: boolean) => ask("Phone", required, field("phone", "input_text"));
const resume = (required: boolean) =>
  ask("Resume/CV", required, field("resume", "input_file"), field("resume_text", "textarea"));
const coverLetter = (required: boolean) =>
  ask(
    "Cover Letter",
    required,
    field("cover_letter", "input_file"),
    field("cover_letter_text", "textarea"),
  );
const choices = (...labels: string[]) => labels.map((label, i) => ({ value: 9100 + i, label }));
const YES_NO = [
  { value: 1, label: "Yes" },
  { value: 0, label: "No" },
];

/** Questions of a company's own, each of another kind. */
const own = (id: number, required: boolean) => [
  ask("LinkedIn Profile", required, field(`question_${id}1`, "input_text")),
  ask("What did you repair last?", required, field(`question_${id}2`, "textarea")),
  ask(
    "May you work in Spain?",
    required,
    field(`question_${id}3`, "multi_value_single_select", YES_NO),
  ),
  ask(
    "Which shift do you want?",
    required,
    field(`question_${id}4`, "multi_value_single_select", choices("Early", "Late", "Night & day")),
  ),
  ask(
    "Which tools do you know?",
    required,
    field(`question_${id}5[]`, "multi_value_multi_select", choices("Lathe", "Mill", "Saw")),
  ),
  ask("Portfolio", required, field(`question_${id}6`, "input_file")),
];

const eeoc = [
  {
    type: "eeoc",
    description: "<p>We invite you to answer.</p><p>It has no bearing on the selection.</p>",
    questions: [
      ask(
        "Gender",
        false,
        field("gender", "multi_value_single_select", [
          { value: "1", label: "Male" },
          { value: "2", label: "Female" },
          { value: "3", label: "Decline To Self Identify" },
        ]),
      ),
    ],
  },
  {
    type: "eeoc",
    description: null,
    questions: [
      ask(
        "Veteran Status",
        false,
        field("veteran_status", "multi_value_single_select", [
          { value: "1", label: "I am not a protected veteran" },
          { value: "4", label: "I don't wish to answer" },
        ]),
      ),
    ],
  },
];

const demographic = {
  header: "Diversity at Taller Example",
  description: "<p>These questions are <strong>voluntary</strong> &amp; anonymous.</p>",
  questions: [
    {
      id: 87,
      label: "Which colours are yours?",
      required: true,
      type: "multi_value_multi_select",
      answer_options: [
        { id: 194, label: "Red", free_form: false },
        { id: 195, label: "Green", free_form: false },
        { id: 196, label: "I describe it myself", free_form: true },
      ],
    },
    {
      id: 88,
      label: "How old are you?",
      required: false,
      type: "multi_value_single_select",
      answer_options: [
        { id: 212, label: "Under 30", free_form: false },
        { id: 213, label: "30 or more", free_form: false },
      ],
    },
  ],
};

const gdpr = (more: object) => [
  {
    type: "gdpr",
    requires_consent: false,
    requires_processing_consent: false,
    requires_retention_consent: false,
    retention_period: null,
    demographic_data_consent_applies: false,
    ...more,
  },
];

const place = (required: boolean) => [
  ask("Location (City)", required, field("location", "input_text")),
  ask("Latitude", required, field("latitude", "input_hidden")),
  ask("Longitude", required, field("longitude", "input_hidden")),
];

const pay = (title: string | null, min: number, max: number, currency_type = "EUR") => ({
  min_cents: min * 100,
  max_cents: max * 100,
  currency_type,
  title,
  blurb: "What we pay.",
});

/** What makes each kind of position another one. */
const KINDS: Record<string, (id: number) => Record<string, unknown>> = {
  plain: () => ({}),
  "everything required": (id) => ({
    questions: [...names, phone(true), resume(true), coverLetter(true), ...own(id, true)],
  }),
  "everything optional": (id) => ({
    questions: [...names, phone(false), resume(false), coverLetter(false), ...own(id, false)],
  }),
  "no phone, no CV": () => ({ questions: names }),
  compliance: () => ({ compliance: eeoc }),
  demographic: () => ({
    demographic_questions: demographic,
    data_compliance: gdpr({ demographic_data_consent_applies: true }),
  }),
  "one consent": () => ({ data_compliance: gdpr({ requires_consent: true }) }),
  "two consents": () => ({
    data_compliance: gdpr({
      requires_consent: true,
      requires_processing_consent: true,
      requires_retention_consent: true,
      retention_period: 365,
    }),
  }),
  "a place that must be said": () => ({ location_questions: place(true) }),
  "a place that may be said": () => ({ location_questions: place(false) }),
  "schools that must be said": () => ({ education: "education_required" }),
  "one pay": () => ({ pay_input_ranges: [pay(null, 28_000, 32_000.5)] }),
  "pay by place": () => ({
    pay_input_ranges: [pay("Valencia", 28_000, 32_000), pay("London", 30_000, 30_000, "GBP")],
  }),
  "a deadline and a notice": () => ({
    application_deadline: "2027-01-31T23:59:59-05:00",
    include_ai_disclaimer: true,
    ai_disclaimer: "<p>Software sorts applications.</p>",
    ai_opt_out_request_url: "https://boards.example/opt-out",
  }),
  "an unknown kind": (id) => ({
    questions: [...names, resume(true), ask("A film", true, field(`question_${id}9`, "video"))],
  }),
  "a cover letter as a file alone": () => ({
    questions: [
      ...names,
      resume(true),
      ask("Cover Letter", true, field("cover_letter", "input_file")),
    ],
  }),
};

const TITLES = ["Mechanic", "Potter", "Baker & cook", "Buyer", "Driver", "Night guard"];
const PLACES = ["Valencia", "Madrid or remote", "São Paulo, Brazil", "Leeds", "東京"];

/** Escaped once, as the API has it. */
const CONTENT =
  "&lt;h2&gt;What you do&lt;/h2&gt;&lt;p&gt;Research &amp;amp; development, &lt;strong&gt;every day&lt;/strong&gt;.&lt;/p&gt;";

/** The kinds of positions that the board has, two of each, and the id of the first of a kind. */
export const KINDS_OF_JOBS = Object.keys(KINDS);
export const idOfKind = (kind: string) => 4_000_000_001 + KINDS_OF_JOBS.indexOf(kind);

/** 32 jobs, a prospect post, and one that is malformed. */
export function greenhouseJobs(): GreenhouseJob[] {
  const jobs = [...KINDS_OF_JOBS, ...KINDS_OF_JOBS].map((kind, index): GreenhouseJob => {
    const id = 4_000_000_001 + index;
    const title = `${TITLES[index % TITLES.length]} ${index + 1}`;
    return {
      id,
      internal_job_id: id + 1000,
      title,
      updated_at: "2026-11-20T10:00:00-05:00",
      first_published: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}T09:00:00-04:00`,
      requisition_id: `R-${index}`,
      location: index % 9 === 8 ? null : { name: PLACES[index % PLACES.length] },
      absolute_url: `https://boards.example/taller/jobs/${id}`,
      language: "en",
      metadata:
        index % 3 === 0
          ? [{ id: 1, name: "Employment Type", value: "Full time", value_type: "single_select" }]
          : null,
      departments:
        index % 4 === 3 ? [] : [{ id: 5, name: "Workshop", child_ids: [], parent_id: null }],
      offices: [],
      content: CONTENT,
      company_name: "Taller Example",
      data_compliance: gdpr({}),
      questions: [...names, phone(true), resume(true)],
      ...KINDS[kind]?.(index + 1),
    };
  });
  const [first] = jobs;
  if (!first) throw new Error("no job");
  return [
    ...jobs,
    { ...first, id: 4_000_000_900, internal_job_id: null, title: "Tell us about you" },
    { ...first, id: 4_000_000_901, title: "" },
  ];
}
