import { LINKED, PICTURE, type BoardSystem } from "../board-system";
import {
  isPost,
  createJobKinds,
  startFakeSystem,
  type Answer,
  type BoardRequest,
} from "../fake-system";

const GREENHOUSE_KEY = "0d031d8227eafa61dc375a6c2e067e24";
const BOARD = "taller";

type Job = Record<string, unknown>;

export const field = (name: string, type: string, values: unknown[] = []) => ({
  name,
  type,
  values,
});
export const ask = (label: string, required: boolean, ...fields: unknown[]) => ({
  label,
  required,
  description: null,
  fields,
});

export const NAMES = [
  ask("First Name", true, field("first_name", "input_text")),
  ask("Last Name", true, field("last_name", "input_text")),
  ask("Email", true, field("email", "input_text")),
];
const phone = (required: boolean) => ask("Phone", required, field("phone", "input_text"));
export const resume = (required: boolean) =>
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

/** Questions of every type that the adapter supports. */
const questions = (required: boolean) => [
  ...NAMES,
  phone(required),
  resume(required),
  coverLetter(required),
  ask("LinkedIn Profile", required, field("question_1", "input_text")),
  ask("What did you repair last?", required, field("question_2", "textarea")),
  ask("May you work in Spain?", required, field("question_3", "multi_value_single_select", YES_NO)),
  ask(
    "Which shift?",
    required,
    field("question_4", "multi_value_single_select", choices("Early", "Late", "Night & day")),
  ),
  ask(
    "Which tools?",
    required,
    field("question_5[]", "multi_value_multi_select", choices("Lathe", "Mill", "Saw")),
  ),
  ask("Portfolio", required, field("question_6", "input_file")),
];

export const office = (name: string, location: string | null, ...child_ids: number[]) => ({
  ...{ id: name.length, name, location, child_ids, parent_id: null },
});

const createJob = (index: number, id: string, more: object): Job => ({
  id: Number(id),
  internal_job_id: Number(id) + 1000,
  title: `Potter ${index + 1}`,
  updated_at: "2026-11-20T10:00:00-05:00",
  first_published: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}T09:00:00-04:00`,
  requisition_id: `R-${index}`,
  location: { name: "São Paulo, Brazil" },
  absolute_url: `https://boards.example/taller/jobs/${id}`,
  language: "en",
  metadata: [{ id: 1, name: "Employment Type", value: "Full time", value_type: "single_select" }],
  departments: [{ id: 5, name: "Workshop", child_ids: [], parent_id: null }],
  offices: [
    office("Americas", "Brazil", 62),
    office("São Paulo", "São Paulo, State of São Paulo, Brazil"),
  ],
  // Greenhouse's API escapes HTML in this field once.
  content:
    "&lt;h2&gt;What you do&lt;/h2&gt;&lt;p&gt;Research &amp;amp; development, &lt;strong&gt;every day&lt;/strong&gt;.&lt;/p&gt;",
  company_name: "Taller Example",
  data_compliance: [{ type: "gdpr", requires_consent: false }],
  questions: [...NAMES, phone(true), resume(true)],
  ...more,
});

/** Properties of a job that are returned only if the query requests them. */
const ON_REQUEST = {
  questions: ["questions", "location_questions", "compliance", "demographic_questions"],
  pay_transparency: ["pay_input_ranges"],
};

/**
 * Starts a fake of Greenhouse's Job Board API as documented (grnhse/greenhouse-api-docs). Reading needs no
 * key, and posting needs Basic authentication. The fake does not check required fields.
 */
export async function startGreenhouse(kinds: Record<string, object> = {}) {
  const { jobId, jobs } = createJobKinds(
    {
      plain: {},
      "everything required": { questions: questions(true) },
      "everything optional": { questions: questions(false) },
      ...kinds,
    },
    (index) => String(4_000_000_001 + index),
    createJob,
  );
  /** Accepted applications, in order. */
  const applications: { job: string; form: FormData }[] = [];

  function answer(request: BoardRequest): Answer {
    const { pathname, searchParams } = new URL(request.path, "http://x");
    const [, board, id] = /^\/v1\/boards\/([^/]+)\/jobs(?:\/(\d+))?$/.exec(pathname) ?? [];
    if (board !== BOARD) return notFound;
    if (id === undefined) {
      const listed = [...jobs.values()].map((job) => selectProperties(job, searchParams));
      return { status: 200, body: { jobs: listed, meta: { total: listed.length } } };
    }
    const job = jobs.get(id);
    if (!job) return notFound;
    if (request.method === "GET") return { status: 200, body: selectProperties(job, searchParams) };
    return apply(id, request);
  }

  function apply(job: string, { headers, form }: BoardRequest): Answer {
    const basic = `Basic ${Buffer.from(`${GREENHOUSE_KEY}:`).toString("base64")}`;
    if (headers.authorization !== basic)
      return { status: 401, body: { error: "Invalid Basic Auth credentials" } };
    if (!form) return { status: 400, body: { error: "no form" } };
    if (form.get("email") === "ana@refused") {
      return { status: 401, body: { error: "Failed to save person", status: 401 } };
    }
    applications.push({ job, form });
    return { status: 200, body: { success: "Candidate saved successfully" } };
  }

  const server = await startFakeSystem(answer);
  return { ...server, address: `${server.url}/v1`, jobs, jobId, applications };
}

const notFound = { status: 404, body: { status: 404, error: "Job not found" } };

function selectProperties(job: Job, query: URLSearchParams): Job {
  const hidden = Object.entries(ON_REQUEST)
    .filter(([name]) => query.get(name) !== "true")
    .flatMap(([, keys]) => keys);
  return Object.fromEntries(Object.entries(job).filter(([key]) => !hidden.includes(key)));
}

const KINDS = {
  remote: { location: { name: "Remote - Spain" } },
  "several places": {
    location: { name: "Valencia or Gdańsk" },
    offices: [
      office("Spain", "Valencia, Valencian Community, Spain"),
      office("Gdańsk", "Gdańsk, Poland"),
    ],
  },
  "bare place": { location: { name: "Berlin" }, offices: [office("Berlin", null)] },
  pay: {
    pay_input_ranges: [
      {
        min_cents: 1575,
        max_cents: 1800,
        currency_type: "EUR",
        title: null,
        blurb: "<p>Or 20.</p>",
      },
    ],
  },
  link: {
    questions: [
      ...NAMES,
      { ...ask("Policy", true, field("question_70", "input_text")), description: LINKED },
    ],
  },
  picture: { content: PICTURE.replaceAll("<", "&lt;").replaceAll(">", "&gt;") },
};

/** Configures the shared test suite. */
export const boardSystem = {
  name: "Greenhouse",
  code: "gh",
  start: (more = {}) => startGreenhouse({ ...KINDS, ...more }),
  board: { system: "greenhouse", board: "taller", key: "GREENHOUSE_KEY" },
  secrets: { GREENHOUSE_KEY },
  reads: 2,
  isPost,
  pay: "no interval",
  link: "text",
  second: "takes",
} as const satisfies BoardSystem;
