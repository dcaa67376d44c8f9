// Models what candidates around the world wait for: `npm run bench -- world`. Compares the former
// design (memory, Cache API, rendering) and the new one (plus a store shared by all data centres) for the same views.
// `world-assumptions.mjs` lists the assumptions and their sources. Times are from a request's arrival at the data
// centre to the first byte, without the candidate's own round trip. It measures nothing: compare only the designs.
import { runIfMain } from "../scripts/stop";
import {
  CALLS_OF_COMPANY,
  CALLS_OF_RUN,
  COLD_READS,
  COMPANIES_PER_PUBLICATION,
  CRON_MS,
  DAY,
  EMBEDDED,
  EXTERNAL,
  MINUTE,
  RENDER_CPU_MS,
  VERIFIED_PAGES,
} from "./world-assumptions.mjs";
import { PAGES } from "./world-events.mjs";
import { simulate } from "./world-model.mjs";

const SHOWN = ["Sydney", "São Paulo", "Singapore", "Madrid"];

/** Simulated days for each number of views a day. */
const LOADS = { 300: 30, 3000: 15, 30_000: 1 };

/** Dollars per million operations, and millions a month that the Workers Paid plan includes. */
const PRICES = /** @type {const} */ ({
  kvReads: { price: 0.5, included: 10 },
  kvWrites: { price: 5, included: 1 },
  kvLists: { price: 5, included: 1 },
  // The example in docs/scale.md makes more requests than the plan includes.
  objectRequests: { price: 0.15, included: 0 },
  cpuMs: { price: 0.02, included: 0 },
});

/** The example in docs/scale.md: views a day in all, and dollars a month. */
const EXAMPLE = { viewsPerDay: 10_000_000, total: 460 };

/** More views add few requests per isolate, and need too much memory. */
const MOST_VIEWS = 1_000_000;

/** @typedef {import("./world-model.mjs").Result} Result */
/** @typedef {Partial<import("./world-model.mjs").Options>} Changed */

/** @param {number[]} sorted @param {number} share */
const percentile = (sorted, share) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;

/** @param {Result} result @param {string} [name] of a place */
function getTimes({ views }, name) {
  const chosen = name === undefined ? views : views.filter(({ place }) => place.name === name);
  const times = chosen.map(({ ms }) => ms).sort((one, other) => one - other);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share)));
  const shareOf = (/** @type {(view: Result["views"][number]) => boolean} */ isCounted) =>
    chosen.filter(isCounted).length / chosen.length;
  return {
    ...{ p50: p50 ?? NaN, p95: p95 ?? NaN, p99: p99 ?? NaN },
    waiting: shareOf(({ waits }) => waits),
    racing: shareOf(({ races }) => races),
    outdated: shareOf(({ outdatedMs }) => outdatedMs > 10 * MINUTE),
  };
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
  const times = [...SHOWN, undefined].map((place) => {
    const { p50, p95, p99 } = getTimes(result, place);
    return `${p50} / ${p95} / ${p99}`;
  });
  const { waiting, racing, outdated } = getTimes(result);
  const shares = [waiting, racing, outdated].map(formatShare);
  printRow(name, ...shares, ...times, ...Object.values(result.perDay).map(formatCount));
}

const HEAD = ["design", "wait", "race", "outdated by 10 min", ...SHOWN, "all"].concat(
  ["platform reads", "object requests", "KV reads", "writes", "lists", "site writes"].map(
    (name) => `${name} a day`,
  ),
);

/** @param {string} title @param {number} viewsPerDay @param {number} days @param {Changed} options */
function compare(title, viewsPerDay, days, options) {
  printHead(`${title}: p50 / p95 / p99 in ms`, HEAD);
  const former = simulate({ ...options, design: "former", viewsPerDay, days });
  printResult("former", former);
  const news = COLD_READS.map((cold) => {
    const result = simulate({ ...options, design: "new", viewsPerDay, days, cold });
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

/** Shows each assumption's effect. */
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
    ["a run verifies 10 of 48 pages", { mostPages: 10 }],
  ]);
  printHead("Assumptions, 3,000 views a day, cold reads 200 ms: p50 / p95 in ms", [
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
      simulate({ cold: 200, ...changed, design, viewsPerDay, days: 6 }),
    );
    const cells = both.flatMap((result) => {
      const [sydney, madrid] = ["Sydney", "Madrid"].map((place) => getTimes(result, place));
      const text = (/** @type {typeof sydney} */ times) => `${times?.p50} / ${times?.p95}`;
      return [formatShare(getTimes(result).waiting), text(sydney), text(madrid)];
    });
    printRow(name, ...cells, formatCount(both[1]?.perDay.kvReads ?? NaN));
  }
}

