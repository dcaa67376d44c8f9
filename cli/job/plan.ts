// Plans the changes of an import.
import { isDeepStrictEqual } from "node:util";
import type { JobWithDescription } from "../../contract/admin";
import { isMissing } from "../../contract/tolerant";
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
  own: readonly JobWithDescription[],
) {
  const lines = new Map<string, number>();
  const added: JobWithDescription[] = [];
  const changed: JobWithDescription[] = [];
  const faults: Fault[] = [];
  let [unchanged, bad] = [0, 0];
  for (const entry of entries) {
    const { id, found } = findJobs(own, company.uuid, entry.facts);
    const [before] = found;
    const { job, faults: wrong } = readJob(entry, before ? factsOf(before) : defaultsFor(company));
    const start = entry.at([]);
    const earlier = lines.get(id);
    lines.set(id, earlier ?? start.line);
    const ids = found.map(({ uuid }) => uuid).join(", ");
    const message =
      found.length > 1
        ? `could be each of ${found.length} jobs: add its id (${ids})`
        : earlier && `is the same job as in line ${earlier}: give each a reference of its own`;
    faults.push(...wrong, ...(message ? [{ ...start, message }] : []));
    const after = job && positionOf({ ...job, id });
    if (!after || message) bad += 1;
    else if (!before) added.push(after);
    else if (isDeepStrictEqual(factsOf(before), factsOf(after))) unchanged += 1;
    else changed.push(after);
  }
  const missing = own.filter(({ uuid, status }) => status === "open" && !lines.has(uuid));
  return { added, changed, unchanged, missing, faults, bad };
}

/** The jobs that an entry may be, and the id that it gets. */
function findJobs(jobs: readonly JobWithDescription[], company: string, facts: Entry["facts"]) {
  const textAt = (name: string) =>
    isMissing(facts[name]) ? undefined : String(facts[name]).trim();
  const [id, reference, title, location] = ["id", "reference", "title", "location"].map(textAt);
  const identity = reference === undefined ? [title, location] : { reference };
  const made = id?.toLowerCase() ?? uuidOf(`puerta job ${company} ${JSON.stringify(identity)}`);
  const isAlike = ({ name, location: at, identifier }: JobWithDescription) =>
    reference === undefined ? name === title && at === location : identifier === reference;
  const alike = id === undefined ? jobs.filter(isAlike) : [];
  // A job keeps its id when its title changes.
  const found = alike.length > 0 ? alike : jobs.filter(({ uuid }) => uuid === made);
  return { id: found[0]?.uuid ?? made, found };
}
