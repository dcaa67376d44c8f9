import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../scripts/local.mjs";

/** The runbook: the section "At night" of docs/operations.md, to its end. */
export const RUNBOOK = sectionOf(readFileSync(join(ROOT, "docs", "operations.md"), "utf8"));

/** What `npm run` runs, by name. */
export const SCRIPTS = (
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  }
).scripts;

function sectionOf(document: string): string {
  const [, section] = document.split("\n## At night\n");
  if (section === undefined) throw new Error('docs/operations.md has no section "At night"');
  return section.split("\n## ")[0] ?? "";
}

/** The commands that a text names, in blocks of shell and between backticks, each once. */
export const commandsIn = (text: string): string[] => [
  ...new Set(
    [
      ...[...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = ""]) =>
        block.split("\n").map((line) => line.trim()),
      ),
      ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words),
    ].filter((words) => /^(?:[A-Z_]+=… )?(?:npm run|npx) /.test(words)),
  ),
];

/** A command as words, without the variables before it: `npm run status -- --once` is `status --once`. */
export function wordsOf(command: string): { tool: "npm run" | "npx"; words: string[] } {
  const [, tool = "", rest = ""] = /^(?:[A-Z_]+=… )?(npm run|npx) (.*)$/.exec(command) ?? [];
  if (tool !== "npm run" && tool !== "npx") throw new Error(`What is "${command}"?`);
  return { tool, words: rest.split(" ").filter((word) => word !== "--") };
}

/** What stands in the runbook's commands for what only the reader knows, and what it is. */
type Known = Partial<Record<string, string>>;

/**
 * Runs a command of the project's as the runbook has it.
 *
 * @param command in the runbook's words
 * @param known what to put in the place of its words, such as `NUMBER`
 * @param env the variables that stand before it
 * @throws where the runbook does not name it
 */
export async function play(command: string, known: Known = {}, env: Record<string, string> = {}) {
  const named = commandsIn(RUNBOOK).find((one) => one.replace(/^[A-Z_]+=… /, "") === command);
  if (named === undefined) throw new Error(`The runbook does not name "${command}"`);
  const [name = "", ...args] = wordsOf(named).words;
  const script = SCRIPTS[name]?.replace(/^node /, "") ?? "";
  const given = args.map((word) => known[word] ?? word);
  try {
    const ran = await promisify(execFile)(process.execPath, [script, ...given], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    });
    return { code: 0, says: ran.stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, says: stdout + stderr };
  }
}
