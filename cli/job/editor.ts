import { confirm } from "@clack/prompts";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import type { CompanyRow, JobWithDescription } from "../../contract/admin";
import { ROOT, Stop } from "../../scripts/local";
import type { Platform } from "../lib/platform";
import { isTerminal } from "../lib/prompt";
import { jobDefaults, toFacts, REQUIRED_FACTS, toPosition, parseJob } from "./job";
import { jobText } from "./job-text";
import { readJobs, saveJobs } from "./jobs";
import { problemFormatter, parseMarkdown } from "./parse-source";

/** Reads a text file, or stdin for `-`. @throws Stop if the file cannot be read or is not UTF-8 */
export async function readSource(file: string): Promise<string> {
  if (file === "-") return readAll(process.stdin);
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new Stop(`${file} cannot be read.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Stop(`${file} is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".`);
  }
}

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
  const accept: Accept = async (text, name) => {
    const { job: read, problems } = parseJob(parseMarkdown(text), known);
    if (!read) throw new Stop(problems.map(problemFormatter(name)).join("\n"));
    const job = toPosition({ ...read, id: before?.uuid ?? randomUUID() });
    const now = before && (await readJobs(platform, company.uuid)).jobs;
    if (now && !now.some((one) => isDeepStrictEqual(one, before))) {
      throw new Stop(`${before.name} was changed in the meantime. Edit it again.`);
    }
    await saveJobs(platform, company, { jobs: [job] });
    const change = before ? "has changed" : `is ${job.status}`;
    const address = `${platform.site}/${company.code}/${job.slug}/${job.uuid}`;
    console.log(`${job.name} ${change}:\n  ${address}`);
  };
  if (file !== undefined) return accept(await readSource(file), file === "-" ? "stdin" : file);
  const heading = `${before ? `${before.name}, a` : "A new"} job at ${company.name}.`;
  return edit(`${company.code}-${before?.slug ?? "new"}.md`, jobText(heading, facts), accept);
}

type Accept = (text: string, name: string) => Promise<void>;

/** Opens an editor, and passes changed text to `accept`. Keeps rejected text in a file. */
async function edit(name: string, text: string, accept: Accept): Promise<void> {
  const { VISUAL, EDITOR = process.platform === "win32" ? "notepad" : "nano" } = process.env;
  const command = VISUAL?.trim() ? VISUAL : EDITOR;
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
