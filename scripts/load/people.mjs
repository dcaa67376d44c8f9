// What readers and applicants do at a site, again and again, until time or number is up.
import { randomBytes, randomInt } from "node:crypto";
import { exchange } from "./exchange.mjs";
import { cvOf, filledIn, standingIn, valueOf, written } from "./form.mjs";

/** @typedef {import("./exchange.mjs").Answer} Answer */

/**
 * @typedef {object} Place where people go
 * @property {string} origin of the site
 * @property {string} careerSite the path of the career site
 * @property {readonly string[]} positions their paths, at least one
 * @property {import("node:http").Agent} agent
 */

/**
 * @typedef {object} Watch who is told of each request, and says whether there may be another one
 * @property {() => boolean} goesOn
 * @property {() => boolean} mayApply whether there may be another application
 * @property {(kind: string, answer: Answer) => void} note
 */

/** @typedef {{ address: string; id: string; type: string; body: Buffer }} Form ready to be sent */

/** @typedef {{ id: string; receipt: string }} Receipt an application's id, and the address of its receipt */

/**
 * Chance that can be repeated (mulberry32).
 *
 * @param {number} seed @returns {() => number} from 0 to 1
 */
export function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @template T @param {readonly T[]} of at least one @param {() => number} chance
 * @returns {T}
 */
export function oneOf(of, chance) {
  const one = of[Math.floor(chance() * of.length)];
  if (one === undefined) throw new Error("There is nothing to choose from");
  return one;
}

/** What people search for: letters that are in most jobs, and in few. */
const SEARCHES = ["a", "er", "manager", "taller", "part time", "zzz"];

/** How often somebody else sits down at a reader's browser, which then remembers nothing. */
const NEW_READER = 0.25;

/**
 * Reads the list, searches, and opens two positions, with a browser that asks for what it has by
 * `If-None-Match`.
 *
 * @param {Place} place @param {Watch} watch @param {() => number} chance
 * @param {number} [downKbit] the speed of the reader's line; 0: as fast as it goes
 */
export async function read(place, watch, chance, downKbit = 0) {
  /** @type {Map<string, string>} */
  const remembered = new Map();
  while (watch.goesOn()) {
    if (chance() < NEW_READER) remembered.clear();
    const visits = [
      { kind: "career site", path: place.careerSite },
      {
        kind: "search",
        path: `${place.careerSite}?q=${encodeURIComponent(oneOf(SEARCHES, chance))}`,
      },
      ...[1, 2].map(() => ({ kind: "position", path: oneOf(place.positions, chance) })),
    ];
    for (const { kind, path } of visits) {
      if (!watch.goesOn()) return;
      const etag = remembered.get(path);
      const answer = await exchange(place.origin + path, {
        agent: place.agent,
        downKbit,
        headers: etag === undefined ? {} : { "If-None-Match": etag },
      });
      watch.note(kind, answer);
      if (answer.status === 200 && answer.headers.etag) remembered.set(path, answer.headers.etag);
    }
  }
}

/** No two runs have the same persons: a platform takes one application of each for a position. */
let person = randomInt(90_000_000);

/**
 * Opens a position and fills in its form, with a CV.
 *
 * @param {Place} place @param {Pick<Watch, "note">} watch @param {string} path @param {number} cvBytes
 * @returns {Promise<Form | undefined>} undefined where there was none
 */
export async function openForm(place, watch, path, cvBytes) {
  const address = place.origin + path;
  const page = await exchange(address, { agent: place.agent });
  watch.note("position", page);
  if (page.status !== 200) return undefined;
  person += 1;
  const form = filledIn(page.text, person);
  const id = valueOf(form, "application_id");
  if (id === undefined) return undefined;
  const boundary = `----load${randomBytes(16).toString("hex")}`;
  return { address, id, ...written(form, cvOf(cvBytes, person), boundary) };
}

/**
 * Sends a form over a line of its own. The receipt is what the answer leads to.
 *
 * @param {Form} form
 * @param {Pick<Watch, "note">} watch @param {number} kbit
 * @returns {Promise<Receipt | undefined>}
 */
export async function sendForm({ address, id, type, body }, watch, kbit) {
  const headers = { "Content-Type": type, Origin: new URL(address).origin };
  const answer = await exchange(address, { method: "POST", headers, body, kbit });
  watch.note("application", answer);
  const { location } = answer.headers;
  if (answer.status !== 303 || location === undefined) return undefined;
  return { id, receipt: new URL(location, address).href };
}

/**
 * Looks at a receipt.
 *
 * @param {Receipt} receipt @param {Pick<Watch, "note">} watch @param {Place} place
 * @returns {Promise<string | undefined>} where the application stands
 */
export async function lookAt({ receipt }, watch, { agent }) {
  const answer = await exchange(receipt, { agent });
  watch.note("receipt", answer);
  return answer.status === 200 ? standingIn(answer.text) : undefined;
}

/**
 * Applies for one position after the other, and looks at each receipt.
 *
 * @param {Place} place @param {Watch} watch @param {() => number} chance
 * @param {{ cvBytes: number; kbit: number; onSent: () => void; onReceipt: (receipt: Receipt) => void }} options
 */
export async function apply(place, watch, chance, { cvBytes, kbit, onSent, onReceipt }) {
  while (watch.goesOn() && watch.mayApply()) {
    const form = await openForm(place, watch, oneOf(place.positions, chance), cvBytes);
    if (!form) continue;
    if (!watch.goesOn() || !watch.mayApply()) return;
    onSent();
    const receipt = await sendForm(form, watch, kbit);
    if (!receipt) continue;
    onReceipt(receipt);
    await lookAt(receipt, watch, place);
  }
}
