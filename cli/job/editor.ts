// Opens an editor on a text until it is right or given up.
import { confirm } from "@clack/prompts";
import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { ROOT, Stop, writeNew } from "../../scripts/local";
import { isTerminal } from "../lib/prompt";

/** Texts stay here until they are right. */
const FOLDER = join(ROOT, ".wrangler", "jobs");

/** Opens an editor until `accept` accepts the text. A refused text stays in a file, for the command `again`. */
export async function edit(
  name: string,
  text: string,
  accept: (text: string, file: string) => Promise<void>,
  again: string,
): Promise<void> {
  const { VISUAL, EDITOR = process.platform === "win32" ? "notepad" : "nano" } = process.env;
  const command = VISUAL?.trim() ? VISUAL : EDITOR;
  const file = await writeNew(FOLDER, name, text);
  const shown = relative(process.cwd(), file);
  for (;;) {
    // In a shell, because the command may have options.
    const { status } = spawnSync(`${command} "${file}"`, { shell: true, stdio: "inherit" });
    if (status !== 0)
      throw new Stop(`${command} failed. Set EDITOR, or add --file: your text is in ${shown}.`);
    const edited = await readFile(file, "utf8");
    try {
      if (edited !== text) await accept(edited, shown);
      await rm(file);
      if (edited === text) console.log("The text was not changed. Nothing was done.");
      return;
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.error(error.message);
    }
    if (isTerminal() && (await confirm({ message: "Edit it again?" })) === true) continue;
    throw new Stop(`Your text is kept in ${shown}. Correct it, then:\n  ${again} --file ${shown}`);
  }
}
