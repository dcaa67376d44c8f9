// For an operator: how a site is, again and again, until Ctrl+C.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { runCommand } from "../../scripts/arguments.mjs";
import { Stop } from "../../scripts/local.mjs";
import { siteOf } from "../applications/old-operator-site.mjs";
import { screen } from "./screen.mjs";

const USAGE = `npm run status                 how the site is, every five seconds, until Ctrl+C
npm run status -- --once       once; the command fails where something is wrong
  --url URL       a site elsewhere; its secret is read from OPERATOR_SECRET
                  (default: the local one, on PORT or 8787)
  --every SECONDS between two looks (default: 5)
  --times N       as often, and no more`;

/** How many looks are remembered: an hour of them. */
const REMEMBERED = 720;

const Health = z.object({
  status: z.enum(["ok", "degraded"]),
  version: z.string().nullable(),
  platform: z.object({
    isReachable: z.boolean(),
    ms: z.number(),
    kind: z.string().optional(),
    status: z.number().nullable().optional(),
  }),
  applications: z.object({
    waiting: z.number(),
    failed: z.number(),
    unconfirmed: z.number(),
    // Missing if the site cannot tell.
    delivered: z.object({ hour: z.number(), day: z.number() }).optional(),
    oldestWaiting: z.string().nullable(),
    missing: z.array(z.string()),
  }),
});

/**
 * @param {import("../applications/old-operator-site.mjs").Site} site
 * @returns {Promise<import("./screen.mjs").Reading>}
 * @throws {Stop} where the site cannot be asked at all
 */
async function look({ url, secret }) {
  const at = Date.now();
  const fault = (/** @type {string} */ why) => ({ at, ms: Date.now() - at, fault: why });
  try {
    const response = await fetch(`${url}/-/health`, {
      headers: { Authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (response.status === 401) throw new Stop(`${url} does not know this OPERATOR_SECRET.`);
    if (response.status === 404) {
      throw new Stop(
        `${url} has no OPERATOR_SECRET. Set one: npx wrangler secret put OPERATOR_SECRET`,
      );
    }
    const answer = Health.safeParse(await response.json().catch(() => undefined));
    const ms = Date.now() - at;
    return answer.success ? { at, ms, health: answer.data } : fault(`HTTP ${response.status}`);
  } catch (error) {
    if (error instanceof Stop) throw error;
    const { name, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error);
    return fault(name === "TimeoutError" ? "none within 30 s" : (cause?.code ?? name));
  }
}

/** @param {string | undefined} text @param {string} name @param {number} otherwise */
function numberOf(text, name, otherwise) {
  const number = text === undefined ? otherwise : Number(text);
  if (!(number > 0)) throw new Stop(`--${name} takes a number above 0, not "${text}".`);
  return number;
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    url: { type: "string" },
    every: { type: "string" },
    times: { type: "string" },
    once: { type: "boolean", default: false },
  }),
};

await runCommand(import.meta.url, COMMAND, async ({ values }) => {
  const every = numberOf(values.every, "every", 5);
  const times = values.once ? 1 : numberOf(values.times, "times", Infinity);
  const site = await siteOf(values.url);
  /** @type {import("./screen.mjs").Reading[]} */
  const readings = [];
  for (let done = 0; done < times; done++) {
    if (done > 0) await sleep(every * 1000);
    readings.push(await look(site));
    readings.splice(0, readings.length - REMEMBERED);
    if (process.stdout.isTTY && !values.once) process.stdout.write("\u001b[H\u001b[2J");
    console.log(screen(site.url, readings));
  }
  if (readings.at(-1)?.health?.status !== "ok") process.exitCode = 1;
});
