// Opens an editor on a text until it is right or given up.
import { confirm } from "@clack/prompts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { ROOT, Stop, writeNew } from "../../scripts/local.mjs";
import { isTerminal } from "../lib/prompt";
import { inWords, type Fault } from "./located";

/** Texts stay here until they are right. */
const FOLDER = join(ROOT, ".wrangler", "jobs");

async function open(file: string): Promise<void> {
  const { VISUAL, EDITOR } = process.env;
  const isWindows = process.platform === "win32";
  const command = VISUAL?.trim() || EDITOR?.trim() || (isWindows ? "notepad" : "nano");
  // In a shell, because the command may have options and quotes.
  const child = isWindows
    ? spawn(`${command} "${file}"`, { shell: true, stdio: "inherit" })
    : spawn("sh", ["-c", `${command} "$1"`, command, file], { stdio: "inherit" });
  const [code]: unknown[] = await once(child, "exit");
  if (code === 0) return;
  throw new Stop(`The editor (${command}) failed. Set EDITOR to another one, or add --file FILE.`);
}

export type Checked<T> = { value: T; faults: [] } | { value?: undefined; faults: Fault[] };

/**
 * Opens an editor until `check` finds no fault. A text with faults stays in a file.
 *
 * @param name the file's name
 * @param again the command that takes the file later
 * @throws Stop if the text was not changed, or is given up
 */
export async function edit<T>(
  name: string,
  text: string,
  check: (text: string) => Checked<T>,
  again: string,
): Promise<T> {
  const file = await writeNew(FOLDER, name, text);
  const shown = relative(process.cwd(), file);
  for (;;) {
    await open(file);
    const edited = await readFile(file, "utf8");
    const { value, faults } = edited === text ? { faults: [] } : check(edited);
    if (faults.length === 0) await rm(file);
    if (edited === text) throw new Stop("The text was not changed. Nothing was done.");
    if (value !== undefined) return value;
    console.error(faults.map((fault) => inWords(shown, fault)).join("\n"));
    if (isTerminal() && (await confirm({ message: "Edit it again?" })) === true) continue;
    throw new Stop(`Your text is kept in ${shown}. Correct it, then:\n  ${again} --file ${shown}`);
  }
}
