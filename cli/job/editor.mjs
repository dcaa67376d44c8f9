// Lets a person edit a text in an editor of theirs, until it is right or given up.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ROOT, Stop, writeNew } from "../../scripts/local.mjs";
import { shown } from "../company/files.mjs";
import { agrees, isTerminal } from "../company/ask.mjs";
import { inWords } from "./located.mjs";

/** Where texts are while they are edited, and stay when they are not right. */
const FOLDER = join(ROOT, ".wrangler", "jobs");

/** What is tried if neither `$VISUAL` nor `$EDITOR` names one. */
const USUAL = process.platform === "win32" ? ["notepad"] : ["nano", "vim", "vi"];

/** @param {string} program */
const isThere = (program) =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** @returns {string} the command of an editor, perhaps with options, such as `code --wait` */
function editor() {
  const named = [process.env.VISUAL, process.env.EDITOR].find((one) => (one ?? "").trim() !== "");
  const found =
    named ?? (process.platform === "win32" ? USUAL[0] : USUAL.find((one) => isThere(one)));
  if (found !== undefined) return found;
  throw new Stop("No editor was found. Name one (EDITOR=nano), or give the text by --file FILE.");
}

/** @param {string} command @param {string} file */
async function open(command, file) {
  // A shell, because the command may have options and quotes, as git's editor may.
  const child =
    process.platform === "win32"
      ? spawn(`${command} "${file}"`, { shell: true, stdio: "inherit" })
      : spawn("sh", ["-c", `${command} "$1"`, command, file], { stdio: "inherit" });
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", resolve);
  });
  if (code !== 0) {
    throw new Stop(`The editor (${command}) ended with ${code ?? "a signal"}. Nothing was done.`);
  }
}

/**
 * Has a text edited until it can be read. A text that is not right stays in a file.
 *
 * @template T
 * @param {string} name of the file, without its ending
 * @param {string} text to begin with
 * @param {(text: string) => { value: T, faults: [] } | { value?: undefined, faults: import("./located.mjs").Fault[] }} check
 * @param {(file: string) => string} again the command that takes the file later
 * @returns {Promise<T>}
 * @throws {Stop} when nothing was changed, or the text was given up
 */
export async function edited(name, text, check, again) {
  const command = editor();
  const file = await writeNew(FOLDER, `${name}.md`, text);
  for (;;) {
    await open(command, file);
    const now = await readFile(file, "utf8");
    if (now === text) {
      await rm(file);
      throw new Stop("The text was not changed. Nothing was done.");
    }
    const { value, faults } = check(now);
    if (faults.length === 0) {
      await rm(file);
      // There is a value where there is no fault.
      return /** @type {T} */ (value);
    }
    const said = faults.map((fault) => inWords(shown(file), fault)).join("\n");
    if (isTerminal()) {
      console.error(said);
      if (await agrees("Edit it again?", "y")) continue;
    }
    throw new Stop(
      `${isTerminal() ? "" : `${said}\n`}Your text is kept in ${shown(file)}. Mend it, and then:\n  ${again(shown(file))}`,
    );
  }
}
