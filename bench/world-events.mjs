// The pages and views of `world-model.mjs`, and its queue of events.
import * as assumed from "./world-assumptions.mjs";
import { DAY, MINUTE } from "./world-assumptions.mjs";

/** Returns a generator of numbers from 0 to 1 (mulberry32). @param {number} seed */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The site's pages. `reads`: the platform's responses that a page is rendered from.
 *
 * @typedef {{ id: string; kind: string; reads: string[]; popularity: number }} Page
 * @returns {Page[]}
 */
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
export function createQueue() {
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
export const PAGES = createPages();

/** Returns the same views for each design. @param {number} viewsPerDay @param {number} days */
export function getArrivals(viewsPerDay, days) {
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
