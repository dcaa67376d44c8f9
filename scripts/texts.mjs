// `npm run texts`: writes the documents that are made from code: docs/texts.md and docs/openapi.yaml.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messagesFor } from "../app/i18n/messages";
import { LANGUAGES } from "../contract/languages";
import { runCommand } from "./arguments.mjs";
import { ROOT } from "./local.mjs";
import { OPENAPI_FILE, openApiText } from "../contract/openapi/document";

/** Where the document is. */
const FILE = join(ROOT, "docs", "texts.md");

/** Text as it stands in a table of Markdown. @param {string | undefined} text */
const cell = (text = "") => text.replaceAll(/[|<*_[\]]/g, "\\$&");

/**
 * The document, in Markdown: a table for each group of keys, a row for each text, a column for each
 * language.
 */
function textsDocument() {
  const languages = LANGUAGES.toSorted();
  /** @type {Record<string, string>[]} */
  const all = languages.map(messagesFor);
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
        `| key | ${languages.join(" | ")} |`,
        `| --- |${" --- |".repeat(languages.length)}`,
      );
      group = first;
    }
    lines.push(`| \`${rest.join(".")}\` | ${all.map((texts) => cell(texts[key])).join(" | ")} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** Keeps the catalogue's order within a group. @param {string} one @param {string} other */
const byGroup = (one, other) => (one.split(".")[0] ?? "").localeCompare(other.split(".")[0] ?? "");

const USAGE = `npm run texts      writes docs/texts.md, all that candidates read, in every language side by side,
                   and docs/openapi.yaml, the shapes of the contract`;

await runCommand(import.meta.url, { usage: USAGE, options: {} }, async () => {
  await writeFile(FILE, textsDocument());
  await writeFile(OPENAPI_FILE, openApiText());
  console.log("docs/texts.md and docs/openapi.yaml are written.");
});
