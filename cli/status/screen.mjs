// What `npm run status` shows: from readings of a site's health to lines of text.

/**
 * @typedef {object} Health what `/-/health` answers to an operator
 * @property {"ok" | "degraded"} status
 * @property {string | null} version
 * @property {{ isReachable: boolean; ms: number; kind?: string | undefined; status?: number | null | undefined }} platform
 * @property {{ waiting: number; failed: number; unconfirmed: number; oldestWaiting: string | null;
 *   delivered?: { hour: number; day: number } | undefined; missing: string[] }} applications
 */

/**
 * @typedef {object} Reading one look at a site
 * @property {number} at in ms since 1970
 * @property {number} ms how long the answer took
 * @property {Health} [health] undefined where there was no answer
 * @property {string} [fault] why there was none
 */

/** How many readings are shown side by side. */
export const SHOWN_READINGS = 40;

/** How many changes are remembered. */
const CHANGES_MOST = 10;

const BARS = "▁▂▃▄▅▆▇█";

/**
 * Values as a row of bars, the highest of them as high as a bar can be; a gap where there is none.
 *
 * @param {(number | undefined)[]} values
 */
export function sparkline(values) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  return values
    .map((value) =>
      value === undefined ? " " : BARS[Math.round((value / most) * (BARS.length - 1))],
    )
    .join("");
}

/** A time as an operator reads it. @param {number} at */
const clock = (at) => `${new Date(at).toISOString().slice(11, 19)} UTC`;

/** A span of time in one unit. @param {number} ms */
export function span(ms) {
  const units = /** @type {const} */ ([
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1000],
  ]);
  const [name, length] = units.find(([, length]) => ms >= length) ?? ["second", 1000];
  const count = Math.floor(Math.max(0, ms) / length);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** What a reading says of the whole: the words that a change is told in. @param {Reading} reading */
function standing({ health, fault }) {
  if (!health) return `the site does not answer: ${fault}`;
  const { platform, applications } = health;
  if (!platform.isReachable) return `the platform does not answer as it should: ${why(platform)}`;
  if (applications.missing.length > 0) return "a part of the index does not answer";
  return "all is well";
}

/** @param {Health["platform"]} platform */
const why = ({ kind = "unknown", status }) =>
  status === null || status === undefined ? kind : `${kind}, ${status}`;

/**
 * The changes between readings, the newest last.
 *
 * @param {readonly Reading[]} readings
 */
export const changes = (readings) =>
  readings
    .flatMap((reading, at) => {
      const before = readings[at - 1];
      const now = standing(reading);
      return before && standing(before) === now ? [] : [`${clock(reading.at)}  ${now}`];
    })
    .slice(-CHANGES_MOST);

/**
 * All that is shown of a site.
 *
 * @param {string} url of the site @param {readonly Reading[]} readings the newest last, at least one
 */
export function screen(url, readings) {
  const last = readings.at(-1);
  if (!last) throw new Error("There is no reading");
  const shown = readings.slice(-SHOWN_READINGS);
  const { health, fault, at, ms } = last;
  const bars = (/** @type {(reading: Reading) => number | undefined} */ value) =>
    sparkline(shown.map(value));
  const lines = health
    ? [
        row(
          "platform",
          platformSays(health.platform),
          bars(({ health }) => platformMs(health)),
        ),
        row(
          "waiting",
          waitingSays(health.applications, at),
          bars(({ health }) => health?.applications.waiting),
        ),
        row(
          "failed",
          `${health.applications.failed}, unconfirmed ${health.applications.unconfirmed}`,
          bars(({ health }) => health?.applications.failed),
        ),
        ...deliveredRow(health.applications, bars),
        ...(health.version === null ? [] : [row("version", health.version, "")]),
      ]
    : [];
  return [
    `${url}   ${clock(at)}`,
    "",
    row("site", health ? `answers in ${ms} ms` : `no answer: ${fault}`, bars(siteMs)),
    ...lines,
    "",
    ...changes(readings),
  ].join("\n");
}

/** @param {Reading} reading */
const siteMs = ({ health, ms }) => (health ? ms : undefined);

/** @param {Health | undefined} health */
const platformMs = (health) => (health?.platform.isReachable ? health.platform.ms : undefined);

/** @param {Health["platform"]} platform */
const platformSays = (platform) =>
  platform.isReachable ? `answers in ${platform.ms} ms` : `does not: ${why(platform)}`;

/** @param {Health["applications"]} applications @param {number} now */
function waitingSays({ waiting, oldestWaiting, missing }, now) {
  const since =
    oldestWaiting === null ? "" : `, the oldest for ${span(now - Date.parse(oldestWaiting))}`;
  return `${waiting}${since}${missing.length > 0 ? `; ${missing.join(", ")} not counted` : ""}`;
}

/**
 * Where the site counts them.
 *
 * @param {Health["applications"]} applications
 * @param {(value: (reading: Reading) => number | undefined) => string} bars
 */
const deliveredRow = ({ delivered, missing }, bars) =>
  delivered
    ? [
        row(
          "delivered",
          `${delivered.hour} in an hour, ${delivered.day} in a day${missing.length > 0 ? ", not all counted" : ""}`,
          bars(({ health }) => health?.applications.delivered?.hour),
        ),
      ]
    : [];

/** @param {string} name @param {string} words @param {string} bars */
const row = (name, words, bars) => `${name.padEnd(10)}${words.padEnd(46)} ${bars}`.trimEnd();
