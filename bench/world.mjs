// Models what candidates around the world wait for: `npm run bench -- world`. The same views meet the former design
// (memory, Cache API, rendering) and the new one (with a store that all data centres share). The assumptions and
// their sources are in `world-assumptions.mjs`. Times are from a request's arrival at the data centre to the first
// byte, without the candidate's own round trip. The model measures nothing, so compare designs, not with other pages.
import { runIfMain } from "../scripts/local";
import { COLD_READS, EMBEDDED, EXTERNAL } from "./world-assumptions.mjs";
import { simulate } from "./world-model.mjs";

const SHOWN = ["Sydney", "São Paulo", "Singapore", "Madrid"];

/** Counted days for each number of views a day. */
const LOADS = { 300: 30, 3000: 15, 30_000: 1 };

/**
 * Which variants of the new design the main tables show (`printVariants`).
 *
 * @type {Changed}
 */
const BUILT = {};

/** Prices in dollars per million operations (docs/scale.md), and the load of its example. */
const PRICE = { read: 0.5, write: 5 };
const EXAMPLE = { companies: 100, viewsPerDay: 100_000, total: 460 };

/** @typedef {import("./world-model.mjs").Result} Result */
/** @typedef {Partial<import("./world-model.mjs").Options>} Changed */

/** @param {number[]} sorted @param {number} share */
const percentile = (sorted, share) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;

/** @param {Result} result @param {string} [name] of a place */
function getTimes({ views }, name) {
  const chosen = name === undefined ? views : views.filter(({ place }) => place.name === name);
  const times = chosen.map(({ ms }) => ms).sort((one, other) => one - other);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share)));
  const waiting = chosen.filter(({ waits }) => waits).length / chosen.length;
  return { p50: p50 ?? NaN, p95: p95 ?? NaN, p99: p99 ?? NaN, waiting };
}

const formatShare = (/** @type {number} */ share) =>
  `${(100 * share).toFixed(share < 0.1 ? 2 : 0)} %`;
const formatCount = (/** @type {number} */ count) => Math.round(count).toLocaleString("en");
const printRow = (/** @type {unknown[]} */ ...cells) => console.log(`| ${cells.join(" | ")} |`);

/** @param {string} title @param {string[]} names */
function printHead(title, names) {
  console.log(`\n${title}\n`);
  printRow(...names);
  printRow(...names.map(() => "---"));
}

/** @param {string} name @param {Result} result */
function printResult(name, result) {
  const { platformReads, kvReads, kvWrites, kvLists } = result.perDay;
  const times = [...SHOWN, undefined].map((place) => {
    const { p50, p95, p99 } = getTimes(result, place);
    return `${p50} / ${p95} / ${p99}`;
  });
  const counts = [platformReads, kvReads, kvWrites, kvLists].map(formatCount);
  printRow(name, formatShare(getTimes(result).waiting), ...times, ...counts);
}

const HEAD = ["design", "wait", ...SHOWN, "all"].concat(
  ["platform reads", "KV reads", "writes", "lists"].map((name) => `${name} a day`),
);

/** @param {string} title @param {number} viewsPerDay @param {number} days @param {Changed} options */
function compare(title, viewsPerDay, days, options) {
  printHead(`${title}: p50 / p95 / p99 in ms`, HEAD);
  const former = simulate({ ...options, design: "former", viewsPerDay, days });
  printResult("former", former);
  const news = COLD_READS.map((cold) => {
    const result = simulate({ ...BUILT, ...options, design: "new", viewsPerDay, days, cold });
    printResult(`new, cold reads ${cold}${typeof cold === "number" ? " ms" : ""}`, result);
    return { cold, result };
  });
  return { former, news };
}

/** @param {ReturnType<typeof compare>} results */
function printTargets({ former, news }) {
  console.log("\nTargets at 3,000 views a day:\n");
  const say = (/** @type {boolean} */ isMet, /** @type {string} */ text) =>
    console.log(`- ${isMet ? "met" : "NOT MET"}: ${text}`);
  const before = getTimes(former, "Madrid");
  for (const { cold, result } of news) {
    const { waiting } = getTimes(result);
    const { p95 } = getTimes(result, "Sydney");
    say(waiting < 0.01, `cold reads ${cold}: ${formatShare(waiting)} wait, under 1 %`);
    say(p95 < 300, `cold reads ${cold}: Sydney p95 ${p95} ms, under 300 (a target for 200 only)`);
    const after = getTimes(result, "Madrid");
    // Percentiles of the same design differ by 2 ms from run to run.
    const isSlower = after.p50 > before.p50 + 2;
    const text = `Madrid ${after.p50} / ${after.p95} ms, before ${before.p50} / ${before.p95}`;
    say(!isSlower, `cold reads ${cold}: ${text}`);
  }
}

