// Assumptions of `world.mjs`, each with its source. "Our assumption" marks a number that nobody has published.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;

/** @typedef {"europe" | "north-america" | "latin-america" | "middle-east" | "africa" | "south-asia" | "east-asia" | "oceania"} Continent */
/** @typedef {{ name: string; continent: Continent; share: number; utc: number; madrid: number; virginia: number }} Place */

/**
 * Data centres: share of all views in per mille, hours from UTC, and round trips to Madrid and to Virginia in ms.
 *
 * Shares: our assumption, a company in Spain whose candidates come from everywhere.
 *
 * Round trips: monthly averages between IBM Cloud's regions, 6 September to 5 October 2025, for Frankfurt, London,
 * Ashburn, Dallas, Toronto, São Paulo, Tokyo and Sydney (cloud.ibm.com/docs/vpc?topic=vpc-network-latency-dashboard).
 * The others are WonderNetwork's averages of 2018-11-10 (wondernetwork.com/pings, as stored in
 * github.com/ConsenSys/wittgenstein). WonderNetwork measured 344 ms for Sydney and 234 ms for São Paulo: the lower
 * figures favour the former design. Mumbai uses Pune's figure. A data centre in the platform's city has 2 ms (our
 * assumption).
 *
 * @type {Place[]}
 */
export const PLACES = /** @type {[string, Continent, number, number, number, number][]} */ ([
  ["Madrid", "europe", 130, 1, 2, 87],
  ["Barcelona", "europe", 60, 1, 9, 118],
  ["Lisbon", "europe", 30, 0, 18, 109],
  ["London", "europe", 50, 0, 27, 76],
  ["Paris", "europe", 40, 1, 24, 85],
  ["Frankfurt", "europe", 40, 1, 29, 88],
  ["Amsterdam", "europe", 25, 1, 30, 83],
  ["Milan", "europe", 25, 1, 26, 101],
  ["Warsaw", "europe", 25, 1, 53, 145],
  ["Stockholm", "europe", 15, 1, 55, 142],
  ["Istanbul", "middle-east", 15, 3, 74, 136],
  ["Dubai", "middle-east", 20, 4, 138, 206],
  ["Cairo", "africa", 15, 2, 96, 136],
  ["Johannesburg", "africa", 15, 2, 184, 257],
  ["Mexico City", "latin-america", 60, -6, 159, 57],
  ["Bogotá", "latin-america", 45, -5, 194, 89],
  ["Lima", "latin-america", 35, -5, 192, 103],
  ["Santiago", "latin-america", 30, -4, 238, 143],
  ["Buenos Aires", "latin-america", 45, -3, 248, 155],
  ["São Paulo", "latin-america", 40, -3, 203, 116],
  ["Miami", "north-america", 35, -5, 131, 26],
  ["Ashburn", "north-america", 45, -5, 87, 2],
  ["Dallas", "north-america", 25, -6, 116, 32],
  ["Los Angeles", "north-america", 25, -8, 164, 62],
  ["Toronto", "north-america", 20, -5, 104, 19],
  ["Mumbai", "south-asia", 30, 5.5, 116, 195],
  ["Singapore", "east-asia", 20, 8, 257, 223],
  ["Manila", "east-asia", 15, 8, 275, 256],
  ["Tokyo", "east-asia", 15, 9, 250, 167],
  ["Sydney", "oceania", 10, 10, 275, 215],
]).map(([name, continent, share, utc, madrid, virginia]) => ({
  name,
  continent,
  share,
  utc,
  madrid,
  virginia,
}));

/** Variation between times: the sigma of a log-normal factor (our assumption). */
export const SPREAD = { roundTrip: 0.05, answer: 0.5, cache: 0.3 };

// The site. Our assumptions: twenty jobs with Zipf popularity, two languages, four feeds.
export const JOBS = 20;
export const LANGUAGE_SHARES = [0.7, 0.3];
export const FEEDS = 4;
export const KIND_SHARES = { careerSite: 0.35, position: 0.58, policy: 0.02, feed: 0.05 };

/** Views at night, as a share of those at 15:00 (our assumption). */
export const NIGHT_SHARE = 0.2;

/**
 * Job changes per day, each with a purge: each of twenty jobs is open for thirty days, and is opened, closed and
 * edited once (our assumption). A change alters the job, the career site and the feeds.
 */
export const CHANGES_PER_DAY = 2;

/** One deployment a day, at 10:00 UTC (our assumption). */
export const DEPLOYMENT_AT = 10 * 60 * MINUTE;

// Workers. Cloudflare sends a Worker's requests to few isolates in a data centre, and evicts an isolate "some
// time after it stops receiving traffic" (blog.cloudflare.com/eliminating-cold-starts-2-shard-and-conquer). It
// publishes no figures: both numbers are our assumptions.
export const ISOLATES = 3;
export const ISOLATE_IDLE_MS = 10 * MINUTE;

// The Cache API takes 5 to 15 ms (answeroverflow.com/m/1406008733749739602) and evicts entries that are rarely read.
// The mean time until eviction is our assumption.
export const CACHE_API_MS = 8;
export const CACHE_API_EVICTION_MS = 6 * 60 * MINUTE;

