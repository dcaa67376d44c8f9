/** What this isolate has answered since it began; other isolates count their own. */
interface Tally {
  /** When it began to count, in ms since 1970. */
  since: number;
  /** How many answers there were, by the status's first digit, as in `2xx`. */
  answers: Record<string, number>;
  /** How many pages came by each way through the cache, as `Cache-Status` names it. */
  pages: Record<string, number>;
}

const tally: Tally = { since: 0, answers: {}, pages: {} };

/** Counts an answer. @param cache its `Cache-Status`, if it has one, in the log's short form */
export function count(status: number, cache: string | undefined): void {
  // A Worker has no clock before its first request.
  tally.since ||= Date.now();
  add(tally.answers, `${Math.trunc(status / 100)}xx`);
  if (cache !== undefined) add(tally.pages, cache);
}

const add = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

export const tallied = (): Readonly<Tally> => tally;
