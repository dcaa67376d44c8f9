import { folded } from "../i18n/folded";
import type { NamedPosition } from "../platform/errors";
import type { Job } from "../platform/types";

/** How many jobs are shown in the place of one that is gone. */
const MOST = 5;

/** What counts for how similar a job is: a word of the title as much as the place, and before the contract. */
const WORTH = { word: 2, location: 2, contract: 1 };

/** Shorter words, such as "de" or "and", say nothing of a job. In letters. */
const WORD_LEAST = 4;

/**
 * The open jobs that are most like a position that is gone: those that share words of its title, its
 * place or its kind of contract. What is equally like it comes newest first, as far as that is known, else in the list's order.
 *
 * @param gone the position, as far as it is known
 * @returns at most five
 */
export function similarJobs(
  gone: { uuid: string } & Partial<NamedPosition>,
  jobs: readonly Job[],
): Job[] {
  const words = wordsOf(gone.name);
  const isAs = (one = "", another = "") => one.trim() !== "" && keyOf(one) === keyOf(another);
  const likeness = ({ name, location, contractType }: Job): number => {
    const shared = [...wordsOf(name)].filter((word) => words.has(word)).length;
    const isThere = isAs(gone.location, location);
    const isContract = isAs(gone.contractType, contractType);
    return shared * WORTH.word + (isThere ? WORTH.location : 0) + (isContract ? WORTH.contract : 0);
  };
  return jobs
    .filter(({ uuid }) => uuid !== gone.uuid)
    .map((job) => ({ job, likeness: likeness(job), at: Date.parse(job.publishedAt ?? "") || 0 }))
    .sort((a, b) => b.likeness - a.likeness || b.at - a.at)
    .slice(0, MOST)
    .map(({ job }) => job);
}

/** The words of a title that say what the job is, without case and accents. */
const wordsOf = (title = ""): Set<string> =>
  new Set(
    folded(title)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= WORD_LEAST),
  );

const keyOf = (text: string): string => folded(text).trim();
