// The text of a job, from a file or an editor.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { JobWithText } from "../../contract/admin";
import { Stop } from "../../scripts/local.mjs";
import type { CompanyRow } from "../lib/platform";
import { edit, type Checked } from "./editor";
import { factsOf, KEPT, positionOf, readJob } from "./job";
import { isUnwritten, jobText } from "./job-text";
import { inWords, readMarkdown } from "./located";
import { today } from "./plan";

function check(text: string, company: CompanyRow, before?: JobWithText): Checked<JobWithText> {
  const { entry, faults: broken } = readMarkdown(text);
  if (broken.length > 0) return { faults: broken };
  const facts = before && factsOf(before);
  const known = facts
    ? Object.fromEntries([...KEPT, "description"].map((name) => [name, facts[name]]))
    : { country: company.country ?? undefined, published_at: today() };
  const { job, faults } = readJob(entry, known);
  if (!job) return { faults };
  const fault = (what: string, message: string) => ({
    faults: [{ ...entry.at([what]), what, message }],
  });
  if (isUnwritten(String(entry.facts.description))) {
    return fault("description", "is not written yet");
  }
  const id = job.id?.toLowerCase() ?? randomUUID();
  if (before && id !== before.uuid) {
    return fault("id", `is not this job's, which is ${before.uuid}: leave it out`);
  }
  return { value: positionOf({ ...job, id }), faults: [] };
}

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

/** The job that a person writes: a new one, or another text of `before`. */
export async function writtenJob(
  file: string | undefined,
  company: CompanyRow,
  before?: JobWithText,
): Promise<JobWithText> {
  if (file !== undefined) {
    const { name, text } = await readSource(file);
    const { value, faults } = check(text, company, before);
    if (value) return value;
    throw new Stop(faults.map((fault) => inWords(name, fault)).join("\n"));
  }
  const above = [
    before ? `${before.name}, a job of ${company.name}.` : `A new job of ${company.name}.`,
    "To use an example, remove the # before it. docs/companies.md#a-job describes each fact.",
  ];
  const { id: _, ...facts } = before ? factsOf(before) : {};
  return edit(
    `${company.code}-${before?.slug ?? "new"}.md`,
    jobText(above, facts),
    (text) => check(text, company, before),
    before
      ? `npx puerta job edit ${company.code} ${before.uuid}`
      : `npx puerta job new ${company.code}`,
  );
}
