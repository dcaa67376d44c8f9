// `npm run load`: readers and applicants at once, for a bounded time, and what came of it.
import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "./arguments.mjs";
import { buildSite } from "./build.mjs";
import { exchange } from "./load/exchange.mjs";
import { byKind, fate, isFailed, summary } from "./load/figures.mjs";
import { positionsIn } from "./load/form.mjs";
import { OPTIONS, optionsIn, USAGE } from "./load/options.mjs";
import { startOwnSite } from "./load/own-site.mjs";
import { apply, chanceOf, lookAt, oneOf, openForm, read, sendForm } from "./load/people.mjs";
import { Stop } from "./local.mjs";

/** @typedef {import("./load/figures.mjs").Sample} Sample */
/** @typedef {import("./load/people.mjs").Place} Place */
/** @typedef {import("./load/people.mjs").Receipt} Receipt */
/** @typedef {Awaited<ReturnType<typeof startOwnSite>>} OwnSite */

/** How often it says how far it is, in ms. */
const PROGRESS_MS = 2000;

/** How long what waits may take to arrive after the last request, in ms, and how soon and how rarely is asked. */
const ARRIVES_WITHIN = 120_000;
const ASKED_EVERY = 1000;
const ASKED_AT_LEAST = 30_000;

/** For CPU: how many requests of a kind are measured alone, how many at once, and what may go on after them, in ms. */
const ALONE = { reads: 200, applications: 20 };
const ALONE_AT_ONCE = 4;
const AFTERWARDS_MS = 1500;

/** An answer as a sample. @param {string} kind @param {import("./load/exchange.mjs").Answer} answer @returns {Sample} */
const sampleOf = (kind, { status, fault, ms, up, down }) => ({
  kind,
  status,
  ms,
  up,
  down,
  ...(fault !== undefined && { fault }),
});

/**
 * Looks at the list, so that it is known what there is to open.
 *
 * @param {URL} careerSite @param {number} connections @returns {Promise<Place>}
 * @throws {Stop} where it is none, or lists nothing
 */
async function arriveAt(careerSite, connections) {
  const Kind = careerSite.protocol === "https:" ? SecureAgent : Agent;
  const agent = new Kind({ keepAlive: true, maxSockets: Math.max(1, connections) });
  const { status, fault, text } = await exchange(careerSite);
  if (status !== 200) throw new Stop(`${careerSite.href} answered ${fault ?? status}.`);
  const positions = positionsIn(text);
  if (positions.length === 0) {
    throw new Stop(
      `${careerSite.href} lists no position: --url takes the address of a career site.`,
    );
  }
  return { origin: careerSite.origin, careerSite: careerSite.pathname, positions, agent };
}

/**
 * Readers and applicants at once, until their time or their number is up.
 *
 * @param {Place} place @param {import("./load/options.mjs").Options["numbers"]} numbers
 * @param {(words: string) => void} say
 */
async function mixed(place, numbers, say) {
  /** @type {Sample[]} */
  const samples = [];
  /** @type {Receipt[]} */
  const receipts = [];
  let [begun, sent] = [0, 0];
  const from = performance.now();
  const until = from + numbers.seconds * 1000;
  const watch = {
    goesOn: () => begun < numbers.requests && performance.now() < until,
    mayApply: () => sent < numbers.applications,
    note: (
      /** @type {string} */ kind,
      /** @type {import("./load/exchange.mjs").Answer} */ answer,
    ) => {
      begun += 1;
      samples.push(sampleOf(kind, answer));
    },
  };
  const people = [
    ...Array.from({ length: numbers.readers }, (_, index) =>
      read(place, watch, chanceOf(numbers.seed * 1000 + index), numbers["reader-kbit"]),
    ),
    ...Array.from({ length: numbers.applicants }, (_, index) =>
      apply(place, watch, chanceOf(numbers.seed * 1000 + 500 + index), {
        cvBytes: numbers["cv-kb"] * 1000,
        kbit: numbers.kbit,
        onSent: () => (sent += 1),
        onReceipt: (receipt) => receipts.push(receipt),
      }),
    ),
  ];
  const progress = setInterval(() => {
    const seconds = ((performance.now() - from) / 1000).toFixed(0);
    const failed = samples.filter(isFailed).length;
    say(`${seconds} s: ${samples.length} requests, ${failed} failed, ${receipts.length} receipts`);
  }, PROGRESS_MS);
  await Promise.all(people).finally(() => clearInterval(progress));
  return { samples, receipts, sent, seconds: (performance.now() - from) / 1000 };
}

/**
 * The ids of the applications that have arrived, once all have that got a receipt or time is up: at a
 * site of one's own by the platform's own rows, else by what the receipts say.
 *
 * @param {OwnSite | undefined} own @param {Place} place @param {readonly Receipt[]} receipts
 */
