// From single requests to figures. Nothing is asked or measured here.

/**
 * One request and its answer.
 *
 * @typedef {object} Sample
 * @property {string} kind such as "position"
 * @property {number} status 0 where there was no answer
 * @property {string} [fault] why there was none
 * @property {number} ms from the last byte of the request to the last of the answer
 * @property {number} up bytes of the request's body
 * @property {number} down bytes of the answer's body
 */

/**
 * @typedef {object} Figures what came of the requests of a kind
 * @property {number} requests
 * @property {number} perSecond
 * @property {number} median ms, as are the next two
 * @property {number} p95
 * @property {number} p99
 * @property {Record<string, number>} answers how many, by status or by fault
 * @property {number} failed how many were neither 2xx nor 3xx
 * @property {number} up bytes, as `down`
 * @property {number} down
 */

/**
 * The value below which a share of the values lies: the nearest rank, so that it is one of them.
 *
 * @param {readonly number[]} values @param {number} share from 0 to 1
 * @returns {number} 0 where there is none
 */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** What a sample counts as. @param {Sample} sample */
const answerOf = ({ status, fault }) => (status === 0 ? (fault ?? "no answer") : String(status));

/** @param {Sample} sample */
export const isFailed = ({ status }) => status < 200 || status >= 400;

/** @param {readonly Sample[]} samples @param {number} seconds @returns {Figures} */
export function figuresOf(samples, seconds) {
  const times = samples.map(({ ms }) => ms);
  /** @type {Record<string, number>} */
  const answers = {};
  for (const sample of samples) answers[answerOf(sample)] = (answers[answerOf(sample)] ?? 0) + 1;
  const sum = (/** @type {"up" | "down"} */ name) =>
    samples.reduce((all, sample) => all + sample[name], 0);
  return {
    requests: samples.length,
    perSecond: samples.length / seconds,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    answers,
    failed: samples.filter(isFailed).length,
    up: sum("up"),
    down: sum("down"),
  };
}

/**
 * The figures of each kind, in the order in which the kinds first came.
 *
 * @param {readonly Sample[]} samples @param {number} seconds @returns {Record<string, Figures>}
 */
export function byKind(samples, seconds) {
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      figuresOf(
        samples.filter((one) => one.kind === kind),
        seconds,
      ),
    ]),
  );
}

/**
 * What became of the applications: by their ids, those whose receipts came and those that arrived.
 *
 * @param {{ sent: number; received: readonly string[]; arrived: readonly string[] }} ids
 */
export function fate({ sent, received, arrived }) {
  const there = new Set(arrived);
  return {
    sent,
    receipts: received.length,
    arrived: there.size,
    /** With a receipt, and not at the platform. */
    lost: received.filter((id) => !there.has(id)).length,
    /** At the platform more than once. */
    twice: arrived.length - there.size,
  };
}

/**
 * @typedef {object} Outcome all that a run has come to
 * @property {string} url
 * @property {number} seconds
 * @property {Record<string, Figures>} kinds
 * @property {ReturnType<typeof fate>} applications
 * @property {Record<string, number>} [cpuMs] of a request by kind, asked alone; undefined elsewhere
 */

/** A number of bytes for people. @param {number} bytes */
export const size = (bytes) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** @param {string[][]} rows each cell in a column; all but the first are aligned to the right */
function aligned(rows) {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** What a run has come to, for people. @param {Outcome} outcome */
export function summary({ url, seconds, kinds, applications, cpuMs }) {
  const head = [
    "",
    "requests",
    "a second",
    "median",
    "p95",
    "p99",
    "CPU ms",
    "up",
    "down",
    "answers",
  ];
  const rows = Object.entries(kinds).map(([kind, of]) => [
    kind,
    String(of.requests),
    of.perSecond.toFixed(1),
    ...[of.median, of.p95, of.p99].map((ms) => `${ms.toFixed(0)} ms`),
    cpuMs?.[kind]?.toFixed(2) ?? "-",
    size(of.up),
    size(of.down),
    Object.entries(of.answers)
      .map(([answer, count]) => `${answer} × ${count}`)
      .join(", "),
  ]);
  const { sent, receipts, arrived, lost, twice } = applications;
  return [
    `${url}, ${seconds.toFixed(1)} s`,
    "",
    ...aligned([head, ...rows]),
    "",
    `applications: ${sent} sent, ${receipts} receipts, ${arrived} arrived; ${lost} lost, ${twice} twice`,
  ].join("\n");
}
