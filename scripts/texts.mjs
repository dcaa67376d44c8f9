// `npm run texts`: writes docs/texts.md, every text that candidates read, in all languages side by side.
import { build } from "esbuild";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./arguments.mjs";
import { ROOT } from "./local.mjs";

/** Where the document is. */
export const FILE = join(ROOT, "docs", "texts.md");

const LANGUAGES = ["en", "es-es", "es-mx"];

/** @returns {Promise<Record<string, string>[]>} the texts of each language, by their keys */
async function catalogues() {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "app/i18n/messages.ts")],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  /** @type {{ messagesFor: (language: string) => Record<string, string> }} */
  const { messagesFor } = await import(`data:text/javascript;base64,${code}`);
  return LANGUAGES.map(messagesFor);
}

/** Text as it stands in a table of Markdown. @param {string | undefined} text */
const cell = (text = "") => text.replaceAll(/[|<*_[\]]/g, "\\$&");

/**
 * The document: a table for each group of keys, a row for each text, a column for each language.
 *
 * @returns {Promise<string>} Markdown
 */
export async function textsDocument() {
  const all = await catalogues();
  const lines = [
    "# Texts",
    "",
    "Every text that candidates read, side by side, so that they can be judged at once. Made by `npm run texts` from `app/i18n`; what stands in braces is filled in.",
  ];
  let group = "";
  for (const key of Object.keys(all[0] ?? {}).sort(byGroup)) {
    const [first = "", ...rest] = key.split(".");
    if (first !== group) {
      lines.push(
        "",
        `## ${first}`,
        "",
        `| key | ${LANGUAGES.join(" | ")} |`,
        "| --- | --- | --- | --- |",
      );
      group = first;
    }
    lines.push(`| \`${rest.join(".")}\` | ${all.map((texts) => cell(texts[key])).join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** Keeps the catalogue's order within a group. @param {string} one @param {string} other */
const byGroup = (one, other) => (one.split(".")[0] ?? "").localeCompare(other.split(".")[0] ?? "");

const USAGE =
  "npm run texts      writes docs/texts.md: all that candidates read, in every language side by side";

await runCommand(import.meta.url, { usage: USAGE, options: {} }, async () => {
  await writeFile(FILE, await textsDocument());
  console.log("docs/texts.md is written.");
});
