// Computes a visit's metrics from a phone's events.

/** @typedef {import("./phone.mjs").Seen} Seen */

/**
 * Times are in ms since the first request; 0 means never.
 *
 * @typedef {object} Visit
 * @property {number} paint first paint
 * @property {number} usable first paint, or the arrival of the end of the form's HTML, whichever is later
 * @property {number} sent time from the tap on Send to the receipt
 * @property {number} requests
 * @property {number} bytes downloaded
 */

/**
 * @param {Seen} seen
 * @param {string} html the first page
 * @param {{ submitted?: number }} result when the form was submitted, in ms since 1970
 * @returns {Visit}
 */
export function computeFigures(seen, html, { submitted }) {
  const since = (/** @type {number | undefined} */ at) => (at ? at - seen.firstRequestAt : 0);
  const paint = since(seen.paints[0]);
  const end = html.indexOf("</form>");
  const formBytes = Buffer.byteLength(html.slice(0, end));
  const formArrived = since(seen.html.find(({ bytes }) => bytes >= formBytes)?.at);
  // Without scripts, the receipt is a separate page.
  const receipt = seen.receipt > 0 ? seen.receipt : (seen.paints.at(-1) ?? 0);
  const requests = seen.requests.filter(
    ({ startedAt }) => submitted === undefined || startedAt <= receipt,
  );
  return {
    paint,
    usable: end === -1 ? 0 : Math.max(paint, formArrived),
    sent: submitted === undefined ? 0 : receipt - submitted,
    requests: requests.length,
    bytes: requests.reduce((all, { down }) => all + down, 0),
  };
}
