// What many views and applications take of Cloudflare's services, and what that costs: docs/scale.md.
// What is measured, assumed and charged is in scale.json; tests hold each to what it is.
import { readFileSync } from "node:fs";

/** What Cloudflare gives an object, in GB, by which its time is charged. */
const OBJECT_GB = 0.128;

/**
 * @typedef {object} Counts of one page, or of one application
 * @property {number} requests of the Worker
 * @property {number} objectCalls
 * @property {number} rowsRead by objects, as the next
 * @property {number} rowsWritten
 * @property {number} platformRowsRead by the embedded platform, in D1
 */

/** @typedef {Counts & { platformRowsWritten: number; bucketWrites: number }} OfApplication */

/**
 * @typedef {object} Measured
 * @property {Record<"list" | "position" | "kept" | "search", Counts>} page the first two: drawn anew
 * @property {OfApplication} application with scripts: its CV comes by itself, in one piece
 * @property {OfApplication} plainApplication without them
 * @property {Counts} receipt
 * @property {{ held: number; receipt: number }} stored bytes of an object while it has the CV, and after
 * @property {number} cvBytes
 * @property {{ keptMs: number; timesKept: Record<"drawn" | "application" | "receipt", number> }} cpu
 * @property {{ view: number; application: number }} bytes that go out: of a view, and of an applicant's scripts and answers besides
 */

/**
 * @typedef {object} Assumed
 * @property {number} viewsPerDay
 * @property {number} applicationsPerDay
 * @property {number} drawnShare of the views: searches, and pages whose kept copy is too old
 * @property {number} receiptViews of an application
 * @property {number} positions that are open
 * @property {number} isolatesPerPosition that draw a position within an hour
 * @property {number} secondsInObject for which an application's object works: the CV comes up, the platform answers
 * @property {number} receiptDays
 * @property {number} keptMonths for which the embedded platform keeps a CV
 * @property {number} peak how many times the mean the busiest second has
 * @property {number} daysPerMonth
 */

/** @typedef {{ name: string; included: number; per: number; price: number }} Price a month, in US dollars */
/** @typedef {{ date: string; base: number; of: Record<string, Price> }} Prices */
/** @typedef {{ measured: Measured; assumed: Assumed; prices: Prices }} Scale */

/** What is measured, assumed and charged. */
export function readScale() {
  const text = readFileSync(new URL("scale.json", import.meta.url), "utf8");
  const scale = /** @type {Scale} */ (JSON.parse(text)); // as this folder has it
  return scale;
}

/**
 * What a day takes. What is stored is what has gathered once as much goes as comes, in GB.
 *
 * @param {Measured} measured @param {Assumed} assumed @returns {Record<string, number>} by the names of prices
 */
export function dayOf(measured, assumed) {
  const { page, application, receipt, stored, cvBytes, cpu, bytes } = measured;
  const { viewsPerDay: views, applicationsPerDay: applications, drawnShare } = assumed;
  const drawn = views * drawnShare;
  const receipts = applications * assumed.receiptViews;
  // An isolate writes a position's copy once an hour at most unless it changes.
  const copies = Math.min(drawn, assumed.positions * assumed.isolatesPerPosition * 24);
  const logged = views + applications * application.requests + receipts * receipt.requests;
  const keptTimes =
    views -
    drawn +
    drawn * cpu.timesKept.drawn +
    applications * cpu.timesKept.application +
    receipts * cpu.timesKept.receipt;
  return {
    requests: logged,
    cpuMs: keptTimes * cpu.keptMs,
    logEvents: logged,
    objectRequests:
      drawn * page.position.objectCalls +
      // Its last alarm, when the receipt has run out, is one more.
      applications * (application.objectCalls + 1) +
      receipts * receipt.objectCalls,
    gbSeconds: applications * assumed.secondsInObject * OBJECT_GB,
    rowsRead:
      drawn * page.position.rowsRead +
      applications * application.rowsRead +
      receipts * receipt.rowsRead,
    rowsWritten: copies * page.position.rowsWritten + applications * application.rowsWritten,
    storedGb: (applications * assumed.receiptDays * stored.receipt) / 1e9,
    d1RowsRead: drawn * page.list.platformRowsRead + applications * application.platformRowsRead,
    d1RowsWritten: applications * application.platformRowsWritten,
    r2Writes: applications * application.bucketWrites,
    r2Gb: (applications * assumed.daysPerMonth * assumed.keptMonths * cvBytes) / 1e9,
    gbOut: (views * bytes.view + applications * bytes.application) / 1e9,
  };
}

/** What is there all the time, and is not so much a day. */
const STANDING = ["storedGb", "r2Gb"];

