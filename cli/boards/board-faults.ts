// Checks a company's board through the adapters.
import type { Company } from "~/adapters/src/company-format";
import type { Finding } from "../check/finding";
import { findFaults, printFindings, printVerdict, type PlatformOptions } from "../check/platform";

type Print = (line: string) => void;
type Options = Pick<PlatformOptions, "base" | "header" | "key" | "most" | "languages">;

/** Reads a company's board, and prints the findings. */
export const findBoardFaults = (
  { uuid, board, language_default }: Company,
  options: Options,
  print: Print,
): Promise<Finding[]> =>
  findFaults({ ...options, client: uuid, language: board.language ?? language_default }, print);

/** Maximum number of adapter log lines to print. */
const MAX_LINES = 10;

/**
 * Prints the adapters' log lines about the company, such as names of malformed jobs, and the verdict.
 *
 * @param log the log of a stopped Worker
 * @returns whether no finding is `WRONG`
 */
export function printBoardVerdict(
  { code }: Company,
  findings: readonly Finding[],
  log: readonly string[],
  print: Print,
): boolean {
  const reasons = log.flatMap((line) => {
    const at = line.indexOf(`${code}: `);
    return at < 0 ? [] : line.slice(at).replaceAll(/\p{C}/gu, " ");
  });
  const logged = [...new Set(reasons)].slice(-MAX_LINES).map(toFinding);
  if (logged.length > 0) print("The adapters' log");
  printFindings(logged, print);
  return printVerdict([...findings, ...logged], print);
}

const toFinding = (text: string): Finding => ({ level: "LOGGED", text });
