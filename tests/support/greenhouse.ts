import { startStandIn, type Answer, type Asked } from "./stand-in";
import { greenhouseJobs, type GreenhouseJob } from "./greenhouse-jobs";

export const GREENHOUSE_KEY = "0d031d8227eafa61dc375a6c2e067e24";
const BOARD = "taller";

/** What is only in a job's own answer, and there only if it is asked for. */
const ON_REQUEST = {
  questions: ["questions", "location_questions", "compliance", "demographic_questions"],
  pay_transparency: ["pay_input_ranges"],
};

/**
 * Greenhouse's Job Board API as its documentation has it (grnhse/greenhouse-api-docs): reading without
 * a key, applying with Basic, 404 for what is not live, and no look at whether required fields are there.
 */
export async function startGreenhouse() {
  const jobs = new Map<number, GreenhouseJob>(greenhouseJobs().map((job) => [job.id, job]));
  /** What was taken, in its order. */
  const applications: { job: number; form: FormData }[] = [];

  function answer(asked: Asked): Answer {
    const { pathname, searchParams } = new URL(asked.path, "http://x");
    const [, board, id] = /^\/v1\/boards\/([^/]+)\/jobs(?:\/(\d+))?$/.exec(pathname) ?? [];
    if (board !== BOARD) return notFound;
    if (id === undefined) {
      const listed = [...jobs.values()].map((job) => shown(job, searchParams));
      return { status: 200, body: { jobs: listed, meta: { total: listed.length } } };
    }
    const job = jobs.get(Number(id));
    if (!job) return notFound;
    if (asked.method === "GET") return { status: 200, body: shown(job, searchParams) };
    return apply(job, asked);
  }

  function apply(job: GreenhouseJob, { headers, form }: Asked): Answer {
    const basic = `Basic ${Buffer.from(`${GREENHOUSE_KEY}:`).toString("base64")}`;
    if (headers.authorization !== basic)
      return { status: 401, body: { error: "Invalid Basic Auth credentials" } };
    if (!form) return { status: 400, body: { error: "no form" } };
    const wrong = ["first_name", "last_name", "email"].filter((name) => !form.get(name));
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text(form, "email"))) wrong.push("email");
    for (const name of ["first_name", "last_name", "phone"]) {
      if (text(form, name).includes("://")) wrong.push(name);
    }
    for (const [name, value] of form) {
      if (!(value instanceof File)) continue;
      if (value.size === 0 || !/\.(pdf|docx?|txt|rtf)$/i.test(value.name)) wrong.push(name);
    }
    if (wrong.length > 0) {
      const error = `Invalid attributes: ${[...new Set(wrong)].join(",")}`;
      return { status: 422, body: { status: 422, error } };
    }
    applications.push({ job: job.id, form });
    return { status: 200, body: { success: "Candidate saved successfully" } };
  }

  const server = await startStandIn(answer);
  return { ...server, address: `${server.url}/v1`, jobs, applications };
}

export type Greenhouse = Awaited<ReturnType<typeof startGreenhouse>>;

const notFound = { status: 404, body: { status: 404, error: "Job not found" } };
const text = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

function shown(job: GreenhouseJob, query: URLSearchParams): Record<string, unknown> {
  const hidden = Object.entries(ON_REQUEST)
    .filter(([name]) => query.get(name) !== "true")
    .flatMap(([, keys]) => keys);
  return Object.fromEntries(Object.entries(job).filter(([key]) => !hidden.includes(key)));
}

/** Matches posts of applications. */
export const isPost = ({ method }: Asked) => method === "POST";
/** Matches the read of one job. */
export const isJobRead = ({ method, path }: Asked) => method === "GET" && /\/jobs\/\d/.test(path);
/** Matches the read of the list. */
export const isListRead = ({ path }: Asked) => /\/jobs(\?|$)/.test(path);
