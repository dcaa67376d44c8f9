// The text of a job, from a file or an editor.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { JobWithText } from "../../contract/admin";
import { Stop } from "../../scripts/local";
import type { CompanyRow } from "../lib/platform";
import { edit } from "./editor";
import { defaultsFor, factsOf, KEPT, positionOf, readJob } from "./job";
import { jobText } from "./job-text";
import { inWords, readMarkdown } from "./located";

/** @throws Stop if a file cannot be read */
export async function readSource(file: string): Promise<{ name: string; text: string }> {
  if (file === "-") return { name: "stdin", text: await readAll(process.stdin) };
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new Stop(`There is no file ${file}.`);
  try {
    return { name: file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new Stop(`${file} is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".`);
  }
}

/** Saves the job that a person writes: a new one, or another text of `before`. */
export async function writeJob(
  given: string | undefined,
  company: CompanyRow,
  before: JobWithText | undefined,
  save: (job: JobWithText) => Promise<void>,
): Promise<void> {
  const facts = before ? factsOf(before) : {};
  const kept = Object.entries(facts).filter(([name]) => KEPT.includes(name));
  const known = { ...defaultsFor(company), ...Object.fromEntries(kept) };
  const accept = async (text: string, file: string) => {
    const { entry, faults: broken } = readMarkdown(text);
    const { job, faults } = readJob(entry, { ...known, description: facts.description });
    if (job && broken.length === 0) {
      return save(positionOf({ ...job, id: before?.uuid ?? randomUUID() }));
    }
    const all = broken.length > 0 ? broken : faults;
    throw new Stop(all.map((fault) => inWords(file, fault)).join("\n"));
  };
  const source = given === undefined ? undefined : await readSource(given);
  if (source) return accept(source.text, source.name);
  const above = [
    before ? `${before.name}, a job of ${company.name}.` : `A new job of ${company.name}.`,
    "To use an example, remove the # before it. docs/companies.md#a-job describes each fact.",
    "Below the second ---, write what the job is about, in Markdown.",
  ];
  const verb = before ? `edit ${company.code} ${before.uuid}` : `new ${company.code}`;
  const name = `${company.code}-${before?.slug ?? "new"}.md`;
  return edit(name, jobText(above, { ...facts, id: undefined }), accept, `npx puerta job ${verb}`);
}
