// Formats the slow phone's measurements as Markdown tables and a picture.
import { median } from "./measure.mjs";
import { TYPES } from "./phone.mjs";
import { bars } from "./picture.mjs";

/** @typedef {import("./visit.mjs").Visit} Visit */

const ALL = [...TYPES, "other"];

/**
 * A subject of the benchmark, with the figures of each visit.
 *
 * @typedef {object} Subject
 * @property {string} name name, with details after a comma
 * @property {() => Promise<Visit>} visit
 * @property {Visit[]} visits
 */

/** Returns the median of a figure over all visits. @param {Subject} subject @param {(visit: Visit) => number} what */
const middle = ({ visits }, what) => median(visits.map(what));

/** Formats ms as seconds; a dash for 0. @param {number} ms */
const seconds = (ms) => (ms === 0 ? "-" : `${(ms / 1000).toFixed(2)} s`);

/** @param {number} ms */
const milliseconds = (ms) => (ms === 0 ? "-" : `${ms.toFixed(0)} ms`);

/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1024).toFixed(1);

/** Formats downloads as `requests / KB`. @param {Subject} subject @param {string[]} types @param {boolean} [isEarly] */
function amount(subject, types, isEarly) {
  const requests = middle(subject, ({ down }) => down(types, isEarly).requests);
  const bytes = middle(subject, ({ down }) => down(types, isEarly).bytes);
  return requests === 0 ? "-" : `${requests} / ${kilobytes(bytes)}`;
}

/** Prints a table. @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  console.log("");
  for (const cells of [head, head.map(() => "---"), ...rows])
    console.log(`| ${cells.join(" | ")} |`);
}

/** Prints the summary table. @param {Subject[]} people */
export function printSummary(people) {
  const head = ["visit", "download", "first paint", "form usable"];
  table(
    [...head, 'from "send" to the receipt'],
    people.map((one) => [
      one.name,
      `${kilobytes(middle(one, ({ down }) => down(ALL).bytes))} KB`,
      seconds(middle(one, ({ paint }) => paint)),
      seconds(middle(one, ({ usable }) => usable)),
      seconds(middle(one, ({ sent }) => sent)),
    ]),
  );
}

/** Prints the traffic and delays of each subject. @param {Subject[]} people */
export function printPeople(people) {
  const head = ["visit", "HTML", "scripts", "pictures", "other", "all", "before the first touch"];
  table(
    [...head, "KB sent, without the CV", "hydrated after", "blocked", "shift"],
    people.map((one) => [
      one.name,
      ...ALL.map((type) => amount(one, [type])),
      amount(one, ALL),
      amount(one, ALL, true),
      kilobytes(middle(one, ({ up }) => up)),
      milliseconds(middle(one, ({ hydrated }) => hydrated)),
      milliseconds(middle(one, ({ blocked }) => blocked)),
      middle(one, ({ shift }) => shift).toFixed(3),
    ]),
  );
}

/**
 * Prints the cost of each page, with ratios to a static copy and to the other build.
 *
 * @param {{ one: Subject; reference: Subject; before?: Subject | undefined }[]} pages
 * @param {Subject} small the smallest page: the reference for first paints
 */
export function printPages(pages, small) {
  const paint = (/** @type {Visit} */ visit) => visit.paint;
  const ratio = (
    /** @type {Subject} */ one,
    /** @type {Subject} */ other,
    /** @type {(visit: Visit) => number} */ what,
  ) => (middle(one, what) / middle(other, what)).toFixed(2);
  const hasBefore = pages.some(({ before }) => before !== undefined);
  const head = ["page", "first paint", "form usable", "largest paint", "blocked", "shift"];
  table(
    [...head, "first paint / 4 KB page", ...(hasBefore ? ["first paint / before"] : [])],
    pages.map(({ one, reference, before }) => [
      one.name,
      ...[
        paint,
        (/** @type {Visit} */ { usable }) => usable,
        (/** @type {Visit} */ { largest }) => largest,
      ].map((what) =>
        middle(one, what) === 0
          ? "-"
          : `${milliseconds(middle(one, what))} (${ratio(one, reference, what)})`,
      ),
      milliseconds(middle(one, ({ blocked }) => blocked)),
      middle(one, ({ shift }) => shift).toFixed(3),
      ratio(one, small, paint),
      ...(hasBefore ? [before ? ratio(one, before, paint) : "-"] : []),
    ]),
  );
  console.log("\nRequests / KB:");
  table(
    ["page", "HTML", "scripts", "pictures", "other", "all"],
    pages.map(({ one }) => [one.name, ...ALL.map((type) => amount(one, [type])), amount(one, ALL)]),
  );
}

/** Renders the summary as a picture. @param {Subject[]} people */
export const renderPicture = (people) =>
  bars({
    title: "Reading and applying on a slow phone",
    description:
      "Download and waiting times, compared with static pages. The table above has the same figures.",
    rows: people.map(({ name }) => name.split(", ")),
    panels: [
      {
        title: "Download, KB",
        digits: 1,
        isStacked: true,
        series: [
          { name: "HTML", types: ["Document"] },
          { name: "scripts", types: ["Script"] },
          { name: "pictures, other", types: ["Image", "other"] },
        ].map(({ name, types }) => ({
          name,
          values: people.map((one) => middle(one, ({ down }) => down(types).bytes) / 1024),
        })),
      },
      {
        title: "Wait, s",
        digits: 2,
        isStacked: false,
        series: [
          { name: "first paint", what: (/** @type {Visit} */ { paint }) => paint },
          { name: "form usable", what: (/** @type {Visit} */ { usable }) => usable },
          {
            name: "from “send” to the receipt",
            what: (/** @type {Visit} */ { sent }) => sent,
          },
        ].map(({ name, what }) => ({
          name,
          values: people.map((one) => middle(one, what) / 1000),
        })),
      },
    ],
  });
