import { confirm } from "@clack/prompts";
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { CompanyRow, JobWithDescription } from "~/contract/admin";
import { ROOT } from "~/scripts/local";
import { Stop } from "~/scripts/stop";
import type { Platform } from "../lib/platform";
import { isTerminal } from "../lib/prompt";
import { jobDefaults, toFacts, REQUIRED_FACTS } from "./job";
import { jobText } from "./job-text";
import { parseMarkdown } from "./parse-source";
import { publishJob } from "./publish";
import { readSource } from "./read-source";

/** Saves a new job, or a new version of `before`, from a file or an editor. */
export async function writeJob(
  file: string | undefined,
  platform: Platform,
  company: CompanyRow,
  before?: JobWithDescription,
): Promise<void> {
  const facts = before ? toFacts(before) : {};
  const kept = Object.entries(facts).filter(([name]) => REQUIRED_FACTS.includes(name));
  const known = { ...jobDefaults(company), ...Object.fromEntries(kept) };
  const accept: Accept = (text, name) =>
    publishJob(parseMarkdown(text), name, platform, company, { before, known });
  if (file !== undefined) return accept(await readSource(file), file === "-" ? "stdin" : file);
  const heading = `${before ? `${before.name}, a` : "A new"} job at ${company.name}.`;
  return edit(`${company.code}-${before?.slug ?? "new"}.md`, jobText(heading, facts), accept);
}

type Accept = (text: string, name: string) => Promise<void>;

/** Returns the user's editor. npm sets EDITOR to its own default, which is not the user's choice. */
export function chooseEditor({ VISUAL, EDITOR, npm_execpath }: NodeJS.ProcessEnv): string {
  const isNpms = npm_execpath !== undefined && /^(?:vi|notepad\.exe)$/.test(EDITOR ?? "");
  const chosen = [VISUAL, isNpms ? undefined : EDITOR].find((editor) => editor?.trim());
  return chosen ?? (process.platform === "win32" ? "notepad" : "nano");
}

/** Opens an editor, and passes changed text to `accept`. Keeps rejected text in a file. */
async function edit(name: string, text: string, accept: Accept): Promise<void> {
  const command = chooseEditor(process.env);
  const folder = join(ROOT, ".wrangler", "jobs");
  const file = join(folder, `${Date.now()}-${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, text, { flag: "wx", mode: 0o600 });
  const shown = relative(process.cwd(), file);
  for (;;) {
    // The command can contain options, which the shell parses.
    const { status } = spawnSync(`${command} "${file}"`, { shell: true, stdio: "inherit" });
    if (status !== 0)
      throw new Stop(`${command} failed. Set VISUAL to another editor. Your text is in ${shown}.`);
    const edited = await readFile(file, "utf8");
    try {
      if (edited === text) console.log("The text was not changed.");
      else await accept(edited, shown);
      await rm(file);
      return;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.error(error.message);
    }
    if (isTerminal() && (await confirm({ message: "Edit it again?" })) === true) continue;
    throw new Stop(
      `Your text is in ${shown}. Correct it, and repeat the command with --file ${shown}`,
    );
  }
}
