// The model behind `world.mjs`: data centres with isolates, the Cache API and the shared store, as discrete events.
// A view is decided with what its place knows when it arrives; what it stores is stored when its work ends.
import * as assumed from "./world-assumptions.mjs";
import { DAY, MINUTE } from "./world-assumptions.mjs";

/**
 * @typedef {import("./world-assumptions.mjs").Place} Place
 * @typedef {import("./world-assumptions.mjs").Platform} Platform
 * @typedef {{ id: string; kind: string; reads: string[]; popularity: number }} Page
 * @typedef {{ readAt: number; version: number }} Stored a page's data: when it was read, and its content
 * @typedef {{ verifiedAt: number; purgedAt: number; versions: Map<Page, number> }} CompanyRecord
 * @typedef {{ value: unknown; until: number }} CachedValue
 * @typedef {{ readAt: number; doneAt: number; waits: boolean }} Job a page that is being rendered
 *
 * @typedef {object} Isolate
 * @property {number} lastAt
 * @property {Map<Page, Stored>} pages
 * @property {Map<Page, Job>} jobs
 * @property {Map<string, number>} answers when each answer of the platform was read
 * @property {number} askedAt when the last purge was looked up
 * @property {number} purgedAt the last known purge
 *
 * @typedef {object} DataCentre
 * @property {Place} place
 * @property {boolean} isNear whether it is on the continent of `REGION`
 * @property {number} roundTrip to the platform
 * @property {number} objectRoundTrip to objects in `REGION`
 * @property {Isolate[]} isolates
 * @property {Map<Page, Stored & { until: number }>} cache
 * @property {Map<string, CachedValue>} kv
 * @property {CachedValue | undefined} cachedRecord the record in the Cache API
 * @property {number} connectedAt
 *
 * @typedef {object} Options
 * @property {"former" | "new"} design
 * @property {number} viewsPerDay
 * @property {number} days counted, after one day that is not
 * @property {Platform} [platform]
 * @property {import("./world-assumptions.mjs").ColdRead} [cold]
 * @property {boolean} [isOwnHost] whether the company has its own host
 * @property {number} [isolates] in each data centre
 * @property {number} [idleMs]
 * @property {number} [changesPerDay]
 * @property {number} [deploymentsPerDay]
 * @property {number} [lateMs] when rendering starts although the store has not answered
 * @property {boolean} [asksObject] whether a near data centre also asks the object for the last purge, as before
 * @property {boolean} [keepsRecord] whether a data centre keeps the record in its Cache API for a minute, and reads a
 *   page that it has only if the record lists other content
 * @property {boolean} [runsAtOnce] whether a purge and a deployment start a run of the cron trigger's work
 * @property {boolean} [hasSiteRecord] whether this is one record for many companies. Its reads and writes count once
 *   for the site, so they are not counted here
 *
 * @typedef {{ place: Place; ms: number; waits: boolean; rendered: boolean; how: string }} View
 * @typedef {{ views: View[]; perDay: Record<keyof Counts, number> }} Result
 * @typedef {{ platformReads: number; kvReads: number; kvWrites: number; kvLists: number }} Counts
 */

