import { isDeepStrictEqual } from "node:util";
import type { JobWithDescription } from "~/contract/admin";
import { isMissing } from "~/contract/tolerant";
import { stableUuid } from "./ids";
import { jobDefaults, toFacts, toPosition, parseJob } from "./job";
import type { Entry, Problem } from "./parse-source";

/**
 * Compares a file's jobs with a company's. Matches them by `id`, or else `reference`, or else title and
 * location. The id of a new job is derived from the same facts, so a repeated import adds nothing.
 */
export function planImport(
  entries: readonly Entry[],
  company: { uuid: string; country: string | null },
  existing: readonly JobWithDescription[],
) {
  const lines = new Map<string, number>();
  const added: JobWithDescription[] = [];
  const changed: JobWithDescription[] = [];
  const problems: Problem[] = [];
  let [unchanged, bad] = [0, 0];
  for (const entry of entries) {
    const { id, found } = findJobs(existing, company.uuid, entry.facts);
    const [before] = found;
    const { job, problems: wrong } = parseJob(
      entry,
      before ? toFacts(before) : jobDefaults(company),
    );
    const start = entry.at([]);
    const earlier = lines.get(id);
    lines.set(id, earlier ?? start.line);
    const ids = found.map(({ uuid }) => uuid).join(", ");
    const message =
      found.length > 1
        ? `matches ${found.length} jobs: add an id (${ids})`
        : earlier && `is the same job as line ${earlier}: give each its own reference`;
    problems.push(...wrong, ...(message ? [{ ...start, message }] : []));
    const after = job && toPosition({ ...job, id });
    if (!after || message) bad += 1;
    else if (!before) added.push(after);
    else if (isDeepStrictEqual(toFacts(before), toFacts(after))) unchanged += 1;
    else changed.push(after);
  }
  const missing = existing.filter(({ uuid, status }) => status === "open" && !lines.has(uuid));
  return { added, changed, unchanged, missing, problems, bad };
}

/** Finds the jobs that an entry matches, and the id that the entry will have. */
function findJobs(jobs: readonly JobWithDescription[], company: string, facts: Entry["facts"]) {
  const textAt = (name: string) =>
    isMissing(facts[name]) ? undefined : String(facts[name]).trim();
  const [id, reference, title, location] = ["id", "reference", "title", "location"].map(textAt);
  const identity = reference === undefined ? [title, location] : { reference };
  const expectedId =
    id?.toLowerCase() ?? stableUuid(`puerta job ${company} ${JSON.stringify(identity)}`);
  const isAlike = ({ name, location: place, identifier }: JobWithDescription) =>
    reference === undefined ? name === title && place === location : identifier === reference;
  const alike = id === undefined ? jobs.filter(isAlike) : [];
  // A renamed job still has the id that was derived from its first title.
  const found = alike.length > 0 ? alike : jobs.filter(({ uuid }) => uuid === expectedId);
  return { id: found[0]?.uuid ?? expectedId, found };
}
