// A site as an operator calls it: its addresses under /-/operator/applications, and what they answer.
import { z } from "zod";
import { meantBy, parseNumber } from "../../contract/receipt-number";
import { ensureLocalSecrets, Stop } from "../../scripts/local.mjs";

/** How many applications one call makes due. */
const AT_ONCE = 40;

const State = z.enum([
  "waiting",
  "sending",
  "failed",
  "unconfirmed",
  "delivered",
  "already-applied",
]);

/** An application in the list, without anything that the candidate entered. Times are ISO in UTC. */
const Entry = z.object({
  number: z.string(),
  receiptId: z.string(),
  state: State,
  reason: z.string().nullable(),
  clientUuid: z.string(),
  positionUuid: z.string(),
  sentAt: z.string(),
  attempts: z.number(),
  lastStatus: z.number().nullable(),
  dueAt: z.string(),
});

const Page = z.object({
  total: z.number(),
  missing: z.array(z.string()),
  next: z.string().nullable(),
  applications: z.array(Entry),
});

/** One application; `message` is what the platform said, and may quote what the candidate entered. */
const View = z.object({
  number: z.string(),
  receiptId: z.string(),
  state: State,
  reason: z.string().nullable(),
  company: z.object({ name: z.string(), uuid: z.string() }),
  position: z.object({ title: z.string(), uuid: z.string() }),
  sentAt: z.string(),
  attempts: z.number().nullable(),
  lastStatus: z.number().nullable(),
  message: z.string().nullable(),
  dueAt: z.string().nullable(),
  hasContents: z.boolean(),
  /** Of the receipt. */
  address: z.string(),
});

const File = z.object({
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  isDamaged: z.boolean().optional(),
});

const Export = z.looseObject({
  number: z.string(),
  cv: File.nullable(),
  files: z.array(File.extend({ field: z.string() })).default([]),
});

const Queued = z.object({
  queued: z.number(),
  sending: z.number(),
  unconfirmed: z.number(),
  done: z.number(),
  silent: z.number(),
});

/** @typedef {z.infer<typeof Entry>} Entry */
/** @typedef {z.infer<typeof Page>} Page */
/** @typedef {z.infer<typeof View>} View */
/** @typedef {z.infer<typeof Queued>} Queued */
/** @typedef {{ url: string; secret: string }} Site */

/**
 * The site that an operator means.
 *
 * @param {string | undefined} url its address, whose secret is in OPERATOR_SECRET; undefined: the local one
 * @returns {Promise<Site>}
 * @throws {Stop} where the address is none, or the secret would go over http
 */
export async function siteOf(url) {
  if (url !== undefined) {
    const secret = process.env.OPERATOR_SECRET;
    if (!secret) throw new Stop("Say the site's secret in the environment: OPERATOR_SECRET=…");
    if (!URL.canParse(url)) throw new Stop(`${url} is not an address such as https://jobs.example`);
    const { origin, protocol, hostname } = new URL(url);
    if (protocol !== "https:" && hostname !== "localhost" && hostname !== "127.0.0.1") {
      throw new Stop("A secret goes over https only.");
    }
    return { url: origin, secret };
  }
  const { operatorSecret } = await ensureLocalSecrets();
  return { url: `http://127.0.0.1:${process.env.PORT ?? "8787"}`, secret: operatorSecret };
}

/**
 * @param {Site} site @param {string} path below the operator's address @param {RequestInit} [init]
 * @throws {Stop} whose message says what to do
 */
