// Measures bytes and times on a slow phone, from the first byte to the receipt. The subjects are a reader,
// applicants with and without scripts, each page in three ways of browsing, and static pages for comparison.
// `npm run bench -- slow-phone` writes docs/pictures/slow-phone.svg.
//
// ROUNDS: repetitions (11). BEFORE: folder of another built checkout, measured in the same rounds.
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../tests/support/chromium.mjs";
import { ROOT, runIfMain, Stop } from "../scripts/local";
import { openPhone } from "./phone.mjs";
import { startPhoneSite } from "./phone-sites.mjs";
import { renderPicture, printPages, printPeople, printSummary } from "./phone-tables.mjs";
import { figures } from "./visit.mjs";
import { apply, CV_SHA256, goToForm, look, read } from "./visitors.mjs";

/** @typedef {import("./phone.mjs").Phone} Phone */
/** @typedef {import("./phone-sites.mjs").PhoneSite} PhoneSite */
/** @typedef {import("./phone-tables.mjs").Subject} Subject */

const ROUNDS = Number(process.env.ROUNDS ?? 11);
const BEFORE = process.env.BEFORE;

const PICTURE = join(ROOT, "docs", "pictures", "slow-phone.svg");

/**
 * Creates a subject: a visit with a new phone.
 *
 * @param {import("playwright").Browser} browser
 * @param {string} name
 * @param {(phone: Phone) => Promise<{ touched?: number; submitted?: number } | void>} go
 * @param {{ html?: string; scripts?: boolean; blocks?: string[] }} [options] `html`: the first page, if it
 * has a form; `scripts` and `blocks`: as for `openPhone`
 * @returns {Subject}
 */
const subject = (browser, name, go, { html = "", ...options } = {}) => ({
  name,
  visits: [],
  async visit() {
    const phone = await openPhone(browser, options);
    try {
      const did = await go(phone);
      const seen = phone.seen();
      if (seen.failures.length > 0) throw new Stop(`${name}: ${seen.failures.join(", ")}`);
      return figures(seen, html, did ?? {});
    } finally {
      await phone.close();
    }
  },
});

/**
 * Creates the subjects of a site: its visitors, and its pages in three ways of browsing.
 *
 * @param {import("playwright").Browser} browser @param {PhoneSite} site @param {string} mark added to names
 */
function createVisits(browser, { url, list, position, receipts }, mark) {
  const { html } = position;
  const applies = async (/** @type {Phone} */ phone) => {
    const { number, ...did } = await apply(phone, url + position.path);
    receipts.push(number);
    return did;
  };
  const reads = (/** @type {Phone} */ phone) => read(phone, url + list.path, position.path);
  const people = [
    subject(browser, `reader, list and position${mark}`, reads),
    subject(browser, `applicant, with scripts${mark}`, applies, { html }),
    subject(browser, `applicant, without scripts${mark}`, applies, { html, scripts: false }),
  ];
  /** @param {string} name @param {string} path @param {string} html */
  const ways = (name, path, html) => {
    const opens = (/** @type {Phone} */ phone) => look(phone, url + path);
    return [
      subject(browser, `${name}, full${mark}`, opens, { html }),
      subject(browser, `${name}, plain${mark}`, opens, { html, scripts: false }),
      subject(browser, `${name}, partial${mark}`, opens, { html, blocks: ["*/build/*"] }),
    ];
  };
  return {
    people,
    position: ways("position", position.path, html),
    list: ways("career site", list.path, ""),
  };
}

/**
 * Creates the static subjects.
 *
 * @param {import("playwright").Browser} browser @param {PhoneSite} site
 */
function createStaticVisits(browser, { url, list, position }) {
  const html = position.staticHtml;
  const goes = async (/** @type {Phone} */ phone) => {
    const touched = await goToForm(phone, url + position.staticPath);
    await phone.quiet();
    return { touched };
  };
  const opens = (/** @type {string} */ path) => (/** @type {Phone} */ phone) =>
    look(phone, url + path);
  return {
    reader: subject(browser, "static, list and position", (phone) =>
      read(phone, url + list.staticPath, position.staticPath),
    ),
    form: subject(browser, "static, position and form", goes, { html }),
    position: subject(browser, "position, static", opens(position.staticPath), { html }),
    list: subject(browser, "career site, static", opens(list.staticPath)),
    small: subject(browser, "static, a page of 4 KB", opens("/small")),
  };
}

await runIfMain(import.meta.url, async () => {
  if (!Number.isInteger(ROUNDS) || ROUNDS < 1) throw new Stop("ROUNDS must be 1 or more.");
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  try {
    /** @param {string} folder */
    const start = async (folder) => {
      const site = await startPhoneSite(folder);
      stops.push(site.stop);
      return site;
    };
    const site = await start(ROOT);
    const old = BEFORE === undefined ? undefined : await start(resolve(BEFORE));
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: CHROMIUM_ARGS,
    });
    stops.push(() => browser.close());

    const now = createVisits(browser, site, "");
    const before = old && createVisits(browser, old, ", before");
    const statics = createStaticVisits(browser, site);
    /** Lists each subject, followed by its counterpart in the other build. @param {"people" | "position" | "list"} what */
    const both = (what) =>
      now[what].flatMap((one, index) => [one, ...(before?.[what].slice(index, index + 1) ?? [])]);
    const subjects = [
      ...both("people"),
      ...both("position"),
      ...both("list"),
      ...Object.values(statics),
    ];
    for (let round = 0; round <= ROUNDS; round += 1) {
      console.error(round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`);
      for (const one of subjects) {
        const visit = await one.visit();
        if (round > 0) one.visits.push(visit);
      }
      // An application counts as sent only if the platform received it.
      if (round > 0 && round < ROUNDS) continue;
      for (const one of [site, ...(old ? [old] : [])]) await one.expectArrived(CV_SHA256);
    }

    const references = [statics.reader, statics.form, statics.small];
    printSummary([...both("people"), ...references]);
    printPeople([...both("people"), ...references]);
    /** @param {"position" | "list"} what */
    const rows = (what) => [
      ...now[what].flatMap((one, index) => {
        const old = before?.[what][index];
        const row = { one, reference: statics[what], before: old };
        return old ? [row, { ...row, one: old }] : [row];
      }),
      { one: statics[what], reference: statics[what] },
    ];
    printPages([...rows("position"), ...rows("list")], statics.small);
    await writeFile(PICTURE, renderPicture([...now.people, ...references]));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
});