async function arrivals(own, place, receipts) {
  const isThere = async (/** @type {Receipt} */ receipt) =>
    (await lookAt(receipt, { note: () => undefined }, place)) === "delivered";
  const until = performance.now() + ARRIVES_WITHIN;
  /** @type {Set<string>} */
  const delivered = new Set();
  for (let pause = ASKED_EVERY; ; pause = Math.min(2 * pause, ASKED_AT_LEAST)) {
    for (const receipt of receipts) {
      if (!delivered.has(receipt.id) && (await isThere(receipt))) delivered.add(receipt.id);
    }
    if (delivered.size === receipts.length || performance.now() > until) break;
    await sleep(pause);
  }
  return own ? own.arrived() : [...delivered];
}

/**
 * CPU of a request in ms, by kind: each kind alone, and what goes on after the answers with it.
 *
 * @param {OwnSite} own @param {Place} place @param {import("./load/options.mjs").Options["numbers"]} numbers
 * @returns {Promise<{ cpuMs: Record<string, number>; receipts: Receipt[]; sent: number } | undefined>}
 *   undefined where CPU is not known here
 */
async function alone(own, place, numbers) {
  if ((await own.cpuMs()) === undefined) return undefined;
  const chance = chanceOf(numbers.seed);
  const watch = { note: () => undefined };
  /** @param {number} count @param {(index: number) => Promise<unknown>} ask */
  const cost = async (count, ask) => {
    await sleep(AFTERWARDS_MS);
    const before = (await own.cpuMs()) ?? 0;
    let next = 0;
    const loop = async () => {
      while (next < count) await ask(next++);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, loop));
    await sleep(AFTERWARDS_MS);
    return (((await own.cpuMs()) ?? 0) - before) / count;
  };
  const get = (/** @type {string} */ path) => exchange(place.origin + path, { agent: place.agent });
  /** @type {Record<string, number>} */
  const cpuMs = {
    "career site": await cost(ALONE.reads, () => get(place.careerSite)),
    search: await cost(ALONE.reads, (index) => get(`${place.careerSite}?q=${index}`)),
    position: await cost(ALONE.reads, () => get(oneOf(place.positions, chance))),
  };
  const count = numbers.applicants === 0 ? 0 : Math.min(ALONE.applications, numbers.applications);
  if (count === 0) return { cpuMs, receipts: [], sent: 0 };
  /** @type {import("./load/people.mjs").Form[]} */
  const forms = [];
  while (forms.length < count) {
    const path = oneOf(place.positions, chance);
    const form = await openForm(place, watch, path, numbers["cv-kb"] * 1000);
    if (!form) throw new Stop(`${place.origin}${path} has no form.`);
    forms.push(form);
  }
  /** @type {Receipt[]} */
  const receipts = [];
  cpuMs.application = await cost(count, async (index) => {
    const form = forms[index];
    const receipt = form && (await sendForm(form, watch, 0));
    if (receipt) receipts.push(receipt);
  });
  cpuMs.receipt = await cost(receipts.length, async (index) => {
    const receipt = receipts[index];
    if (receipt) await lookAt(receipt, watch, place);
  });
  return { cpuMs, receipts, sent: count };
}

await runCommand(import.meta.url, { usage: USAGE, options: OPTIONS }, async ({ values }) => {
  const { json, isBuilt, url, numbers } = optionsIn(values);
  const say = (/** @type {string} */ words) => console.error(words);
  if (url === undefined && !isBuilt) {
    say("Building the site …");
    await buildSite();
  }
  const own = url === undefined ? await startOwnSite() : undefined;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void own?.stop().finally(() => process.exit(130)));
  }
  /** @type {Place | undefined} */
  let place;
  try {
    const careerSite = /** @type {URL} */ (own?.careerSite ?? url); // one of them is there
    place = await arriveAt(careerSite, numbers.readers + numbers.applicants);
    say(`${numbers.readers} readers and ${numbers.applicants} applicants at ${careerSite.href}`);
    const run = await mixed(place, numbers, say);
    const measured = own && (await alone(own, place, numbers));
    const receipts = [...run.receipts, ...(measured?.receipts ?? [])];
    const outcome = {
      url: careerSite.href,
      seconds: run.seconds,
      kinds: byKind(run.samples, run.seconds),
      applications: fate({
        sent: run.sent + (measured?.sent ?? 0),
        received: receipts.map(({ id }) => id),
        arrived: await arrivals(own, place, receipts),
      }),
      ...(measured && { cpuMs: measured.cpuMs }),
    };
    console.log(json ? JSON.stringify(outcome, null, 2) : summary(outcome));
    const { lost, twice } = outcome.applications;
    if (lost > 0 || twice > 0) process.exitCode = 1;
  } finally {
    place?.agent.destroy();
    await own?.stop();
  }
});
