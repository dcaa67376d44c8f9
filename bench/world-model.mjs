// The model behind `world.mjs`: data centres with isolates, the Cache API and the shared store, as discrete events.
// A view is decided with what its place knows when it arrives; what it stores is stored when its work ends.
import * as assumed from "./world-assumptions.mjs";
import { DAY, MINUTE } from "./world-assumptions.mjs";
import { createQueue, createRandom, getArrivals, PAGES } from "./world-events.mjs";

/**
 * @typedef {import("./world-assumptions.mjs").Place} Place
 * @typedef {import("./world-assumptions.mjs").Platform} Platform
 * @typedef {import("./world-events.mjs").Page} Page
 * @typedef {{ readAt: number; version: number }} Stored a page's data: when it was read, and its content
 * @typedef {{ verifiedAt: number; purgedAt: number; versions: Map<Page, number> }} CompanyRecord
 * @typedef {{ value: unknown; until: number }} CachedValue
 * @typedef {{ readAt: number; doneAt: number; waits: boolean }} Job a page that is being rendered
 *
 * @typedef {object} Isolate
 * @property {number} lastAt
 * @property {Map<Page, Stored>} pages
 * @property {Map<Page, Job>} jobs
 * @property {Map<string, { readAt: number; doneAt: number }>} answers of the platform: when a read began and ended
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
      const readAt = isolate.answers.get(read)?.readAt ?? -Infinity;
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
    for (const read of missing) {
      const ms = call() + (read === "client" && mustFind ? finding : 0);
      isolate.answers.set(read, { readAt: now, doneAt: now + ms });
    }
    if (missing.length > 0) centre.connectedAt = now;
    // The isolate may be reading an answer for another page.
    const doneAt = Math.max(
      now,
      ...page.reads.map((read) => isolate.answers.get(read)?.doneAt ?? 0),
    );
    return { ms: doneAt - now, waits: doneAt > now };
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