/** Shows what each assumption does, and variants of the new design. */
function printVariants() {
  const viewsPerDay = 3000;
  const variants = /** @type {[string, Changed][]} */ ([
    ["as above", {}],
    ["1 isolate per data centre", { isolates: 1 }],
    ["isolates live for an hour", { idleMs: 3_600_000 }],
    ["a host of its own", { isOwnHost: true }],
    ["no deployment", { deploymentsPerDay: 0 }],
    ["4 deployments a day", { deploymentsPerDay: 4 }],
    ["10 changes of jobs a day", { changesPerDay: 10 }],
    ["and a purge or deployment starts a run", { changesPerDay: 10, runsAtOnce: true }],
    ["measured, rendering starts after 300 ms", { cold: "measured", lateMs: 300 }],
    ["near data centres also ask the object", { asksObject: true }],
    ["and the record is kept in the Cache API", { asksObject: true, keepsRecord: true }],
  ]);
  printHead("Assumptions and variants, 3,000 views a day, cold reads 200 ms: p50 / p95 in ms", [
    "changed",
    "former: wait",
    "Sydney",
    "Madrid",
    "new: wait",
    "Sydney",
    "Madrid",
    "KV reads a day",
  ]);
  for (const [name, changed] of variants) {
    const both = /** @type {const} */ (["former", "new"]).map((design) =>
      simulate({ cold: 200, ...BUILT, ...changed, design, viewsPerDay, days: 6 }),
    );
    const cells = both.flatMap((result) => {
      const [sydney, madrid] = ["Sydney", "Madrid"].map((place) => getTimes(result, place));
      const text = (/** @type {typeof sydney} */ times) => `${times?.p50} / ${times?.p95}`;
      return [formatShare(getTimes(result).waiting), text(sydney), text(madrid)];
    });
    printRow(name, ...cells, formatCount(both[1]?.perDay.kvReads ?? NaN));
  }
}

/** The price at the load of docs/scale.md: all isolates live, and each company has twenty jobs. */
function printPrice() {
  const { companies, viewsPerDay, total } = EXAMPLE;
  printHead(
    `Price of KV for ${companies} companies with ${formatCount(viewsPerDay)} views a day each`,
    ["design", "reads a month", "writes and lists a month", "price", "of the example"],
  );
  const variants = /** @type {[string, Changed][]} */ ([
    ["a record per company", {}],
    ["and kept in the Cache API", { keepsRecord: true }],
    ["one record for the site, kept in the Cache API", { keepsRecord: true, hasSiteRecord: true }],
  ]);
  for (const [name, changed] of variants) {
    const options = { idleMs: Infinity, asksObject: true, ...changed };
    const { perDay } = simulate({ ...options, design: "new", cold: 200, viewsPerDay, days: 1 });
    // One record for the site is read once a minute in each of 30 data centres; a run lists five pages of keys.
    const site = changed.hasSiteRecord ? { reads: 30 * 1440 + 288, writes: 288 * 6 } : undefined;
    const reads = 30 * (perDay.kvReads * companies + (site?.reads ?? 0));
    const writes = 30 * ((perDay.kvWrites + perDay.kvLists) * companies + (site?.writes ?? 0));
    const dollars = (reads * PRICE.read + writes * PRICE.write) / 1e6;
    const more = `+${((100 * dollars) / total).toFixed(1)} %`;
    printRow(name, formatCount(reads), formatCount(writes), `$${dollars.toFixed(1)}`, more);
  }
}

await runIfMain(import.meta.url, () => {
  for (const [views, days] of Object.entries(LOADS)) {
    const title = `${formatCount(Number(views))} views a day, platform in Madrid`;
    const results = compare(title, Number(views), days, { platform: EMBEDDED });
    if (views === "3000") printTargets(results);
  }
  compare("External platform in Virginia, REGION=enam, 3,000 views a day", 3000, 6, {
    platform: EXTERNAL,
  });
  printVariants();
  printPrice();
  return Promise.resolve();
});
