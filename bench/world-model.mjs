// The model behind `world.mjs`: data centres with isolates, the Cache API and the shared store, as discrete events.
// A view's outcome depends on its data centre's state on arrival. Its results are stored when its work ends.
import * as assumed from "./world-assumptions.mjs";
import { DAY, MINUTE } from "./world-assumptions.mjs";
import { createQueue, createRandom, getArrivals, PAGES } from "./world-events.mjs";

/**
 * @typedef {import("./world-assumptions.mjs").Place} Place
 * @typedef {import("./world-assumptions.mjs").Platform} Platform
 * @typedef {import("./world-events.mjs").Page} Page
 * @typedef {{ readAt: number; checkedAt: number; viewedAt: number; version: number }} Stored as `CachedPage`; `version`:
 *   its content
 * @typedef {{ number: number; build: number; verifiedAt: number; versions: Map<Page, number> }} CompanyRecord `build`
 *   and `versions` stand for ETags
 * @typedef {{ number: number; verifiedAt: number }} Verified
 * @typedef {{ purgedAt: number; last: Verified; build: number }} SiteRecord
 * @typedef {{ value: unknown; until: number }} CachedValue
 * @typedef {{ readAt: number; doneAt: number; waits: boolean }} Job a page that is being rendered
 *
 * @typedef {object} Isolate
 * @property {number} lastAt
 * @property {Map<Page, Stored>} pages
 * @property {Map<Page, Job>} jobs
 * @property {Map<string, { readAt: number; doneAt: number }>} answers from the platform: when a read began and ended
 * @property {Set<string>} positions with a known company, from looked-up pages
 * @property {{ site: SiteRecord; readAt: number } | undefined} site the site's record
 * @property {{ record: CompanyRecord; readAt: number } | undefined} known the company's record
 * @property {number} askedAt time of the last purge lookup
 * @property {number} purgedAt the last known purge
 *
 * @typedef {object} DataCentre
 * @property {Place} place
 * @property {boolean} isNear whether it is on `REGION`'s continent
 * @property {number} roundTrip to the platform
 * @property {number} objectRoundTrip to objects in `REGION`
 * @property {Isolate[]} isolates
 * @property {Map<Page, Stored & { until: number }>} cache
 * @property {Map<string, CachedValue>} kv
 * @property {number} connectedAt
 *
 * @typedef {object} Options
 * @property {"former" | "new"} design
 * @property {number} viewsPerDay
 * @property {number} days measured, after a warm-up day
 * @property {Platform} [platform]
 * @property {import("./world-assumptions.mjs").ColdRead} [cold]
 * @property {boolean} [isOwnHost] whether the company has its own host
 * @property {number} [isolates] in each data centre
 * @property {number} [idleMs]
 * @property {number} [changesPerDay]
 * @property {number} [deploymentsPerDay]
 * @property {number} [mostPages] maximum number of the company's pages that a run verifies
 * @property {number} [companies] companies that share an isolate's reads of the site's record
 *
 * @typedef {object} Answer
 * @property {number} ms
 * @property {boolean} waits whether only the platform could respond
 * @property {boolean} races whether the platform responded faster than a store or an object
 * @property {number} version the displayed content
 *
 * @typedef {Answer & { place: Place; outdatedMs: number }} View `outdatedMs`: how long ago the content changed
 * @typedef {Record<"platformReads" | "objectRequests" | "kvReads" | "kvWrites" | "kvLists" | "siteWrites", number>} Counts
 *   `siteWrites`: of the record that all companies share
 * @typedef {{ views: View[]; perDay: Counts }} Result
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
  mostPages = assumed.VERIFIED_PAGES,
  companies = 1,
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
  /** When each version of a page was replaced. @type {Map<Page, number[]>} */
  const replaced = new Map(pages.map((page) => [page, []]));
  let purgedAt = -Infinity;
  let build = 0;
  const change = (/** @type {Page[]} */ changed) => {
    for (const page of changed) {
      versions.set(page, versionOf(page) + 1);
      replaced.get(page)?.push(now);
    }
  };

  // The shared store: values, and what the tiers of several data centres have cached.
  /** @type {Map<string, unknown>} */
  const kv = new Map();
  const getStored = (/** @type {Page} */ page) =>
    /** @type {Stored | undefined} */ (kv.get(page.id));
  /** @type {Map<string, CachedValue>} */
  const tiers = new Map();
  /** The last known view of each page in the store, of any build. @type {Map<Page, number>} */
  const viewed = new Map();
  /** @type {Counts} */
  const counts = {
    ...{ platformReads: 0, objectRequests: 0, kvReads: 0, kvWrites: 0, kvLists: 0 },
    siteWrites: 0,
  };
  const count = (/** @type {keyof Counts} */ name, by = 1) => {
    if (now >= DAY) counts[name] += by;
  };
  const write = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    count("kvWrites");
    kv.set(key, value);
  };
  const getRecord = () => /** @type {CompanyRecord | undefined} */ (kv.get("record"));
  /** The record in the site's object. @type {SiteRecord} */
  let site = {
    purgedAt: -Infinity,
    last: { number: 0, verifiedAt: -Infinity },
    build: -1,
  };
  const writeSite = (/** @type {Partial<SiteRecord>} */ changes) => {
    site = { ...site, ...changes };
    count("siteWrites");
    kv.set("site", site);
  };
  /** @param {Page} page @param {Stored} stored */
  const storePage = (page, stored) => {
    write(page.id, stored);
    viewed.set(page, stored.viewedAt);
  };

  /** @returns {Isolate} */
  const createIsolate = () => ({
    lastAt: now,
    pages: new Map(),
    jobs: new Map(),
    answers: new Map(),
    positions: new Set(),
    site: undefined,
    known: undefined,
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
    connectedAt: -Infinity,
  }));

  /**
   * Reads a key of the store. A late value is a miss.
   *
   * @param {DataCentre} centre @param {string} key @param {boolean} [isCounted]
   */
  function readKv(centre, key, isCounted = true) {
    if (isCounted) count("kvReads");
    const { ms, value } = readKvFully(centre, key);
    return ms > assumed.STORE_WAIT_MS
      ? { ms: assumed.STORE_WAIT_MS, value: undefined }
      : { ms, value };
  }

  /** @param {DataCentre} centre @param {string} key */
  function readKvFully({ kv: cached, place }, key) {
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

  /**
   * Reads the records that an isolate lacks: the site's each minute, and the company's if the site's record refers to a
   * different one.
   *
   * @param {DataCentre} centre @param {Isolate} isolate
   */
  function readRecords(centre, isolate) {
    const isDue = (/** @type {{ readAt: number } | undefined} */ read) =>
      !read || now - read.readAt >= MINUTE;
    const times = [];
    const isOther = isolate.known?.record.number !== isolate.site?.site.last.number;
    if (!isolate.known || (isDue(isolate.known) && isOther)) {
      const { ms, value } = readKv(centre, "record");
      const record = /** @type {CompanyRecord | undefined} */ (value);
      const isSame = record && isolate.known?.record.number === record.number;
      if (isSame && isolate.known) isolate.known.readAt = now;
      else if (record) isolate.known = { record: { ...record }, readAt: now };
      times.push(ms);
    }
    if (isDue(isolate.site)) {
      // A view of another company has read the record, unless this is the first view in a minute.
      const isFirst = random() * companies < 1;
      const { ms, value } = readKv(centre, "site", isFirst);
      const record = /** @type {SiteRecord | undefined} */ (value);
      if (record) isolate.site = { site: record, readAt: now };
      if (record && record.build !== build) verifySoon("all pages");
      if (isFirst) times.push(ms);
    }
    return times;
  }

  /** When each kind of verification after a response last began. @type {Map<string, number>} */
  const claimed = new Map();
  /** @param {"all pages" | "the company"} what */
  function verifySoon(what) {
    const everyMs = what === "all pages" ? assumed.CLAIM_ALL_MS : assumed.CLAIM_COMPANY_MS;
    if (now - (claimed.get(what) ?? -Infinity) < everyMs) return;
    claimed.set(what, now);
    queue.add(now + assumed.VERIFY_AFTER_MS, verify);
  }

  /**
   * Requests the last purge from the object. Returns the time of the response.
   *
   * @param {DataCentre} centre
   * @param {Isolate} isolate
   */
  function askObject(centre, isolate) {
    if (now - isolate.askedAt < assumed.PURGE_RECHECK_MS) return now;
    count("objectRequests");
    const [askedAt, known] = [now, purgedAt];
    const answersAt =
      now + vary(centre.objectRoundTrip + assumed.OBJECT_MS, assumed.SPREAD.roundTrip);
    queue.add(answersAt, () => learn(isolate, askedAt, known));
    return answersAt;
  }

  /** @param {Isolate} isolate @param {number} askedAt @param {number} known */
  function learn(isolate, askedAt, known) {
    isolate.askedAt = Math.max(isolate.askedAt, askedAt);
    isolate.purgedAt = Math.max(isolate.purgedAt, known);
  }

  /**
   * Returns the time of the platform reads that an isolate lacks.
   *
   * @param {DataCentre} centre
   * @param {Isolate} isolate
   * @param {Page} page
   */
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
    // On the shared host, an isolate that has not read the company finds it through a copy in an object.
    const isKnown = isOwnHost || isolate.answers.has("client") || isolate.positions.has(page.kind);
    const mustFind = page.kind.startsWith("job") && !isKnown;
    const finding = vary(centre.objectRoundTrip + assumed.OBJECT_MS, assumed.SPREAD.roundTrip);
    for (const read of missing) {
      const ms = call() + (read === "client" && mustFind ? finding : 0);
      isolate.answers.set(read, { readAt: now, doneAt: now + ms });
    }
    if (missing.length > 0) centre.connectedAt = now;
    // The isolate might already be reading some of these for another page.
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
   */
  function render(centre, isolate, page, delay) {
    const pending = isolate.jobs.get(page);
    if (pending) return pending;
    const { ms, waits } = readPlatform(centre, isolate, page);
    /** @type {Job} */
    const job = { readAt: now, doneAt: now + delay + ms + assumed.RENDER_MS, waits };
    const [readAt, version] = [now, versionOf(page)];
    isolate.jobs.set(page, job);
    queue.add(job.doneAt, () => {
      isolate.jobs.delete(page);
      const stored = { readAt, checkedAt: readAt, viewedAt: readAt, version };
      if (isNew) share(centre, isolate, page, stored);
      put(centre, isolate, page, stored);
    });
    return job;
  }

  /**
   * Stores a page for all data centres, unless the store has it and knows of a recent view.
   *
   * @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @param {Stored} rendered
   */
  function share(centre, isolate, page, rendered) {
    const isKnown = (/** @type {Stored | undefined} */ other) =>
      other !== undefined &&
      other.version === rendered.version &&
      rendered.readAt - other.viewedAt < DAY &&
      !isPurged(other, isolate.purgedAt);
    const before = isolate.pages.get(page);
    const known = isKnown(before)
      ? before
      : /** @type {Stored | undefined} */ (readKv(centre, page.id).value);
    if (known && isKnown(known)) {
      rendered.viewedAt = known.viewedAt;
      return;
    }
    const stored = { ...rendered };
    storePage(page, stored);
    // A write is visible immediately in its data centre.
    centre.kv.set(page.id, { value: stored, until: now + assumed.KV_CACHE_MS });
  }

  /** @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @param {Stored} stored */
  function put(centre, isolate, page, stored) {
    isolate.pages.set(page, stored);
    const until = now - Math.log(1 - random()) * assumed.CACHE_API_EVICTION_MS;
    centre.cache.set(page, { ...stored, until });
  }

  /** Finds a page in memory, else in the Cache API. @param {DataCentre} centre @param {Isolate} isolate @param {Page} page */
  function find(centre, isolate, page) {
    const isKept = (/** @type {Stored | undefined} */ stored) =>
      stored && isUsable(stored, isolate.purgedAt);
    const remembered = isolate.pages.get(page);
    if (isKept(remembered)) return { found: remembered, ms: assumed.CACHED_MS };
    const ms = assumed.CACHED_MS + vary(assumed.CACHE_API_MS, assumed.SPREAD.cache);
    const cached = centre.cache.get(page);
    if (!cached || cached.until <= now || !isKept(cached)) return { found: undefined, ms };
    isolate.pages.set(page, cached);
    return { found: cached, ms };
  }

  /** @param {Stored} page @param {number} known the last known purge */
  const isPurged = ({ readAt }, known) => readAt <= known + assumed.CLOCK_SKEW_MS;
  /** @param {Stored} page @param {number} known the last known purge */
  const isUsable = (page, known) =>
    now - page.checkedAt < assumed.FALLBACK_MS && !isPurged(page, known);
  /** @param {Stored} page @param {number} askedAt */
  const mayMissPurge = ({ readAt }, askedAt) =>
    now - Math.max(readAt, askedAt) >= assumed.PURGE_SURE_MS;
  const isYoung = (/** @type {Stored} */ { checkedAt }) => now - checkedAt < assumed.STALE_MS;

  /** @param {number} ms @param {Stored} page @returns {Answer} */
  const served = (ms, { version }) => ({ ms, waits: false, races: false, version });
  /** @param {Page} page @param {Job} job @param {"waits" | "races"} how @returns {Answer} */
  const rendered = (page, job, how) => ({
    ...{ ms: job.doneAt - now, waits: false, races: false, version: versionOf(page) },
    [how]: job.waits,
  });

  /** @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @returns {Answer} */
  function view(centre, isolate, page) {
    const { found: here, ms } = find(centre, isolate, page);
    const isSure = here && isYoung(here) && !mayMissPurge(here, isolate.askedAt);
    if (!isNew || isSure || (here && centre.isNear && isYoung(here))) {
      if (here) return renew(centre, isolate, page, here, ms, isolate);
      return rendered(page, render(centre, isolate, page, ms), "waits");
    }
    const { best, ms: lookUpMs, ...known } = lookUp(centre, isolate, page, here);
    const foundMs = ms + lookUpMs;
    const job =
      best && !centre.isNear
        ? undefined
        : render(centre, isolate, page, centre.isNear ? ms : foundMs);
    if (job && !best) return rendered(page, job, "waits");
    if (job && job.doneAt - now < foundMs) return rendered(page, job, "races");
    return renew(centre, isolate, page, /** @type {Stored} */ (best), foundMs, known);
  }

  /**
   * Finds a page that is current according to its company's record. Reads the record from the store if the isolate
   * lacks it.
   *
   * @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @param {Stored | undefined} here
   */
  function lookUp(centre, isolate, page, here) {
    const times = readRecords(centre, isolate);
    const { site: siteRecord, readAt } = isolate.site ?? { readAt: -Infinity };
    const askedAt = Math.max(isolate.askedAt, readAt - assumed.RECORD_AGE_MS);
    const known = Math.max(isolate.purgedAt, siteRecord?.purgedAt ?? -Infinity);
    const record = isolate.known?.record;
    if (record && siteRecord?.last.number === record.number) {
      record.verifiedAt = siteRecord.last.verifiedAt;
    }
    const choose = (/** @type {(Stored | undefined)[]} */ ...candidates) =>
      candidates
        .flatMap((found) =>
          found ? [{ ...found, checkedAt: lastChecked(page, found, record) }] : [],
        )
        .filter((found) => isUsable(found, known))
        .toSorted((one, other) => other.checkedAt - one.checkedAt)[0];
    const near = choose(here);
    const isSure = times.length === 0 && near && isYoung(near) && !mayMissPurge(near, askedAt);
    const result = isSure ? { ms: 0, value: undefined } : readKv(centre, page.id);
    const stored = /** @type {Stored | undefined} */ (result.value);
    const ms = Math.max(...times, result.ms);
    const best = choose(near, stored);
    queue.add(now + ms, () => {
      learn(isolate, askedAt, known);
      if (best) isolate.positions.add(page.kind);
      const checkedAt = isolate.pages.get(page)?.checkedAt ?? -Infinity;
      if (!best) isolate.pages.delete(page);
      else if (best.checkedAt <= checkedAt) return;
      else if (best.readAt === stored?.readAt) put(centre, isolate, page, best);
      else isolate.pages.set(page, best);
    });
    return { best, ms, askedAt, purgedAt: known };
  }

  /**
   * Like `lastChecked` in the page cache.
   *
   * @param {Page} page
   * @param {Stored} found
   * @param {CompanyRecord | undefined} record
   */
  function lastChecked(page, { checkedAt, version }, record) {
    const isVerified = record?.build === build && record.versions.get(page) === version;
    return isVerified ? Math.max(checkedAt, record.verifiedAt) : checkedAt;
  }

  /**
   * Serves a found page, and renders it again if it is not fresh.
   *
   * @param {DataCentre} centre @param {Isolate} isolate @param {Page} page @param {Stored} found @param {number} ms
   * @param {{ askedAt: number }} known
   */
  function renew(centre, isolate, page, found, ms, { askedAt }) {
    if (now - found.checkedAt < assumed.FRESH_MS) return served(ms, found);
    const isOld = !isYoung(found);
    const isServed = !isOld && !mayMissPurge(found, askedAt);
    const purgeAt = isNew && isServed ? now : askObject(centre, isolate);
    const job = render(centre, isolate, page, ms);
    if (isServed) return served(ms, found);
    const until = Math.min(now + ms + assumed.WAIT_MS, isOld ? Infinity : purgeAt + ms);
    if (job.doneAt <= until) return rendered(page, job, isOld ? "waits" : "races");
    if (purgedAt <= found.readAt) return { ...served(until - now, found), waits: isOld };
    if (purgeAt > until) return { ...served(until - now, found), waits: isOld };
    isolate.pages.delete(page);
    return rendered(page, job, "waits");
  }

  /** Verifies pages: renders those that were viewed within a week, and stores those that changed. */
  function verify() {
    const startedAt = now;
    const isRecent = (/** @type {Page} */ page) => now - (viewed.get(page) ?? -Infinity) < 7 * DAY;
    const seen = pages
      .filter(isRecent)
      .toSorted((one, other) => (viewed.get(other) ?? 0) - (viewed.get(one) ?? 0))
      .slice(0, mostPages)
      .map((page) => ({
        ...{ page, version: versionOf(page), listed: getStored(page) },
        viewedAt: viewed.get(page) ?? 0,
      }));
    count("kvLists");
    if (seen.length === 0) return;
    const reads = new Set(["client", "positions", ...seen.flatMap(({ page }) => page.reads)]);
    count("platformReads", reads.size);
    // One request reads the last purge, and one submits the records.
    count("objectRequests", 2);
    queue.add(now + assumed.VERIFICATION_MS, () => {
      for (const { page, version, listed, viewedAt } of seen) {
        if (listed?.version === version && !isPurged(listed, purgedAt)) continue;
        storePage(page, { readAt: startedAt, checkedAt: startedAt, viewedAt, version });
      }
      const versions = new Map(seen.map(({ page, version }) => [page, version]));
      const before = getRecord();
      const isSame =
        before?.build === build &&
        before.versions.size === versions.size &&
        [...versions].every(([page, version]) => before.versions.get(page) === version);
      const number = isSame ? site.last.number : site.last.number + 1;
      if (!isSame) write("record", { number, build, verifiedAt: startedAt, versions });
      writeSite({ build, last: { number, verifiedAt: startedAt } });
    });
  }

  /** Deploys a version without pages in memory, the Cache API or the store. */
  function deploy() {
    build += 1;
    for (const page of pages) kv.delete(page.id);
    tiers.clear();
    for (const centre of centres) {
      centre.isolates = centre.isolates.map(createIsolate);
      centre.cache.clear();
      centre.kv.clear();
    }
  }

  /** Opens, closes or edits a job. */
  function changeJob() {
    const job = `job ${Math.floor(random() * assumed.JOBS)}`;
    change(pages.filter(({ kind }) => kind === job || kind === "list"));
    purgedAt = now;
    if (!isNew) return;
    writeSite({ purgedAt });
    count("objectRequests", 2);
    verifySoon("the company");
  }

  for (let day = 0; day <= days; day += 1) {
    // Days until closing are part of a page.
    queue.add(day * DAY, () => change(pages));
    for (let each = 0; each < deploymentsPerDay; each += 1) {
      queue.add(day * DAY + assumed.DEPLOYMENT_AT + each * 60 * MINUTE, deploy);
    }
  }
  for (let at = 0; (at -= (Math.log(1 - random()) / changesPerDay) * DAY) < end;) {
    queue.add(at, changeJob);
  }
  // The cron runs independently of deployments.
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
    const answer = view(centre, isolate, page);
    if (now < DAY) continue;
    const outdatedMs = now - (replaced.get(page)?.[answer.version] ?? now);
    views.push({ place: centre.place, ...answer, outdatedMs });
  }
  const perDay = /** @type {Result["perDay"]} */ (
    Object.fromEntries(Object.entries(counts).map(([name, total]) => [name, total / days]))
  );
  return { views, perDay };
}
