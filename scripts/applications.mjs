// Lists the applications that have not been delivered; sends one again, or gives it up.
import { parseArgs } from "node:util";
import { z } from "zod";
import { ensureLocalSecrets, runIfMain, Stop } from "./local.mjs";

/** An undelivered application, without anything that the candidate entered. Times are ISO in UTC. */
const Undelivered = z.object({
  number: z.string(),
  receiptId: z.string(),
  state: z.enum(["waiting", "failed"]),
  clientUuid: z.string(),
  positionUuid: z.string(),
  sentAt: z.string(),
  attempts: z.number(),
  lastStatus: z.number().nullable(),
  dueAt: z.string(),
});

const List = z.object({ total: z.number(), applications: z.array(Undelivered) });

/** @typedef {z.infer<typeof Undelivered>} Undelivered */
/** @typedef {{ url: string; secret: string }} Site */

/**
 * @param {Site} site @param {string} path below the operator's address @param {"GET" | "POST"} method
 * @throws {Stop} whose message says what to do
 */
async function call({ url, secret }, path, method = "GET") {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`${url}/-/operator/applications${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(120_000),
    });
  } catch {
    throw new Stop(`No site answers at ${url}. Start it (npm start), or name another: --url URL`);
  }
  if (response.status === 401) {
    throw new Stop(`${url} does not know this OPERATOR_SECRET.`);
  }
  return response;
}

/**
 * The applications that wait or have failed, the oldest first.
 *
 * @param {Site} site @param {string} [number] only the one with this number
 */
export async function undelivered(site, number) {
  const response = await call(
    site,
    number === undefined ? "" : `?number=${encodeURIComponent(number)}`,
  );
  if (response.status === 404) {
    throw new Stop(
      `${site.url} has no OPERATOR_SECRET, so nobody can ask it. Set one: npx wrangler secret put OPERATOR_SECRET`,
    );
  }
  if (!response.ok) throw new Stop(`${site.url} answered ${response.status}.`);
  return List.parse(await response.json());
}

/**
 * Sends an application again, or gives it up.
 *
 * @param {Site} site @param {"send" | "drop"} deed @param {string} number
 * @returns {Promise<string>} what has become of it, in words
 */
export async function act(site, deed, number) {
  const [one] = (await undelivered(site, number)).applications;
  if (!one) throw new Stop(`Nothing that waits or has failed has the number ${number}.`);
  const response = await call(site, `/${one.receiptId}/${deed}`, "POST");
  if (response.status === 404) throw new Stop(`${one.number} is not there any more.`);
  if (!response.ok) throw new Stop(`${site.url} answered ${response.status}.`);
  return z.object({ standing: z.string() }).parse(await response.json()).standing;
}

/** @param {string} iso */
const time = (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`;

/** @param {Undelivered} application */
function describe({ number, state, positionUuid, sentAt, attempts, lastStatus, dueAt }) {
  const answer = lastStatus === null ? "no answer" : `last answer ${lastStatus}`;
  const next = state === "waiting" ? "next attempt" : "kept until";
  return [
    `${number}  ${state.padEnd(7)}  sent ${time(sentAt)}, position ${positionUuid}`,
    `           ${attempts} ${attempts === 1 ? "attempt" : "attempts"}, ${answer}; ${next} ${time(dueAt)}`,
  ].join("\n");
}

/** What a deed has come to. @type {Record<string, string>} */
const STANDINGS = {
  delivered: "It has been delivered.",
  "on-its-way": "The platform did not take it; it waits, and is tried again.",
  undelivered: "It is not delivered, and not tried again by itself.",
  "already-applied": "The company already has an application of this candidate.",
};

const USAGE = `npm run applications                     lists what waits for the platform or has failed
npm run applications -- send NUMBER      sends one again, now
npm run applications -- drop NUMBER      gives one up: what it holds is deleted
  --url URL     a site elsewhere; its secret is read from OPERATOR_SECRET
                (default: the local one, on PORT or 8787)
  --json        prints JSON, and nothing else, on stdout`;

await runIfMain(import.meta.url, async () => {
  const { values, positionals } = readArguments();
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const site = await siteOf(values.url);
  const [deed, which, ...rest] = positionals;
  if (deed === undefined) {
    const list = await undelivered(site);
    if (values.json) console.log(JSON.stringify(list, null, 2));
    else if (list.total === 0) console.log("Every application has been delivered.");
    else {
      console.log(list.applications.map(describe).join("\n\n"));
      const more = list.total - list.applications.length;
      if (more > 0) console.log(`\nand ${more} more.`);
    }
    return;
  }
  if ((deed !== "send" && deed !== "drop") || which === undefined || rest.length > 0) {
    throw new Stop(USAGE);
  }
  const standing = await act(site, deed, which);
  console.log(values.json ? JSON.stringify({ standing }) : (STANDINGS[standing] ?? standing));
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** @param {string | undefined} url @returns {Promise<Site>} */
async function siteOf(url) {
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
