// What an import changes.
import { isDeepStrictEqual } from "node:util";
import type { JobWithText } from "../../contract/admin";
import { isNothing } from "../../contract/read";
import { uuidOf } from "./ids";
import { defaultsFor, factsOf, positionOf, readJob } from "./job";
import type { Entry, Fault } from "./located";

/**
 * Compares a file's jobs with a company's. A job is found by its `id`, else by its `reference`, else by its
 * title and location. A new job's id is made of these, so that a second import adds nothing.
 */
export function planImport(
  entries: readonly Entry[],
  company: { uuid: string; country: string | null },
  own: readonly JobWithText[],
) {
  const lines = new Map<string, number>();
  const added: JobWithText[] = [];
  const changed: JobWithText[] = [];
  const faults: Fault[] = [];
  let [unchanged, bad] = [0, 0];
  for (const entry of entries) {
    const { id, found } = findJobs(own, company.uuid, entry.facts);
    const [before] = found;
    const { job, faults: wrong } = readJob(entry, before ? factsOf(before) : defaultsFor(company));
    const all = [...(entry.faults ?? []), ...wrong];
    const start = entry.at([]);
    const earlier = lines.get(id);
    if (found.length > 1) {
      const ids = found.map(({ uuid }) => uuid).join(", ");
      all.push({ ...start, message: `could be each of ${found.length} jobs: add its id (${ids})` });
    } else if (earlier !== undefined) {
      const message = `is the same job as in line ${earlier}: give each a reference of its own`;
      all.push({ ...start, message });
    }
    lines.set(id, earlier ?? start.line);
    faults.push(...all);
    if (!job || all.length > 0) {
      bad += 1;
      continue;
    }
    const after = positionOf({ ...job, id });
    if (!before) added.push(after);
    else if (isSameJob(before, after)) unchanged += 1;
    else changed.push(after);
  }
  const missing = own.filter(({ uuid, status }) => status === "open" && !lines.has(uuid));
  return { added, changed, unchanged, missing, faults, bad };
}

export const isSameJob = (one: JobWithText, other: JobWithText): boolean =>
  isDeepStrictEqual(factsOf(one), factsOf(other));

/** The jobs that an entry may be, and the id that it gets. */
function findJobs(jobs: readonly JobWithText[], company: string, facts: Entry["facts"]) {
  const [id, number, title, location] = ["id", "reference", "title", "location"].map((name) =>
    textOf(facts[name]),
  );
  const identity = number === undefined ? JSON.stringify([title, location]) : `reference ${number}`;
  const made = id?.toLowerCase() ?? uuidOf(`puerta job ${company} ${identity}`);
  const isAlike = ({ name, location: at, identifier }: JobWithText) =>
    number === undefined ? name === title && at === location : identifier === number;
  const alike = id === undefined ? jobs.filter(isAlike) : [];
  // A job keeps its id when its title changes.
  const found = alike.length > 0 ? alike : jobs.filter(({ uuid }) => uuid === made);
  return { id: found[0]?.uuid ?? made, found };
}

const textOf = (value: unknown) => (isNothing(value) ? undefined : String(value).trim());
