import { expect, test } from "vitest";
import { JobWithText } from "../../contract/admin";
import { toText } from "./description";
import { factsOf, Job, positionOf, readJob } from "./job";
import { FACTS, jobText, TEMPLATE } from "./job-text";
import { inWords, readJsonList, readMarkdown } from "./located";
import { planImport } from "./plan";
import { readTable, writeTable } from "./table";

const DEFAULTS = { country: "gb", published_at: "2026-11-20" };
const START = "---\ntitle: A\nlocation: B\n";
const ID = "c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f10";
const FEW = { uuid: ID, slug: "a", name: "A", location: "B", ...DEFAULTS, description: "<p>C</p>" };

function jobOf(text: string) {
  const { entry, faults: broken } = readMarkdown(text);
  const { job, faults } = broken.length > 0 ? { faults: broken } : readJob(entry, DEFAULTS);
  return { job, faults: faults.map((fault) => inWords("job.md", fault)) };
}

/** A job with every fact: the template's examples. */
function fullJob(): JobWithText {
  const facts = TEMPLATE.replace(/^# /gm, "").replace(/^(title|location):/gm, "$1: A $1");
  const { job, faults } = jobOf(`---\n${facts}---\nYou **bake**.`);
  if (!job) throw new Error(faults.join("\n"));
  return positionOf({ ...job, id: ID });
}

test("a job's facts have types, also in a file from Windows", () => {
  const text =
    "title: 0042\nlocation: B\nrequirements: C\ntalks_back: yes\ncv_max_bytes: 9\n" +
    "questions: [{ question: D, answers: [yes, no] }]\ndepartment:\n---\n\nYou **bake**.";
  expect(jobOf(`\uFEFF---\n${text}`.replaceAll("\n", "\r\n")).job).toMatchObject({
    ...{ title: "0042", requirements: ["C"], talks_back: true, cv_max_bytes: 9 },
    ...{ questions: [{ question: "D", answers: ["yes", "no"] }], department: null },
    ...{ slug: "0042", status: "open", description: "<p>You <strong>bake</strong>.</p>" },
  });
});

test.each([
  ["---\ntitle: *Baker*\n---\nx", "2:8: *Baker* begins a reference. A text"],
  ["title: Baker", "1:1: must begin with facts between"],
  ["---\ntitle: Ferry: master\n---\nx", "2:8: Nested mappings"],
  ["---\n- a\n---\nx", "2:1: must have a fact on each line"],
  ["---\ntitle: A\ntitle: B\n---\nx", "3:1: Map keys must be unique"],
  ["---\n# a comment\nlocation: Leeds\n---\nx", "3:1: title: is missing"],
  [`${START}country: uk\n---\nx`, "4:10: country: uk is no country code: the United King"],
  [`${START}\nsalry: 3\n---\nx`, "5:8: salry: is not known"],
  [`${START}questions:\n- question: C\n  answers: [D]\n---\nx`, "6:12: questions.0.answers: "],
  [`${START}pay:\n  min: much\n---\nx`, "5:8: pay.min: must be a number"],
  [`${START}---\n`, "5:1: description: is missing"],
])("the file %j has one fault, at its line and column", (text, expected) => {
  expect(jobOf(text).faults).toEqual([expect.stringContaining(`job.md:${expected}`)]);
});

test("a job's file has an example of every fact, and keeps each of them", () => {
  const job = fullJob();
  expect(["id", ...FACTS, "description"].sort()).toEqual(Object.keys(Job.shape).sort());
  expect(Object.keys(factsOf(job)).sort()).toEqual(Object.keys(Job.shape).sort());
  expect(jobOf(jobText(["A job."], factsOf(job))).job).toEqual(
    readJob({ facts: factsOf(job), at: () => ({ line: 1 }) }).job,
  );
});

test.each([
  ["<p>a <b>b</b></p>", "<p>a <b>b</b></p>"],
  ["<h2>A</h2>\n<ul><li>b</li></ul>", "## A\n\n- b"],
  ["<p>a</p><table><tr><td>b</td></tr></table>", "<p>a</p><table><tr><td>b</td></tr></table>"],
  ["no *tag*", "<!-- html -->\nno *tag*"],
])("the description %j is %j in a file, and stays as it was", (html, text) => {
  expect(toText(html)).toBe(text);
  const entry = { facts: { description: toText(html) }, at: () => ({ line: 1 }) };
  const before = { title: "A", location: "B", ...DEFAULTS, description: html };
  expect(readJob(entry, before).job?.description).toBe(html);
});

const tricky = (): JobWithText => ({
  ...fullJob(),
  ...{ name: "=1+1", location: "a; b", description: "no tag, *and* no Markdown" },
  candidate_criteria_structured: { essential_requirements: [{ name: "two\nlines" }] },
  apply_site_questions: { killer_questions: [{ question: "a | b", answers: ["c", "d"] }] },
});

test.each([
  ["every fact", fullJob()],
  ["few facts", JobWithText.parse(FEW)],
  ["texts that look like more than they are", tricky()],
])("a job with %s is imported as it was exported, from CSV and JSON", (_, job) => {
  const facts = { ...factsOf(job), description: toText(job.description) };
  for (const read of [readTable(writeTable([facts])), readJsonList(JSON.stringify([facts]))]) {
    expect(read.faults).toEqual([]);
    const plan = planImport(read.entries, { uuid: "c", country: null }, [job]);
    expect(plan).toMatchObject({ faults: [], added: [], changed: [], unchanged: 1, missing: [] });
  }
});

test("a table has lists as people write them, and formulas as texts", () => {
  const facts = {
    title: "=1+1",
    employment_type: ["FULL_TIME", "PART_TIME"],
    requirements: ["A car", "A van"],
    questions: [{ question: "May you?", answers: ["Yes", "No"] }, { question: "Why?" }],
    pay: { min: "24000" },
  };
  const csv = `Title;employment type;requirements;questions;pay-min;\r\n'=1+1;"FULL_TIME, PART_TIME";"A car\r\n\r\nA van";"May you? | Yes | No\nWhy?";24000;`;
  expect(readTable(csv).entries[0]?.facts).toEqual(facts);
  expect(writeTable([facts])).toMatch(/'=1\+1,.*"FULL_TIME, PART_TIME".*"A car\nA van"/s);
});

test.each([
  ["", "jobs.csv:1: has no row that names the columns"],
  ["title,Salary\n", 'jobs.csv:1: Unknown column "Salary".'],
  ["\ntitle,Title\n", 'jobs.csv:2: Column "Title" comes twice.'],
  ["title,\nA,b\n", "jobs.csv:2: cell 2 has no column"],
  ['title\n"x\ny', 'jobs.csv:2: a " is not closed'],
  ['title,location\nA,B\n\n"a\r\nb","x"\r\nA,B,C', "jobs.csv:6: cell 3 has no column"],
  ['title\tplaces\n"a\n\nb"\t\nA\t{', "jobs.csv:5: places: is not JSON"],
  ['[\n {"title": A}\n]', "jobs.json:2:12: Unresolved plain scalar"],
  ['{"title": "A"}', "jobs.json:1:1: must be a list"],
])("the list %j has a fault at its place", (text, expected) => {
  const [file = ""] = expected.split(":");
  const { entries, faults } = file === "jobs.csv" ? readTable(text) : readJsonList(text);
  const all = [...faults, ...planImport(entries, { uuid: "c", country: null }, []).faults];
  expect(all.map((fault) => inWords(file, fault)).join("\n")).toContain(expected);
});