/** CPU of a cached page and of a rendered page, in ms (docs/benchmarks.md, rounded up). */
export const CACHED_MS = 1;
export const RENDER_MS = 3;

/** CPU of a rendered page: 13 times that of a cached page, which takes 0.082 ms (docs/scale.md). */
export const RENDER_CPU_MS = 13 * 0.082;

/** Response time of a Durable Object, excluding the round trip (our assumption). */
export const OBJECT_MS = 10;

/**
 * Platforms: response time excluding the round trip, and `REGION`, the location of the objects. An external platform's
 * connection needs two more round trips (TCP and TLS 1.3) if the data centre made no call within the last minute. The
 * embedded platform is called without a connection.
 *
 * @typedef {{ at: "madrid" | "virginia"; continent: Continent }} Region
 * @typedef {{ at: Region["at"]; region: Region; answerMs: number; hasConnection: boolean }} Platform
 */
const MADRID = /** @type {const} */ ({ at: "madrid", continent: "europe" });
const VIRGINIA = /** @type {const} */ ({ at: "virginia", continent: "north-america" });

export const EMBEDDED = { at: MADRID.at, region: MADRID, answerMs: 40, hasConnection: false };
export const EXTERNAL = { at: VIRGINIA.at, region: VIRGINIA, answerMs: 150, hasConnection: true };

// Workers KV caches a key in the data centre for the `cacheTtl` of 60 s, even if the key is missing, and in a tier
// that several data centres share (developers.cloudflare.com/kv/concepts/how-kv-works). A value from the tier can be
// 60 s old, so a place can see a write 120 s late. Hot reads take up to 10 ms (same page).
export const KV_CACHE_MS = MINUTE;
export const KV_HOT_MS = 10;

/**
 * Read times of KV in a public measurement: 77,500 reads of public data through a binding, from everywhere, 16 to 17
 * July 2026 (github.com/koala73/worldmonitor, docs/solutions/2026-07-16-bootstrap-kv-verify.md). All reads: p50 28,
 * p95 321, p99 816 ms, at most 5 s. By continent, it reports only p95. We scale the shape of all reads to each
 * continent's p95, which fits the other figure for Oceania: 3 % took more than 1.2 s.
 */
const MEASURED = { p50: 28, p95: 321, p99: 816, most: 5000 };

/** @type {Record<Continent, number>} */
const MEASURED_P95 = {
  europe: 89,
  "north-america": 204,
  "latin-america": 355,
  "middle-east": 269,
  africa: 630,
  "south-asia": 583,
  "east-asia": 362,
  oceania: 724,
};

/**
 * Returns a random measured read time. Interpolates the logarithm between the percentiles.
 *
 * @param {Continent} continent @param {number} z a normal variate
 */
export function measuredRead(continent, z) {
  const { p50, p95, p99, most } = MEASURED;
  const [z95, z99] = [1.645, 2.326];
  const rise = z < z95 ? Math.log(p95 / p50) / z95 : Math.log(p99 / p95) / (z99 - z95);
  const ms = p95 * Math.exp((z - z95) * rise);
  return Math.min(most, (ms * MEASURED_P95[continent]) / p95);
}

/**
 * Time of a read that the data centre has not cached. The measurement includes cached reads, so its slower half is
 * pessimistic. So is the assumption that the times of a page and its record are independent.
 *
 * @typedef {number | "measured" | "measured, slower half"} ColdRead
 */
export const COLD_READS = /** @type {const} */ ([
  100,
  200,
  400,
  "measured",
  "measured, slower half",
]);

// The page cache (app/page-cache, app/reads/purges.server.ts).
export const FRESH_MS = MINUTE;
export const STALE_MS = 10 * MINUTE;
export const FALLBACK_MS = DAY;
export const WAIT_MS = SECOND;
export const ANSWER_FRESH_MS = MINUTE;
export const PURGE_RECHECK_MS = MINUTE;
export const PURGE_SURE_MS = 2 * MINUTE;

// The shared store.
export const CRON_MS = 5 * MINUTE;

/** A run renders 48 pages from 22 reads, four at once (our assumption for the reads). */
export const VERIFICATION_MS = 5 * SECOND;

/** A purge or a deployment starts a run after this time, and at most one in this time (app/render.server.ts). */
export const VERIFY_AFTER_MS = 1.5 * SECOND;
export const CLAIM_COMPANY_MS = 30 * SECOND;
export const CLAIM_ALL_MS = 4 * MINUTE;

/** A run verifies at most this many pages of a company (app/page-cache/verify-pages.server.ts). */
export const VERIFIED_PAGES = 2500;

/** Maximum number of calls in a run: one for each page, and three for each company. */
export const CALLS_OF_RUN = 8000;
export const CALLS_OF_COMPANY = 3;

/**
 * Interval between a run's publications, and the number of companies that it verifies in this time (our assumption).
 */
export const COMPANIES_PER_PUBLICATION = 35;

/** Maximum wait of a view for the store. */
export const STORE_WAIT_MS = 500;

/** Maximum age of a record when it is read. */
export const RECORD_AGE_MS = MINUTE;

/** Pages that were read within a second after a purge count as purged. */
export const CLOCK_SKEW_MS = SECOND;