/**
 * Prints the price of the load in docs/scale.md, divided among all companies. Each has twenty jobs. No isolate is
 * evicted.
 */
function printPrice() {
  const names = /** @type {(keyof typeof PRICES)[]} */ (Object.keys(PRICES));
  printHead(`Price a month at ${formatCount(EXAMPLE.viewsPerDay)} views a day`, [
    ...["companies", "KV reads", "writes", "lists", "object requests", "CPU ms of runs"],
    ...["object requests before", "KV", "CPU", "objects", "in all", "of the example", "KV alone"],
  ]);
  for (const companies of [1, 10, 100]) {
    const viewsPerDay = Math.min(MOST_VIEWS, EXAMPLE.viewsPerDay / companies);
    const mostPages = Math.min(VERIFIED_PAGES, CALLS_OF_RUN / companies - CALLS_OF_COMPANY);
    const options = { viewsPerDay, mostPages, companies, days: 1, idleMs: Infinity };
    const runs = DAY / CRON_MS;
    const [former, built] = /** @type {const} */ (["former", "new"]).map((design) => {
      const counts = simulate({ ...options, design }).perDay;
      // The cron trigger's runs serve all companies. Purges start runs for a single company.
      const others = (counts.kvLists - runs) * companies;
      const publications = Math.ceil(companies / COMPANIES_PER_PUBLICATION);
      const siteWrites = runs * publications + (counts.siteWrites - runs) * companies;
      return {
        kvReads: counts.kvReads * companies,
        kvWrites: counts.kvWrites * companies + siteWrites,
        // A list has 1,000 keys.
        kvLists: (runs + others) * Math.ceil((companies * PAGES.length) / 1000),
        objectRequests: counts.objectRequests * companies,
        cpuMs: (runs * companies + others) * Math.min(mostPages, PAGES.length) * RENDER_CPU_MS,
      };
    });
    if (!former || !built) return;
    const cost = (/** @type {typeof built} */ counts, /** @type {keyof typeof PRICES} */ name) =>
      Math.max(0, (30 * counts[name]) / 1e6 - PRICES[name].included) * PRICES[name].price;
    const kv = cost(built, "kvReads") + cost(built, "kvWrites") + cost(built, "kvLists");
    const cpu = cost(built, "cpuMs");
    const objects = cost(built, "objectRequests") - cost(former, "objectRequests");
    const share = (/** @type {number} */ dollars) =>
      `${((100 * dollars) / EXAMPLE.total).toFixed(1)} %`;
    printRow(
      companies,
      ...names.map((name) => formatCount(30 * built[name])),
      formatCount(30 * former.objectRequests),
      ...[kv, cpu, objects, kv + cpu + objects].map((dollars) => `$${dollars.toFixed(1)}`),
      ...[share(kv + cpu + objects), share(kv)],
    );
  }
}

await runIfMain(import.meta.url, () => {
  for (const [views, days] of Object.entries(LOADS)) {
    const title = `${formatCount(Number(views))} views a day, platform in Madrid`;
    const results = compare(title, Number(views), days, { platform: EMBEDDED });
    if (views === "3000") printTargets(results);
  }
  for (const [name, region] of /** @type {const} */ ([
    ["enam", EXTERNAL.region],
    ["weur", EMBEDDED.region],
  ])) {
    const title = `External platform in Virginia, REGION=${name}, 3,000 views a day`;
    compare(title, 3000, 6, { platform: { ...EXTERNAL, region } });
  }
  printVariants();
  printPrice();
  return Promise.resolve();
});
