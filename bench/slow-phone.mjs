// Measures bytes and times on a slow phone, from the first byte to the receipt, and compares them with static pages:
// `npm run bench -- slow-phone`. ROUNDS: repetitions (default: 11).
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../scripts/chromium.mjs";
import { runIfMain, Stop } from "../scripts/stop";
import { median } from "./measure.mjs";
import { openPhone } from "./phone.mjs";
import { startPhoneSite } from "./phone-sites.mjs";
import { computeFigures } from "./visit.mjs";
import { apply, CV_SHA256, goToForm, openPage, readPosition } from "./visitors.mjs";

/** @typedef {import("./phone.mjs").Phone} Phone */
/** @typedef {import("./visit.mjs").Visit} Visit */

/**
 * A visit with a new phone. `html`: the first page, if it has a form. `reference`: the visit to static pages.
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {(phone: Phone) => Promise<{ submitted?: number } | void>} go
 * @property {string} [html]
 * @property {boolean} [scripts]
 * @property {string} [reference]
 */

const ROUNDS = Number(process.env.ROUNDS ?? 11);

/** @param {import("./phone-sites.mjs").PhoneSite} site @returns {Subject[]} */
function createSubjects({ url, list, position, receipts }) {
  const { html, staticHtml } = position;
  const applyForJob = async (/** @type {Phone} */ phone) => {
    const { number, submitted } = await apply(phone, url + position.path);
    receipts.push(number);
    return { submitted };
  };
  const open = (/** @type {string} */ path) => (/** @type {Phone} */ phone) =>
    openPage(phone, url + path);
  const reference = "position, static";
  return [
    {
      name: "reader, list and position",
      go: (phone) => readPosition(phone, url + list.path, position.path),
      reference: "list and position, static",
    },
    { name: "applicant, with scripts", go: applyForJob, html, reference: "form, static" },
    { name: "applicant, without scripts", go: applyForJob, html, scripts: false },
    { name: "position, with scripts", go: open(position.path), html, reference },
    {
      name: "position, without scripts",
      go: open(position.path),
      html,
      scripts: false,
      reference,
    },
    { name: "career site", go: open(list.path), reference: "career site, static" },
    {
      name: "list and position, static",
      go: (phone) => readPosition(phone, url + list.staticPath, position.staticPath),
    },
    {
      name: "form, static",
      html: staticHtml,
      go: async (phone) => {
        await goToForm(phone, url + position.staticPath);
        await phone.quiet();
      },
    },
    { name: "position, static", go: open(position.staticPath), html: staticHtml },
    { name: "career site, static", go: open(list.staticPath) },
    { name: "a page of 4 KB, static", go: open("/small") },
  ];
}

/** @param {import("playwright").Browser} browser @param {Subject} subject @returns {Promise<Visit>} */
async function visit(browser, { name, go, html = "", scripts = true }) {
  const phone = await openPhone(browser, { scripts });
  try {
    const result = await go(phone);
    const seen = phone.seen();
    if (seen.failures.length > 0) throw new Stop(`${name}: ${seen.failures.join(", ")}`);
    return computeFigures(seen, html, result ?? {});
  } finally {
    await phone.close();
  }
}

/** Prints a Markdown table of medians. @param {Subject[]} subjects @param {Map<string, Visit[]>} visits */
function print(subjects, visits) {
  const medianOf = (/** @type {string} */ name, /** @type {keyof Visit} */ what) =>
    median((visits.get(name) ?? []).map((figures) => figures[what]));
  const head = ["visit", "requests", "KB", "first paint", "form usable", "send to receipt"];
  for (const cells of [head, head.map(() => "---")]) console.log(`| ${cells.join(" | ")} |`);
  for (const { name, reference } of subjects) {
    const time = (/** @type {"paint" | "usable" | "sent"} */ what) => {
      const ms = medianOf(name, what);
      if (ms === 0) return "-";
      const other = reference === undefined ? 0 : medianOf(reference, what);
      return `${ms.toFixed(0)} ms${other > 0 ? ` (${(ms / other).toFixed(2)})` : ""}`;
    };
    const kilobytes = (medianOf(name, "bytes") / 1024).toFixed(1);
    const cells = [name, medianOf(name, "requests"), kilobytes];
    console.log(`| ${[...cells, time("paint"), time("usable"), time("sent")].join(" | ")} |`);
  }
}

await runIfMain(import.meta.url, async () => {
  if (!Number.isInteger(ROUNDS) || ROUNDS < 1) throw new Stop("ROUNDS must be 1 or more.");
  const site = await startPhoneSite();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    const subjects = createSubjects(site);
    /** @type {Map<string, Visit[]>} */
    const visits = new Map(subjects.map(({ name }) => [name, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      console.error(round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`);
      for (const subject of subjects) {
        const figures = await visit(browser, subject);
        if (round > 0) visits.get(subject.name)?.push(figures);
      }
    }
    // An application counts as sent only if the platform received it.
    await site.expectArrived(CV_SHA256);
    print(subjects, visits);
  } finally {
    await browser.close();
    await site.stop();
  }
});
