// What `npm run load` was asked for: bounded in number and time, and for this machine's own sites.
import { Stop } from "../local.mjs";

export const USAGE = `npm run load                    readers and applicants at once, at a site of its own
npm run load -- --url ADDRESS   at a running site: the address of a career site,
                                such as http://localhost:8787/acme/6a1f8f5e-…
  --readers N       who read the list, search, and open positions (default: 8; at most 200)
  --applicants N    who open a position, and send its form with a CV (default: 4; at most 100; with
                    --url none unless said, because what they send goes to the platform behind it)
  --seconds N       how long they go on (default: 15; at most 300)
  --requests N      how many requests they make in all (default: 20000; at most 100000)
  --applications N  how many applications they send in all (default: 200; at most 2000)
  --cv-kb N         the size of a CV (default: 200; at most 25600)
  --kbit N          an applicant's line, in kbit/s; 0: as fast as it goes (default: 2000)
  --reader-kbit N   a reader's line, at least 50 kbit/s; 0: as fast as it goes (default: 0)
  --seed N          chooses who opens what (default: 1)
  --no-build        a site of its own is the one that was built before
  --yes-i-run-this-site
                    lets --url name a site that is not on this machine, whose limits hold
  --json            prints the figures as JSON, and nothing else, on stdout
Its own site runs as npm start's does, without limits, on a database that is removed afterwards.`;

/** Each number that may be said: what it is unless it is said, the least, and the most. */
const NUMBERS = {
  readers: { usual: 8, least: 0, most: 200 },
  applicants: { usual: 4, least: 0, most: 100 },
  seconds: { usual: 15, least: 1, most: 300 },
  requests: { usual: 20_000, least: 1, most: 100_000 },
  applications: { usual: 200, least: 0, most: 2000 },
  "cv-kb": { usual: 200, least: 1, most: 25_600 },
  kbit: { usual: 2000, least: 0, most: 1_000_000 },
  "reader-kbit": { usual: 0, least: 0, most: 1_000_000 },
  seed: { usual: 1, least: 0, most: 2 ** 31 - 1 },
};

/** @typedef {keyof typeof NUMBERS} Name */

const text = /** @type {const} */ ({ type: "string" });
const flag = /** @type {const} */ ({ type: "boolean", default: false });

/** What the command takes. */
export const OPTIONS = {
  url: text,
  readers: text,
  applicants: text,
  seconds: text,
  requests: text,
  applications: text,
  "cv-kb": text,
  kbit: text,
  "reader-kbit": text,
  seed: text,
  "yes-i-run-this-site": flag,
  "no-build": flag,
  json: flag,
};

/** The longest that one CV may go up, in s: nobody is begun with for whom the end would not wait. */
const CV_WITHIN = 60;

/**
 * @typedef {object} Options
 * @property {boolean} json
 * @property {boolean} isBuilt whether its own site is the one that was built before
 * @property {URL | undefined} url the career site; undefined: a site of its own
 * @property {Record<Name, number>} numbers
 */

/** Whether an address is this machine's own. @param {string} hostname as a URL has it */
export const isLoopback = (hostname) =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * @param {{ [name in Name]?: string } & { url?: string; json: boolean; "no-build": boolean;
 *   "yes-i-run-this-site": boolean }} values as they were given
 * @returns {Options}
 * @throws {Stop} where a value is wrong, or the site is not to be asked
 */
export function optionsIn(values) {
  const numbers = /** @type {Record<Name, number>} */ (
    Object.fromEntries(
      Object.entries(NUMBERS).map(([name, bounds]) => [
        name,
        numberOf(name, values[/** @type {Name} */ (name)], bounds),
      ]),
    )
  );
  const url = values.url === undefined ? undefined : careerSite(values.url);
  const isElsewhere = url !== undefined && !isLoopback(url.hostname);
  if (isElsewhere && !values["yes-i-run-this-site"]) {
    throw new Stop(
      `${url.hostname} is not on this machine. Only whoever runs a site may put it under load: say --yes-i-run-this-site`,
    );
  }
  if (url !== undefined && values.applicants === undefined) numbers.applicants = 0;
  const takes = numbers.kbit === 0 ? 0 : (numbers["cv-kb"] * 8) / numbers.kbit;
  if (takes > CV_WITHIN) {
    throw new Stop(
      `${numbers["cv-kb"]} KB take ${Math.round(takes)} s at ${numbers.kbit} kbit/s: at most ${CV_WITHIN} s, so make --cv-kb smaller or --kbit larger.`,
    );
  }
  if (numbers["reader-kbit"] > 0 && numbers["reader-kbit"] < 50) {
    throw new Stop("--reader-kbit takes 0, or 50 and more: a page would not end within the run.");
  }
  if (numbers.readers + numbers.applicants === 0) {
    throw new Stop("With no readers and no applicants there is nothing to do.");
  }
  return { json: values.json, isBuilt: values["no-build"], url, numbers };
}

/** @param {string} name @param {string | undefined} text @param {{ usual: number; least: number; most: number }} bounds */
function numberOf(name, text, { usual, least, most }) {
  if (text === undefined) return usual;
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new Stop(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`);
}

/** @param {string} text @returns {URL} the address of a career site, without its query */
function careerSite(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Stop(
      `--url takes an address such as http://localhost:8787/acme/6a1f…, not "${text}".`,
    );
  }
  url.search = url.hash = "";
  return url;
}
