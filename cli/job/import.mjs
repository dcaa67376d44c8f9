// Decides what an import of jobs changes.
import { isDeepStrictEqual } from "node:util";
import { columnsOf } from "../../scripts/seed.mjs";
import { factsOf, positionOf, readJob } from "./job.mjs";
import { uuidOf } from "./ids.mjs";

/** @typedef {import("./located.mjs").Entry} Entry */
/** @typedef {import("./located.mjs").Fault} Fault */
/** @typedef {import("./job.mjs").Row} Row */

/**
 * A change to a company's jobs.
 *
 * @typedef {object} Plan
 * @property {Record<string, unknown>[]} added the columns of new positions
 * @property {{ uuid: string, changed: Record<string, unknown> }[]} changed columns that are different now
 * @property {number} same how many of the file's jobs are as they were
 * @property {Row[]} missing open jobs that the file has not
 * @property {Fault[]} faults of jobs that are in none of the above
 * @property {number} bad how many jobs have a fault
 */

/**
 * Compares a file's jobs with a company's. A job is the same by its `id`, or else by its `reference`, or
 * else by its title and location; a new one gets an id that is made of these, so that importing a file
 * twice makes nothing twice.
 *
 * @param {Entry[]} entries
 * @param {{ uuid: string, country: string | null }} company
 * @param {{ own: Row[], others: ReadonlySet<string> }} there the company's jobs, and the ids of all others
 * @param {string} today the date on which a new job is published, unless it says another
 * @returns {Plan}
 */
export function planImport(entries, company, { own, others }, today) {
  const find = finderIn(own, company.uuid);
  /** The lines of the file by the ids of their jobs. @type {Map<string, number>} */
  const lines = new Map();
  /** @type {Plan} */
  const plan = { added: [], changed: [], same: 0, missing: [], faults: [], bad: 0 };
  for (const entry of entries) {
    const { facts, at, faults = [] } = entry;
    const { id, rows } = find(facts);
    const [row] = rows;
    const before = row
      ? factsOf(row)
      : { country: company.country ?? undefined, published_at: today };
    const { job, faults: wrong } = readJob(entry, before);
    const earlier = lines.get(id);
    /** @type {Fault[]} */
    const found = [...faults, ...(Object.keys(facts).length > 0 ? wrong : [])];
    if (rows.length > 1) found.push({ ...at([]), message: several(rows) });
    else if (earlier !== undefined) {
      const message = `is the same job as in line ${earlier}: give each a reference of its own`;
      found.push({ ...at([]), message });
    } else if (others.has(id)) {
      found.push({ ...at(["id"]), what: "id", message: "is the id of another company's job" });
    }
    lines.set(id, earlier ?? at([]).line);
    if (!job || found.length > 0) {
      plan.bad += 1;
      plan.faults.push(...found);
      continue;
    }
    const position = columnsOf(positionOf({ ...job, id }), company.uuid);
    if (!row) {
      plan.added.push(position);
      continue;
    }
    const changed = changesOf(row, position);
    if (Object.keys(changed).length === 0) plan.same += 1;
    else plan.changed.push({ uuid: id, changed });
  }
  plan.missing = own.filter(({ uuid, status }) => status === "open" && !lines.has(uuid));
  return plan;
}

/** @param {Row[]} rows */
const several = (rows) =>
  `could be each of ${rows.length} jobs: say which by its id (${rows.map(({ uuid }) => uuid).join(", ")})`;

/**
 * Finds the rows that a file's job may be, and the id that it has then.
 *
 * @param {Row[]} rows @param {string} company its uuid
 * @returns {(facts: Record<string, unknown>) => { id: string, rows: Row[] }}
 */
function finderIn(rows, company) {
  const byId = grouped(rows, ({ uuid }) => uuid);
  const byReference = grouped(rows, ({ facts }) => trimmed(facts.identifier));
  const byPlace = grouped(rows, ({ name, location }) => placed(name, location));
  return ({ id, reference, title, location }) => {
    if (typeof id === "string") {
      const own = id.trim().toLowerCase();
      return { id: own, rows: byId.get(own) ?? [] };
    }
    const named = typeof reference === "string" ? reference.trim() : undefined;
    const identity = named === undefined ? placed(title, location) : `reference ${named}`;
    const made = uuidOf(`puerta job ${company} ${identity}`);
    const alike = named === undefined ? byPlace.get(identity) : byReference.get(named);
    // Its title may have been changed since.
    const found = alike ?? byId.get(made) ?? [];
    return { id: found[0]?.uuid ?? made, rows: found };
  };
}

/** @param {Row[]} rows @param {(row: Row) => unknown} key @returns {Map<unknown, Row[]>} */
function grouped(rows, key) {
  /** @type {Map<unknown, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    const name = key(row);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

/** @param {unknown} title @param {unknown} location */
const placed = (title, location) => JSON.stringify([trimmed(title), trimmed(location)]);

/** @param {unknown} text */
const trimmed = (text) => (typeof text === "string" ? text.trim() : text);

/**
 * The columns of a position that are different from its row.
 *
 * @param {Row} row @param {Record<string, unknown>} position
 */
export function changesOf(row, position) {
  const before = columnsOf(positionOf(factsOf(row)), row.client_uuid);
  return Object.fromEntries(
    Object.entries(position).filter(
      ([column, value]) => !isDeepStrictEqual(before[column] ?? null, value ?? null),
    ),
  );
}