/** Returns a generator of numbers from 0 to 1 (mulberry32). @param {number} seed */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The site's pages. `reads`: the answers of the platform that a page is made from. @returns {Page[]} */
function createPages() {
  const { JOBS, LANGUAGE_SHARES, FEEDS, KIND_SHARES } = assumed;
  const weights = Array.from({ length: JOBS }, (_, rank) => 1 / (rank + 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  /** @type {(id: string, kind: string, reads: string[], popularity: number) => Page} */
  const page = (id, kind, reads, popularity) => ({ id, kind, reads, popularity });
  return [
    ...LANGUAGE_SHARES.flatMap((share, tag) => [
      page(`site ${tag}`, "list", ["client", "positions"], share * KIND_SHARES.careerSite),
      page(`policy ${tag}`, "policy", ["client"], share * KIND_SHARES.policy),
      ...weights.map((weight, job) =>
        page(
          `job ${job} ${tag}`,
          `job ${job}`,
          ["client", `position ${job}`],
          (share * KIND_SHARES.position * weight) / all,
        ),
      ),
    ]),
    ...Array.from({ length: FEEDS }, (_, feed) =>
      page(`feed ${feed}`, "list", ["client", "positions"], KIND_SHARES.feed / FEEDS),
    ),
  ];
}

/** Events by time: a binary heap. */
function createQueue() {
  /** @type {{ at: number; run: () => void }[]} */
  const heap = [];
  const at = (/** @type {number} */ index) => heap[index]?.at ?? Infinity;
  const swap = (/** @type {number} */ one, /** @type {number} */ other) => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  return {
    nextAt: () => at(0),
    /** @param {number} time @param {() => void} run */
    add(time, run) {
      let index = heap.push({ at: time, run }) - 1;
      for (let above; index > 0 && at((above = (index - 1) >> 1)) > time; index = above) {
        swap(index, above);
      }
    },
    runNext() {
      const [first] = heap;
      const last = heap.pop();
      if (heap.length > 0 && last) heap[0] = last;
      for (let index = 0, below; ; index = below) {
        below = at(2 * index + 1) <= at(2 * index + 2) ? 2 * index + 1 : 2 * index + 2;
        if (at(below) >= at(index)) break;
        swap(index, below);
      }
      first?.run();
    },
  };
}

/** @typedef {{ at: number; index: number; page: Page }} Arrival */
/** @type {Map<string, Arrival[]>} */
const arrivalsOf = new Map();
const PAGES = createPages();

/** Returns the same views for each design. @param {number} viewsPerDay @param {number} days */
function getArrivals(viewsPerDay, days) {
  const key = `${viewsPerDay} ${days}`;
  const arrivals = arrivalsOf.get(key) ?? createArrivals(viewsPerDay, days, PAGES);
  arrivalsOf.set(key, arrivals);
  return arrivals;
}

/** Times of views in ms, with a night in each place. @param {number} viewsPerDay @param {number} days @param {Page[]} pages */
function createArrivals(viewsPerDay, days, pages) {
  const random = createRandom(73);
  const shape = (/** @type {number} */ at, /** @type {number} */ utc) => {
    const angle = (2 * Math.PI * (at - (15 - utc) * 60 * MINUTE)) / DAY;
    const { NIGHT_SHARE: night } = assumed;
    return (1 + night) / 2 + ((1 - night) / 2) * Math.cos(angle);
  };
  const mean = (1 + assumed.NIGHT_SHARE) / 2;
  const sums = pages.map(
    (
      (sum) => (page) =>
        (sum += page.popularity)
    )(0),
  );
  const arrivals = [];
  for (const [index, { share, utc }] of assumed.PLACES.entries()) {
    const busiest = ((share / 1000) * viewsPerDay) / mean / DAY;
    for (let at = 0; at < days * DAY;) {
      at -= Math.log(1 - random()) / busiest;
      if (random() > shape(at, utc)) continue;
      const drawn = random() * (sums.at(-1) ?? 1);
      const page = /** @type {Page} */ (pages[sums.findIndex((sum) => drawn < sum)]);
      arrivals.push({ at, index, page });
    }
  }
  return arrivals.filter(({ at }) => at < days * DAY).sort((one, other) => one.at - other.at);
}

/** @param {Options} options @returns {Result} */
export function simulate({
  design,
  viewsPerDay,
  days,
  platform = assumed.EMBEDDED,
  cold = 200,
  isOwnHost = false,
  isolates: isolateCount = assumed.ISOLATES,
  idleMs = assumed.ISOLATE_IDLE_MS,
  changesPerDay = assumed.CHANGES_PER_DAY,
  deploymentsPerDay = 1,
  lateMs = assumed.STORE_LATE_MS,
  asksObject = false,
  keepsRecord = false,
  hasSiteRecord = false,
  runsAtOnce = false,
}) {
  const random = createRandom(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const vary = (/** @type {number} */ ms, /** @type {number} */ sigma) =>
    ms * Math.exp(sigma * normal());
  const isNew = design === "new";
  const pages = PAGES;
  const queue = createQueue();
  const end = (days + 1) * DAY;
  let now = 0;

  // The platform.
  const versions = new Map(pages.map((page) => [page, 0]));
  const versionOf = (/** @type {Page} */ page) => versions.get(page) ?? 0;
  let purgedAt = -Infinity;
  const change = (/** @type {Page[]} */ changed) => {
    for (const page of changed) versions.set(page, versionOf(page) + 1);
  };

  // The shared store: values, and what the tiers of several data centres have cached.
  /** @type {Map<string, unknown>} */
  const kv = new Map();
  const getStored = (/** @type {Page} */ page) =>
    /** @type {Stored | undefined} */ (kv.get(page.id));
  /** @type {Map<string, CachedValue>} */
  const tiers = new Map();
  /** When each page was last noted as viewed, so that a run verifies it. @type {Map<Page, number>} */
  const viewed = new Map();
  /** @type {Counts} */
  const counts = { platformReads: 0, kvReads: 0, kvWrites: 0, kvLists: 0 };
  const count = (/** @type {keyof Counts} */ name, by = 1) => {
    if (now >= DAY) counts[name] += by;
  };
  const write = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (!(hasSiteRecord && key === "record")) count("kvWrites");
    kv.set(key, value);
  };
  const writeRecord = (/** @type {Partial<CompanyRecord>} */ changed) =>
    write("record", {
      verifiedAt: -Infinity,
      purgedAt: -Infinity,
      versions: new Map(),
      .../** @type {CompanyRecord | undefined} */ (kv.get("record")),
      ...changed,
    });

  /** @returns {Isolate} */
  const createIsolate = () => ({
    lastAt: now,
    pages: new Map(),
    jobs: new Map(),
    answers: new Map(),
    askedAt: -Infinity,
    purgedAt: -Infinity,
  });
  /** @type {DataCentre[]} */
  const centres = assumed.PLACES.map((place) => ({
    place,
    isNear: place.continent === platform.region.continent,
    roundTrip: place[platform.at],
    objectRoundTrip: place[platform.region.at],
    isolates: Array.from({ length: isolateCount }, createIsolate),
    cache: new Map(),
    kv: new Map(),
    cachedRecord: undefined,
    connectedAt: -Infinity,
  }));

  /** Reads a key of the store. @param {DataCentre} centre @param {string} key */
  function readKv({ kv: cached, place }, key) {
    if (!(hasSiteRecord && key === "record")) count("kvReads");
    const known = cached.get(key);
    if (known && known.until > now) {
      return { ms: vary(assumed.KV_HOT_MS, assumed.SPREAD.cache), value: known.value };
    }
    const tierKey = `${place.continent} ${key}`;
    let tier = tiers.get(tierKey);
    if (!tier || tier.until <= now) {
      tier = { value: kv.get(key), until: now + assumed.KV_CACHE_MS };
      tiers.set(tierKey, tier);
    }
    cached.set(key, { value: tier.value, until: now + assumed.KV_CACHE_MS });
    const z = normal();
    const ms =
      typeof cold === "number"
        ? cold
        : assumed.measuredRead(place.continent, cold === "measured" ? z : Math.abs(z));
    return { ms, value: tier.value };
  }

  /** @param {DataCentre} centre */
  function getCachedRecord(centre) {
    // Views of other companies have just cached a record that all companies share.
    if (hasSiteRecord && !isCurrent(centre.cachedRecord)) readRecord(centre);
    const { cachedRecord } = centre;
    if (!isCurrent(cachedRecord)) return undefined;
    return { ms: vary(assumed.CACHE_API_MS, assumed.SPREAD.cache), value: cachedRecord.value };
  }

  /** @param {CachedValue | undefined} cached @returns {cached is CachedValue} */
  const isCurrent = (cached) => cached !== undefined && cached.until > now;

  /** @param {DataCentre} centre */
  function readRecord(centre) {
    const read = readKv(centre, "record");
    centre.cachedRecord = { value: read.value, until: now + MINUTE };
    return read;
  }

  /** Asks the object for the last purge. Returns when it answers. @param {DataCentre} centre @param {Isolate} isolate */
  function askObject(centre, isolate) {
    if (now - isolate.askedAt < assumed.PURGE_RECHECK_MS) return now;
    const [askedAt, known] = [now, purgedAt];
    const answersAt =
      now + vary(centre.objectRoundTrip + assumed.OBJECT_MS, assumed.SPREAD.roundTrip);
    queue.add(answersAt, () => Object.assign(isolate, { askedAt, purgedAt: known }));
    return answersAt;
  }

  /** How long the platform's answers take that an isolate lacks. @param {DataCentre} centre @param {Isolate} isolate @param {Page} page */
  function readPlatform(centre, isolate, page) {
    const missing = page.reads.filter((read) => {
      const readAt = isolate.answers.get(read) ?? -Infinity;
      return now - readAt >= assumed.ANSWER_FRESH_MS || readAt <= isolate.purgedAt;
    });
    count("platformReads", missing.length);
    const isConnected = !platform.hasConnection || now - centre.connectedAt < MINUTE;
    const trips = isConnected ? 1 : 3;
    const call = () =>
      vary(centre.roundTrip * trips, assumed.SPREAD.roundTrip) +
      vary(platform.answerMs, assumed.SPREAD.answer);
    // On the shared host, an isolate that has not read the company finds it by a copy in an object.
    const mustFind = page.kind.startsWith("job") && !isOwnHost && !isolate.answers.has("client");
    const finding = vary(centre.objectRoundTrip + assumed.OBJECT_MS, assumed.SPREAD.roundTrip);
    const times = missing.map((read) => call() + (read === "client" && mustFind ? finding : 0));
    if (missing.length > 0) centre.connectedAt = now;
    for (const read of missing) isolate.answers.set(read, now);
    return { ms: Math.max(0, ...times), waits: missing.length > 0 };
  }

  /**
   * Renders a page, or joins its rendering.
   *
   * @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @param {number} delay
   * @param {number | undefined} storedVersion content that the store is known to have; undefined: nothing usable
   */
  function render(centre, isolate, page, delay, storedVersion) {
    const pending = isolate.jobs.get(page);
    if (pending) return pending;
    const { ms, waits } = readPlatform(centre, isolate, page);
    /** @type {Job} */
    const job = { readAt: now, doneAt: now + delay + ms + assumed.RENDER_MS, waits };
    const stored = { readAt: now, version: versionOf(page) };
    isolate.jobs.set(page, job);
    queue.add(job.doneAt, () => {
      isolate.jobs.delete(page);
      put(centre, isolate, page, stored);
      if (!isNew) return;
      if (storedVersion !== stored.version) write(page.id, stored);
      else if (now - (viewed.get(page) ?? -Infinity) > DAY) count("kvWrites");
      else return;
      viewed.set(page, now);
    });
    return job;
  }

  /** @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @param {Stored} stored */
  function put(centre, isolate, page, stored) {
    isolate.pages.set(page, stored);
    const until = now - Math.log(1 - random()) * assumed.CACHE_API_EVICTION_MS;
    centre.cache.set(page, { ...stored, until });
  }

  /** Finds a page in memory, else in the Cache API. @param {DataCentre} centre @param {Isolate} isolate @param {Page} page */
  function find(centre, isolate, page) {
    const isUsable = (/** @type {Stored | undefined} */ stored) =>
      stored && now - stored.readAt < assumed.FALLBACK_MS && stored.readAt > isolate.purgedAt;
    const remembered = isolate.pages.get(page);
    if (isUsable(remembered)) return { found: remembered, ms: assumed.CACHED_MS };
    const ms = assumed.CACHED_MS + vary(assumed.CACHE_API_MS, assumed.SPREAD.cache);
    const cached = centre.cache.get(page);
    if (!cached || cached.until <= now || !isUsable(cached)) return { found: undefined, ms };
    isolate.pages.set(page, cached);
    return { found: cached, ms };
  }

  /** @typedef {{ ms: number; waits: boolean; rendered: boolean; how: string }} Answer */
  /** @param {number} ms @param {Job} job @param {string} how @returns {Answer} */
  const rendered = (ms, job, how) => ({ ms, waits: job.waits, rendered: job.waits, how });
  /** @param {number} ms @param {string} how @returns {Answer} */
  const served = (ms, how) => ({ ms, waits: false, rendered: false, how });

  /** @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @returns {Answer} */
  function viewFormer(centre, isolate, page) {
    const { found, ms } = find(centre, isolate, page);
    const age = found ? now - found.readAt : Infinity;
    if (age < assumed.FRESH_MS) return served(ms, "fresh");
    const mayMiss = now - Math.max(now - age, isolate.askedAt) >= assumed.PURGE_SURE_MS;
    const purgeAt = found ? askObject(centre, isolate) : now;
    const job = render(centre, isolate, page, ms, undefined);
    if (!found) return rendered(job.doneAt - now, job, "not found");
    const isOld = age >= assumed.STALE_MS;
    if (!isOld && !mayMiss) return served(ms, "renewed after the response");
    const until = Math.min(job.doneAt, now + ms + assumed.WAIT_MS, isOld ? Infinity : purgeAt + ms);
    const isPurged = purgeAt <= until && purgedAt > found.readAt;
    return rendered((isPurged ? job.doneAt : until) - now, job, isOld ? "old" : "purge unknown");
  }

  /** @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @returns {Answer} */
  function viewNew(centre, isolate, page) {
    const { found, ms } = find(centre, isolate, page);
    const age = found ? now - found.readAt : Infinity;
    const mayMiss = now - Math.max(now - age, isolate.askedAt) >= assumed.PURGE_SURE_MS;
    if (found && age < assumed.STALE_MS && !mayMiss) {
      if (age >= assumed.FRESH_MS) render(centre, isolate, page, ms, found.version);
      return served(ms, "local");
    }
    const cachedRecord = keepsRecord ? getCachedRecord(centre) : undefined;
    const recordRead = cachedRecord ?? readRecord(centre);
    const record = /** @type {CompanyRecord | undefined} */ (recordRead.value);
    const isListed = cachedRecord && found && record?.versions.get(page) === found.version;
    const pageRead = isListed ? { ms: 0, value: found } : readKv(centre, page.id);
    const pageMs = pageRead.ms + (cachedRecord?.ms ?? 0);
    const storeMs = ms + Math.max(pageMs, recordRead.ms);
    const stored = /** @type {Stored | undefined} */ (pageRead.value);
    const knownPurge = record?.purgedAt ?? -Infinity;
    const [askedAt, known] = [now, Math.max(isolate.purgedAt, knownPurge)];
    queue.add(now + storeMs, () => Object.assign(isolate, { askedAt, purgedAt: known }));
    const readAt = stored ? Math.max(stored.readAt, record?.verifiedAt ?? -Infinity) : -Infinity;
    const isUsable = stored && now - readAt < assumed.STALE_MS && readAt > known;
    if (!isUsable) {
      const delay = centre.isNear ? ms : Math.min(storeMs, ms + lateMs);
      const job = render(centre, isolate, page, delay, undefined);
      const old = Math.max(readAt, found?.readAt ?? -Infinity);
      const most = old > known ? delay + assumed.WAIT_MS : Infinity;
      return rendered(Math.min(job.doneAt - now, most), job, stored ? "purged or old" : "missing");
    }
    const stays = { readAt, version: stored.version };
    queue.add(now + storeMs, () => {
      if ((isolate.pages.get(page)?.readAt ?? -Infinity) < readAt)
        put(centre, isolate, page, stays);
    });
    const isYoung = found !== undefined && age < assumed.STALE_MS && purgedAt < found.readAt;
    const objectMs =
      asksObject && centre.isNear && isYoung ? ms + askObject(centre, isolate) - now : Infinity;
    const isLate = storeMs > ms + lateMs;
    if (!centre.isNear && !isLate) {
      if (now - readAt >= assumed.FRESH_MS) {
        render(centre, isolate, page, storeMs, stored.version);
      }
      return served(storeMs, "store");
    }
    const delay = centre.isNear ? ms : ms + lateMs;
    const job = render(centre, isolate, page, delay, stored.version);
    const first = Math.min(storeMs, objectMs);
    if (job.doneAt - now >= first) return served(first, first < storeMs ? "object" : "store");
    const how = centre.isNear ? "race" : "late";
    return { ms: job.doneAt - now, waits: !centre.isNear && job.waits, rendered: job.waits, how };
  }

  /** A run of the cron trigger: verifies the pages that were viewed within a week. */
  function verify() {
    const startedAt = now;
    const seen = pages.filter((page) => now - (viewed.get(page) ?? -Infinity) < 7 * DAY);
    count("kvReads", hasSiteRecord ? 0 : 1);
    count("kvLists", hasSiteRecord ? 0 : 1);
    count(
      "platformReads",
      new Set(["client", "positions", ...seen.flatMap(({ reads }) => reads)]).size,
    );
    const read = seen.map((page) => /** @type {const} */ ([page, versionOf(page)]));
    queue.add(now + assumed.VERIFICATION_MS, () => {
      for (const [page, version] of read) {
        if (getStored(page)?.version !== version) write(page.id, { readAt: startedAt, version });
      }
      writeRecord({ verifiedAt: startedAt, versions: new Map(read) });
    });
  }

  /** The new version finds no page in memory, the Cache API or the store. */
  function deploy() {
    for (const page of pages) kv.delete(page.id);
    tiers.clear();
    for (const centre of centres) {
      centre.isolates = centre.isolates.map(createIsolate);
      centre.cache.clear();
      centre.kv.clear();
    }
    if (isNew && runsAtOnce) queue.add(now + assumed.RUN_DELAY_MS, verify);
  }

  /** A job is opened, closed or edited. */
  function changeJob() {
    const job = `job ${Math.floor(random() * assumed.JOBS)}`;
    change(pages.filter(({ kind }) => kind === job || kind === "list"));
    purgedAt = now;
    if (isNew) writeRecord({ purgedAt });
    if (isNew && runsAtOnce) queue.add(now + assumed.RUN_DELAY_MS, verify);
  }

  for (let day = 0; day <= days; day += 1) {
    queue.add(day * DAY, () => change(pages));
    for (let each = 0; each < deploymentsPerDay; each += 1) {
      queue.add(day * DAY + assumed.DEPLOYMENT_AT + each * 60 * MINUTE, deploy);
    }
  }
  for (let at = 0; (at -= (Math.log(1 - random()) / changesPerDay) * DAY) < end;) {
    queue.add(at, changeJob);
  }
  // The cron does not know of deployments.
  const cronAt = random() * assumed.CRON_MS;
  for (let at = cronAt; isNew && at < end; at += assumed.CRON_MS) queue.add(at, verify);

  /** @type {View[]} */
  const views = [];
  for (const { at, index, page } of getArrivals(viewsPerDay, days + 1)) {
    while (queue.nextAt() <= at) {
      now = queue.nextAt();
      queue.runNext();
    }
    now = at;
    const centre = /** @type {DataCentre} */ (centres[index]);
    const chosen = Math.floor(random() * isolateCount);
    let isolate = /** @type {Isolate} */ (centre.isolates[chosen]);
    if (now - isolate.lastAt > idleMs) centre.isolates[chosen] = isolate = createIsolate();
    isolate.lastAt = now;
    const answer = (isNew ? viewNew : viewFormer)(centre, isolate, page);
    if (now >= DAY) views.push({ place: centre.place, ...answer });
  }
  const perDay = /** @type {Result["perDay"]} */ (
    Object.fromEntries(Object.entries(counts).map(([name, total]) => [name, total / days]))
  );
  return { views, perDay };
}
