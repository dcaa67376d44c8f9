import { foldText } from "~/contract/fold-text";
import type { NamedPosition } from "../platform/errors";
import type { Job } from "../platform/types";

const MAX_JOBS = 5;

/** Weights of a shared word in the title, the same location, and the same contract. */
const WEIGHTS = { word: 2, location: 2, contract: 1 };

/** Minimum length of a word, in letters. Shorter words, such as "de" or "and", are ignored. */
const MIN_WORD_LENGTH = 4;

/**
 * Finds the open jobs that are most similar to a gone position, by title words, location and contract. Equally
 * similar jobs are sorted newest first, or else in the list's order.
 *
 * @param gone the known facts of the position
 * @returns at most five jobs
 */
export function findSimilarJobs(
  gone: { uuid: string } & Partial<NamedPosition>,
  jobs: readonly Job[],
): Job[] {
  const words = extractWords(gone.name);
  const isSame = (a = "", b = "") => a.trim() !== "" && foldText(a) === foldText(b);
  const score = ({ name, location, contractType }: Job): number => {
    const shared = [...extractWords(name)].filter((word) => words.has(word)).length;
    const isSameLocation = isSame(gone.location, location);
    const isSameContract = isSame(gone.contractType, contractType);
    return (
      shared * WEIGHTS.word +
      (isSameLocation ? WEIGHTS.location : 0) +
      (isSameContract ? WEIGHTS.contract : 0)
    );
  };
  return jobs
    .filter(({ uuid }) => uuid !== gone.uuid)
    .map((job) => ({ job, score: score(job), time: Date.parse(job.publishedAt ?? "") || 0 }))
    .sort((a, b) => b.score - a.score || b.time - a.time)
    .slice(0, MAX_JOBS)
    .map(({ job }) => job);
}

/** Returns the significant words of a title, without case and accents. */
const extractWords = (title = ""): Set<string> =>
  new Set(
    foldText(title)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= MIN_WORD_LENGTH),
  );
