import { PICTURE, type BoardSystem } from "../board-system";
import {
  isPost,
  createJobKinds,
  startFakeSystem,
  type Answer,
  type BoardRequest,
} from "../fake-system";

const LEVER_KEY = "lv-7d1c2e5b9a";
const SITE = "taller";

type Posting = Record<string, unknown>;

const CATEGORIES = {
  location: "Valencia",
  allLocations: ["Valencia"],
  commitment: "Full-time",
  team: "Frames",
  department: "Workshop",
};

const createPosting = (index: number, id: string, more: object): Posting => ({
  id,
  text: `Framebuilder ${index + 1}`,
  categories: CATEGORIES,
  country: "ES",
  opening: "<div>Hello.</div>",
  description: "<div>Hello.</div><div>You <b>braze</b> &amp; file.</div>",
  descriptionBody: "<div>You <b>braze</b> &amp; file.</div>",
  lists: [{ text: "You bring", content: "<li>Patience</li><li>A file</li>" }],
  additional: "<div>We answer everybody.</div>",
  hostedUrl: `https://jobs.lever.co/${SITE}/${id}`,
  applyUrl: `https://jobs.lever.co/${SITE}/${id}/apply`,
  workplaceType: "on-site",
  createdAt: Date.UTC(2026, 9, 1 + (index % 28), 9),
  ...more,
});

export const leverId = (index: number) => `5ac21346-8e0c-4494-8e7a-3eb92ff7${String(1000 + index)}`;

const PARTS =
  /^(name|email|phone|org|urls\[.+\]|comments|silent|source|opportunityLocation|consent\[(marketing|store)\](\[(provided|compliancePolicyId)\])?|resume)$/;

/**
 * Starts a fake of Lever's Postings API as documented. Lists are paged by `skip` and `limit`. The URL of
 * a POST contains the key. Applications for a posting are merged if they have the same email address.
 */
export async function startLever(kinds: Record<string, object> = {}) {
  const several = { ...CATEGORIES, allLocations: ["Valencia", "Gdańsk", "Oaxaca"] };
  const { jobs, jobId } = createJobKinds(
    { plain: {}, "everything required": { categories: several }, ...kinds },
    leverId,
    createPosting,
  );
  /** Accepted applications in order, one per email address and posting. */
  const applications: { posting: string; form: FormData }[] = [];

  function answer({ method, path, form }: BoardRequest): Answer {
    const { pathname, searchParams } = new URL(path, "http://x");
    const [, site, id] = /^\/v0\/postings\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (site !== SITE) return failure(404, "Document not found");
    if (id === undefined) {
      const skip = Number(searchParams.get("skip") ?? 0);
      const limit = Number(searchParams.get("limit") ?? Infinity);
      return { status: 200, body: [...jobs.values()].slice(skip, skip + limit) };
    }
    const posting = jobs.get(id);
    if (!posting) return failure(404, "Document not found");
    if (method === "GET") return { status: 200, body: posting };
    return apply(id, searchParams, form);
  }

  function apply(posting: string, query: URLSearchParams, form: FormData | undefined): Answer {
    if (query.get("key") !== LEVER_KEY) return failure(401, "Invalid API key");
    if (!form) return failure(400, "no form");
    const unknown = [...form.keys()].find((name) => !PARTS.test(name));
    if (unknown !== undefined) return failure(400, `Unknown field: ${unknown}`);
    const email = form.get("email");
    if (email === "ana@refused") return failure(400, "Invalid field: email");
    const isMerged = applications.some(
      (application) => application.posting === posting && application.form.get("email") === email,
    );
    if (!isMerged) applications.push({ posting, form });
    return { status: 200, body: { ok: true, applicationId: `app-${applications.length}` } };
  }

  const server = await startFakeSystem(answer);
  return { ...server, address: `${server.url}/v0`, jobs, jobId, applications };
}

const failure = (status: number, error: string): Answer => ({
  status,
  body: { ok: false, error },
});

const KINDS = {
  remote: {
    categories: { location: "Remote" },
    workplaceType: "remote",
  },
  "several places": {
    categories: { location: "Valencia", allLocations: ["Valencia", "Gdańsk, Poland"] },
    workplaceType: "onsite",
  },
  "bare place": { categories: { location: "Berlin" }, country: null },
  pay: {
    salaryRange: { currency: "EUR", interval: "per-hour-wage", min: 15.75, max: 18 },
    salaryDescriptionPlain: "€15.75 to €18.",
  },
  picture: { description: PICTURE, lists: [], additional: "" },
};

/** Configures the shared test suite. */
export const boardSystem = {
  name: "Lever",
  code: "lv",
  start: (more = {}) => startLever({ ...KINDS, ...more }),
  board: { system: "lever", board: "taller", key: "LEVER_KEY", required_questions: "none" },
  secrets: { LEVER_KEY },
  reads: 2,
  isPost,
  pay: "whole",
  second: "merges",
} as const satisfies BoardSystem;
