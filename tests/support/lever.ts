import { startStandIn, type Answer, type Asked } from "./stand-in";

/** A made-up company's postings in the shape of Lever's Postings API; nothing is of a real one. */

export const LEVER_KEY = "lv-7d1c2e5b9a";
const SITE = "taller";

export type LeverPosting = Record<string, unknown> & { id: string };

/** What makes each kind of posting another one. */
const KINDS: Record<string, object> = {
  plain: {},
  "several places": {
    categories: {
      location: "Valencia",
      allLocations: ["Valencia", "Gdańsk", "Oaxaca"],
      commitment: "Full-time",
      team: "Frames",
      department: "Workshop",
    },
  },
  "its own questions": {},
  pay: {
    salaryRange: { currency: "EUR", interval: "per-year-salary", min: 28_000, max: 32_000 },
    salaryDescription: "<div>And a share.</div>",
    salaryDescriptionPlain: "And a share.",
  },
  "half a pay": { salaryRange: { currency: "EUR", interval: "per-hour-wage", max: 18 } },
  "pay in another unit": {
    salaryRange: { currency: "EUR", interval: "one-time", min: 900, max: 900 },
  },
  "pay in words": { salaryDescriptionPlain: "As agreed." },
  remote: { workplaceType: "remote" },
  hybrid: { workplaceType: "hybrid" },
  "no workplace": { workplaceType: "unspecified" },
  "without a day": { createdAt: undefined },
  "without categories": { categories: {}, country: null },
  "without texts": { description: "", lists: [], additional: "" },
  "lists without a heading": { lists: [{ text: "", content: "<li>Gloves</li>" }] },
  "a heading with signs": { lists: [{ text: "Saws & <tools>", content: "<li>Both</li>" }] },
};

const NAMES = Object.keys(KINDS);
const idAt = (index: number) =>
  `5ac21346-8e0c-4494-8e7a-3eb92ff7${String(1000 + index).padStart(4, "0")}`;
/** The id of the first posting of a kind. */
export const leverId = (kind: string) => idAt(NAMES.indexOf(kind));

function postings(): LeverPosting[] {
  return [...NAMES, ...NAMES, ...NAMES].map((kind, index) => ({
    id: idAt(index),
    text: `Framebuilder ${index + 1}`,
    categories: {
      location: index % 2 ? "Valencia" : "Gdańsk",
      allLocations: [index % 2 ? "Valencia" : "Gdańsk"],
      commitment: index % 3 ? "Full-time" : "Part-time",
      team: "Frames",
      department: "Workshop",
    },
    country: "ES",
    opening: "<div>Hello.</div>",
    description: "<div>Hello.</div><div>You <b>braze</b> &amp; file.</div>",
    descriptionBody: "<div>You <b>braze</b> &amp; file.</div>",
    lists: [{ text: "You bring", content: "<li>Patience</li><li>A file</li>" }],
    additional: "<div>We answer everybody.</div>",
    hostedUrl: `https://jobs.lever.co/${SITE}/${idAt(index)}`,
    applyUrl: `https://jobs.lever.co/${SITE}/${idAt(index)}/apply`,
    workplaceType: "on-site",
    createdAt: Date.UTC(2026, 9, 1 + (index % 28), 9),
    ...KINDS[kind],
  }));
}

const TEXT_PARTS = /^(name|email|phone|org|urls\[.+\]|comments|silent|source|opportunityLocation)$/;
const PARTS = new RegExp(`${TEXT_PARTS.source}|^consent\\[(marketing|store)\\]$|^resume$`);

/**
 * Lever's Postings API as its documentation has it: pages of `skip` and `limit`, a key in the address
 * of a post, `{ok, applicationId}` or `{ok: false, error}`, candidates merged by their e-mail address,
 * and 429 for more than two posts a second where `perSecond` says so.
 */
export async function startLever({ perSecond = Infinity } = {}) {
  const open = new Map<string, LeverPosting>(postings().map((one) => [one.id, one]));
  /** What was taken, in its order: one for each address and posting. */
  const applications: { posting: string; form: FormData }[] = [];
  /** How many posts were turned away because they came too fast. */
  const limited = { count: 0 };
  let second = { began: 0, posts: 0 };

  function answer({ method, path, form }: Asked): Answer {
    const { pathname, searchParams } = new URL(path, "http://x");
    const [, site, id] = /^\/v0\/postings\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (site !== SITE) return failure(404, "Document not found");
    if (id === undefined) {
      const skip = Number(searchParams.get("skip") ?? 0);
      const limit = Number(searchParams.get("limit") ?? Infinity);
      return { status: 200, body: [...open.values()].slice(skip, skip + limit) };
    }
    const posting = open.get(id);
    if (!posting) return failure(404, "Document not found");
    if (method === "GET") return { status: 200, body: posting };
    return isTooFast() ? failure(429, "Too many requests") : apply(id, searchParams, form);
  }

  function isTooFast(): boolean {
    const now = Date.now();
    if (now - second.began >= 1000) second = { began: now, posts: 0 };
    second.posts += 1;
    if (second.posts <= perSecond) return false;
    limited.count += 1;
    return true;
  }

  function apply(posting: string, query: URLSearchParams, form: FormData | undefined): Answer {
    if (query.get("key") !== LEVER_KEY) return failure(401, "Invalid API key");
    if (!form) return failure(400, "no form");
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const unknown = [...form.keys()].find((name) => !PARTS.test(name));
    if (unknown !== undefined) return failure(400, `Unknown field: ${unknown}`);
    if (text("name") === "") return failure(400, "Missing required field: name");
    if (!text("email").includes("@") || text("email").endsWith("@refused")) {
      return failure(400, "Invalid field: email");
    }
    const isMerged = applications.some(
      (one) => one.posting === posting && one.form.get("email") === text("email"),
    );
    if (!isMerged) applications.push({ posting, form });
    return { status: 200, body: { ok: true, applicationId: `app-${applications.length}` } };
  }

  const server = await startStandIn(answer);
  return { ...server, address: `${server.url}/v0`, open, applications, limited };
}

const failure = (status: number, error: string): Answer => ({
  status,
  body: { ok: false, error },
});

export type Lever = Awaited<ReturnType<typeof startLever>>;