/**
 * What a month takes of each service, and what it costs.
 *
 * @param {Record<string, number>} day @param {Prices} prices @param {number} daysPerMonth
 * @returns {{ name: string; perDay: number | undefined; perMonth: number; dollars: number }[]}
 */
export function monthOf(day, { of }, daysPerMonth) {
  return Object.entries(of).map(([key, { name, included, per, price }]) => {
    const amount = day[key];
    if (amount === undefined)
      throw new Error(`scale.json has a price of ${key}, which nothing takes`);
    const isStanding = STANDING.includes(key);
    const perMonth = isStanding ? amount : amount * daysPerMonth;
    const dollars = (Math.max(0, perMonth - included) / per) * price;
    return { name, perDay: isStanding ? undefined : amount, perMonth, dollars };
  });
}

/** A number as people read it: three digits that count. @param {number} value */
export function said(value) {
  const units = /** @type {const} */ ([
    [1e9, " billion"],
    [1e6, " million"],
    [1, ""],
  ]);
  const [unit, word] = units.find(([least]) => value >= least) ?? [1, ""];
  const digits = Number((value / unit).toPrecision(3));
  return `${digits.toLocaleString("en-US", { maximumFractionDigits: 2 })}${word}`;
}

/** @param {number} value */
const dollars = (value) => `$${value.toFixed(value < 10 ? 1 : 0)}`;

/** The table of docs/scale.md that says what it takes and costs. @param {Scale} scale @returns {string[][]} rows of cells */
export function costTable({ measured, assumed, prices }) {
  const lines = monthOf(dayOf(measured, assumed), prices, assumed.daysPerMonth);
  const all = lines.reduce((sum, line) => sum + line.dollars, prices.base);
  return [
    ["", "a day", "a month", "costs a month"],
    ...lines.map(({ name, perDay, perMonth, dollars: cost }) => [
      name,
      perDay === undefined ? "-" : said(perDay),
      said(perMonth),
      dollars(cost),
    ]),
    ["the plan", "-", "-", dollars(prices.base)],
    ["**all**", "-", "-", `**${dollars(all)}**`],
  ];
}

/** The table of docs/scale.md with what one thing takes. @param {Scale} scale @returns {string[][]} rows of cells */
export function eachTable({ measured }) {
  const { page, application, plainApplication, receipt, cpu } = measured;
  const { keptMs, timesKept } = cpu;
  /** @param {string} name @param {Counts & { platformRowsWritten?: number }} counts @param {number} times */
  const row = (name, counts, times) => [
    name,
    ...[counts.requests, counts.objectCalls, counts.rowsRead, counts.rowsWritten].map(String),
    `${counts.platformRowsRead} / ${counts.platformRowsWritten ?? 0}`,
    (times * keptMs).toPrecision(2),
  ];
  return [
    [
      "",
      "requests",
      "calls of objects",
      "rows read",
      "rows written",
      "D1 rows, read / written",
      "CPU ms",
    ],
    row("a page that is kept", page.kept, 1),
    row("a career site, drawn", page.list, timesKept.drawn),
    row("a position, drawn", page.position, timesKept.drawn),
    row("a search", page.search, timesKept.drawn),
    row("an application, with scripts", application, timesKept.application),
    row("an application, without", plainApplication, timesKept.application),
    row("a look at its receipt", receipt, timesKept.receipt),
  ];
}

/**
 * How it goes in the busiest second, and after the platform has been away.
 *
 * @param {Assumed} assumed @param {{ hoursAway: number; perSecond: number }} outage `perSecond` is RELEASE_PER_SECOND
 */
export function rushOf({ viewsPerDay, applicationsPerDay, peak }, { hoursAway, perSecond }) {
  const mean = applicationsPerDay / 86_400;
  const waiting = mean * hoursAway * 3600;
  return {
    viewsPerSecond: (viewsPerDay / 86_400) * peak,
    applicationsPerSecond: mean * peak,
    waiting,
    /** Those that come meanwhile wait as well. Infinity where they come faster than they go. */
    secondsUntilNoneWaits: perSecond > mean ? waiting / (perSecond - mean) : Infinity,
  };
}

/** The table of docs/scale.md with how long it takes until nothing waits. @param {Scale} scale @param {number} perSecond @returns {string[][]} */
export function outageTable({ assumed }, perSecond) {
  return [
    ["the platform was away for", "wait then", "until none waits"],
    ...[1, 24, 72].map((hoursAway) => {
      const { waiting, secondsUntilNoneWaits } = rushOf(assumed, { hoursAway, perSecond });
      const words = hoursAway === 1 ? "an hour" : `${hoursAway} hours`;
      return [words, said(waiting), `${(secondsUntilNoneWaits / 3600).toFixed(1)} hours`];
    }),
  ];
}

/** A table as markdown. @param {string[][]} rows the first is the head */
export const markdown = ([head = [], ...rows]) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
