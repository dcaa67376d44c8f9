import { foldText } from "../i18n/fold-text";
import type { NamedPosition } from "../platform/errors";
import type { Job } from "../platform/types";

/** How many jobs are shown in the place of one that is gone. */
const MAX_JOBS = 5;

/** What counts for how similar a job is: a word of the title as much as the place, and before the contract. */
const WEIGHTS = { word: 2, location: 2, contract: 1 };

/** Shorter words, such as "de" or "and", say nothing of a job. In letters. */
const MIN_WORD_LENGTH = 4;

/**
 * The open jobs that are most like a position that is gone: those that share words of its title, its
 * place or its kind of contract. What is equally like it comes newest first, as far as that is known, else in the list's order.
 *
 * @param gone the position, as far as it is known
 * @returns at most five
 */
export function findSimilarJobs(
  gone: { uuid: string } & Partial<NamedPosition>,
  jobs: readonly Job[],
): Job[] {
  const words = extractWords(gone.name);
  const isSame = (one = "", another = "") =>
    one.trim() !== "" && normalize(one) === normalize(another);
  const likeness = ({ name, location, contractType }: Job): number => {
    const shared = [...extractWords(name)].filter((word) => words.has(word)).length;
    const isThere = isSame(gone.location, location);
    const isContract = isSame(gone.contractType, contractType);
    return (
      shared * WEIGHTS.word + (isThere ? WEIGHTS.location : 0) + (isContract ? WEIGHTS.contract : 0)
    );
  };
  return jobs
    .filter(({ uuid }) => uuid !== gone.uuid)
    .map((job) => ({ job, likeness: likeness(job), at: Date.parse(job.publishedAt ?? "") || 0 }))
    .sort((a, b) => b.likeness - a.likeness || b.at - a.at)
    .slice(0, MAX_JOBS)
    .map(({ job }) => job);
}

/** The words of a title that say what the job is, without case and accents. */
const extractWords = (title = ""): Set<string> =>
  new Set(
    foldText(title)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= MIN_WORD_LENGTH),
  );

const normalize = (text: string): string => foldText(text).trim();
