/**
 * `WRONG` findings fail the check. `DROPPED` values are left out of pages. `MISSING` values are not sent.
 * `DOUBTFUL` values are shown, but are probably mistakes. `LOGGED` findings are lines of the adapters' log.
 */
type Level = "WRONG" | "DROPPED" | "MISSING" | "DOUBTFUL" | "LOGGED";

export interface Finding {
  level: Level;
  /** Contains no text from the platform, which could be unsafe to print. */
  text: string;
}

export const finding = (level: Level, what: string, means: string): Finding => ({
  level,
  text: `${what}: ${means}`,
});