async function call({ url, secret }, path, init = {}) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`${url}/-/operator/applications${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(120_000),
    });
  } catch {
    throw new Stop(`No site answers at ${url}. Start it (npm start), or name another: --url URL`);
  }
  if (response.status === 401) throw new Stop(`${url} does not know this OPERATOR_SECRET.`);
  if (!response.ok && response.status !== 404) {
    throw new Stop(`${url} answered ${response.status}.`);
  }
  return response;
}

/**
 * A page of what has not been delivered, the oldest first.
 *
 * @param {Site} site @param {{ number?: string; after?: string }} [query] `after` is the `next` of the
 *   page before; `number` names one application
 */
async function page(site, query = {}) {
  const response = await call(site, `?${new URLSearchParams(query)}`);
  if (response.status === 404) {
    throw new Stop(
      `${site.url} has no OPERATOR_SECRET, so nobody can ask it. Set one: npx wrangler secret put OPERATOR_SECRET`,
    );
  }
  return Page.parse(await response.json());
}

/**
 * Every page of what has not been delivered, the oldest first.
 *
 * @param {Site} site
 */
export async function* pages(site) {
  /** @type {string | null} */
  let next = null;
  do {
    /** @type {Page} */
    const one = await page(site, next === null ? {} : { after: next });
    yield one;
    ({ next } = one);
  } while (next !== null);
}

/**
 * The id of the receipt with this number, or whose number begins so, if it waits, has failed or is
 * unconfirmed. An id is taken as it is.
 *
 * @param {Site} site @param {string} number
 */
export async function receiptOf(site, number) {
  if (/^[0-9a-f]{64}$/.test(number)) return number;
  const { applications, missing } = await listed(site, number);
  const [one, ...others] = meantBy(applications, number) ?? [];
  if (one && others.length > 0) {
    const numbers = [one, ...others].map((each) => each.number).join(", ");
    throw new Stop(`${others.length + 1} numbers begin with ${number}: ${numbers}. Which one?`);
  }
  if (one) return one.receiptId;
  if (missing.length > 0) {
    throw new Stop(
      `${missing.join(" and ")} did not answer, so ${number} is not found. Try again.`,
    );
  }
  throw new Stop(
    `Nothing that waits, has failed or is unconfirmed has the number ${number}. What was delivered is in the inbox: npm run inbox -- ${number}`,
  );
}

/** What is listed under a number, or may be under one that begins so. @param {Site} site @param {string} text */
async function listed(site, text) {
  const number = parseNumber(text);
  if (number === undefined || meantBy([], number) === undefined) {
    throw new Stop(`"${text}" is not the number of a receipt, such as A7EB-22E4.`);
  }
  if (number.length === "A7EB-22E4".length) return page(site, { number });
  /** @type {Pick<Page, "applications" | "missing">} */
  const all = { applications: [], missing: [] };
  for await (const { applications, missing } of pages(site)) {
    all.applications.push(...applications);
    all.missing = [...new Set([...all.missing, ...missing])];
  }
  return all;
}

/** @param {Site} site @param {string} number @param {string} deed @param {RequestInit} [init] */
async function ofOne(site, number, deed, init) {
  const response = await call(site, `/${await receiptOf(site, number)}/${deed}`, init);
  if (response.status === 404) throw new Stop(`${number} is not there any more.`);
  return response;
}

/**
 * Where one stands (`show`), after it was sent (`send`) or given up (`drop`).
 *
 * @param {Site} site @param {"show" | "send" | "drop"} deed @param {string} number
 */
export async function act(site, deed, number) {
  const method = deed === "show" ? "GET" : "POST";
  return View.parse(await (await ofOne(site, number, deed, { method })).json());
}

/** What a candidate sent, without the files. @param {Site} site @param {string} number */
export const exported = async (site, number) =>
  Export.parse(await (await ofOne(site, number, "export")).json());

/** The file that a candidate sent for a field. @param {Site} site @param {string} number @param {string} field */
export const fileOf = (site, number, field) =>
  ofOne(site, number, `cv?field=${encodeURIComponent(field)}`);

/**
 * Makes applications due now that wait or have failed, some at a time.
 *
 * @param {Site} site @param {string[]} receiptIds @returns {AsyncGenerator<Queued>} what each call did
 */
export async function* queue(site, receiptIds) {
  for (let at = 0; at < receiptIds.length; at += AT_ONCE) {
    const body = JSON.stringify({ receiptIds: receiptIds.slice(at, at + AT_ONCE) });
    const response = await call(site, "/queue", { method: "POST", body });
    yield Queued.parse(await response.json());
  }
}
