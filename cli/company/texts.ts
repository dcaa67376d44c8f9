// A company's custom texts, in files such as texts.en.yaml.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "~/contract/languages";
import { COMPANY_TEXTS, LanguageTexts, type Texts } from "~/contract/texts";
import { isMissing } from "~/contract/tolerant";
import { messagesFor } from "~/app/i18n/messages";
import { parseFacts, problemFormatter, type Problem } from "../job/parse-source";
import { readText, shortPath } from "./text-file";

const GUIDE = "docs/branding.md#texts";
const FALLBACK = messagesFor("en");

/** Reads the texts in a company's folder. Adds errors to `problems`. */
export async function readTexts(folder: string, problems: string[]): Promise<Texts> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const texts: Texts = {};
  for (const name of names.sort()) {
    const [, tag] = /^texts\.(.*)\.ya?ml$/i.exec(name) ?? [];
    if (tag === undefined) continue;
    const file = join(folder, name);
    const language = LANGUAGES.find((known) => known === tag.toLowerCase());
    if (language === undefined) {
      const known = LANGUAGES.map((code) => `texts.${code}.yaml`).join(", ");
      problems.push(`${shortPath(file)}: ${tag} is not a language of the site. Use ${known}.`);
      continue;
    }
    const parsed = parseTexts(await readText(file, problems));
    problems.push(...parsed.problems.map(problemFormatter(shortPath(file))));
    texts[language] = parsed.texts;
  }
  return texts;
}

function parseTexts(source: string): { texts: LanguageTexts; problems: Problem[] } {
  const { facts = {}, problems, at } = parseFacts(source.replace(/^\uFEFF/, ""));
  const refuse = (field: string, message: string) =>
    problems.push({ ...at([field]), field, message });
  for (const [key, value] of Object.entries(facts)) {
    if (!Object.hasOwn(COMPANY_TEXTS, key)) {
      const isKnown = Object.hasOwn(FALLBACK, key);
      refuse(key, `${isKnown ? "cannot be changed" : "is not known"} (${GUIDE})`);
    } else if (isMissing(value)) refuse(key, "is empty: remove the line to keep Puerta's text");
  }
  if (problems.length > 0) return { texts: {}, problems };
  const result = LanguageTexts.safeParse(facts);
  if (result.success) return { texts: result.data, problems };
  for (const { path, message } of result.error.issues) {
    const [field = ""] = path.map(String);
    const isGroup = typeof facts[field] === "object";
    refuse(field, isGroup ? "must be text" : message);
  }
  return { texts: {}, problems };
}
