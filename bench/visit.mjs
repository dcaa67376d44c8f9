// What a visit with the slow phone cost, from what the phone has seen.
import { CV } from "./visitors.mjs";

/** @typedef {import("./phone.mjs").Seen} Seen */
/** @typedef {{ requests: number; bytes: number }} Traffic */

/**
 * Figures of a visit; times are in ms since the first request, 0 for what never was.
 *
 * @typedef {object} Visit
 * @property {number} paint when anything was visible
 * @property {number} usable when the HTML had come up to the form's end, and was visible
 * @property {number} largest when the largest text or picture was visible
 * @property {number} awake when the scripts of the form had come and run
 * @property {number} blocked how long tasks blocked the pages, beyond 50 ms each, in ms
 * @property {number} shift the cumulative layout shift, until the form is sent
 * @property {number} sent how long it took from the tap on "send" to the receipt
 * @property {number} up bytes that were sent, without the CV's own
 * @property {(types: string[], isEarly?: boolean) => Traffic} down what came of some types; early: what
 * was asked for before the page was touched
 */

/** @param {number[]} values */
const sum = (values) => values.reduce((all, value) => all + value, 0);

/**
 * @param {Seen} seen
 * @param {string} html the first page
 * @param {{ touched?: number; submitted?: number }} did when the person touched the page first, and sent
 * the form, in ms since 1970
 * @returns {Visit}
 */
export function figures(seen, html, { touched = Infinity, submitted }) {
  const since = (/** @type {number | undefined} */ at) => (at ? at - seen.begun : 0);
  const paint = since(seen.paints[0]);
  const end = html.indexOf("</form>");
  const formBytes = Buffer.byteLength(html.slice(0, end));
  const formCame = since(seen.html.find(({ bytes }) => bytes >= formBytes)?.at);
  // Without scripts, the receipt is a page of its own.
  const receipt = seen.receipt > 0 ? seen.receipt : (seen.paints.at(-1) ?? 0);
  const hasSent = submitted !== undefined;
  const shifts = seen.shifts.filter(({ at }) => !hasSent || at < submitted);
  const requests = seen.requests.filter(({ asked }) => !hasSent || asked <= receipt);
  return {
    paint,
    usable: end === -1 ? 0 : Math.max(paint, formCame),
    largest: since(seen.largest),
    awake: since(seen.awake),
    blocked: seen.blocked,
    shift: sum(shifts.map(({ value }) => value)),
    sent: hasSent ? receipt - submitted : 0,
    up: sum(requests.map(({ up }) => up)) - (hasSent ? CV.buffer.length : 0),
    down(types, isEarly = false) {
      const some = requests.filter(
        ({ type, asked }) => types.includes(type) && (!isEarly || asked < touched),
      );
      return { requests: some.length, bytes: sum(some.map(({ down }) => down)) };
    },
  };
}
