// Figures of a visit, computed from a phone's events.
import { CV } from "./visitors.mjs";

/** @typedef {import("./phone.mjs").Seen} Seen */
/** @typedef {{ requests: number; bytes: number }} Traffic */

/**
 * Times are in ms since the first request; 0 means never.
 *
 * @typedef {object} Visit
 * @property {number} paint first paint
 * @property {number} usable first paint, or the arrival of the end of the form's HTML if that is later
 * @property {number} largest largest contentful paint
 * @property {number} hydrated when the form was hydrated
 * @property {number} blocked total blocking time
 * @property {number} shift cumulative layout shift until the form is sent
 * @property {number} sent time from the tap on Send to the receipt
 * @property {number} up bytes sent, without the CV
 * @property {(types: string[], isEarly?: boolean) => Traffic} down downloads of some types; with `isEarly`,
 * only those before the first touch
 */

/** @param {number[]} values */
const sum = (values) => values.reduce((all, value) => all + value, 0);

/**
 * Computes the figures of a visit.
 *
 * @param {Seen} seen
 * @param {string} html the first page
 * @param {{ touched?: number; submitted?: number }} did times of the first touch and of submitting, in ms
 * since 1970
 * @returns {Visit}
 */
export function figures(seen, html, { touched = Infinity, submitted }) {
  const since = (/** @type {number | undefined} */ at) => (at ? at - seen.firstRequestAt : 0);
  const paint = since(seen.paints[0]);
  const end = html.indexOf("</form>");
  const formBytes = Buffer.byteLength(html.slice(0, end));
  const formArrived = since(seen.html.find(({ bytes }) => bytes >= formBytes)?.at);
  // Without scripts, the receipt is a separate page.
  const receipt = seen.receipt > 0 ? seen.receipt : (seen.paints.at(-1) ?? 0);
  const hasSent = submitted !== undefined;
  const shifts = seen.shifts.filter(({ at }) => !hasSent || at < submitted);
  const requests = seen.requests.filter(({ startedAt }) => !hasSent || startedAt <= receipt);
  return {
    paint,
    usable: end === -1 ? 0 : Math.max(paint, formArrived),
    largest: since(seen.largest),
    hydrated: since(seen.hydrated),
    blocked: seen.blocked,
    shift: sum(shifts.map(({ value }) => value)),
    sent: hasSent ? receipt - submitted : 0,
    up: sum(requests.map(({ up }) => up)) - (hasSent ? CV.buffer.length : 0),
    down(types, isEarly = false) {
      const some = requests.filter(
        ({ type, startedAt }) => types.includes(type) && (!isEarly || startedAt < touched),
      );
      return { requests: some.length, bytes: sum(some.map(({ down }) => down)) };
    },
  };
}
