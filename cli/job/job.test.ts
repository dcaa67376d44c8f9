import { expect, test } from "vitest";
import { JobWithDescription } from "~/contract/admin";
import { toText } from "~/platform/src/companies/description";
import { toFacts, Job, toPosition, parseJob } from "./job";
import { FACTS, jobText, TEMPLATE } from "./job-text";
import { problemFormatter, parseJsonList, parseMarkdown } from "./parse-source";
import { planImport } from "./plan";
import { parseTable, formatTable } from "./table";

const DEFAULTS = { country: "gb", published_at: "2026-11-20" };
const START = "---\ntitle: A\nlocation: B\n";
const ID = "c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f10";
const FEW = { uuid: ID, slug: "a", name: "A", location: "B", ...DEFAULTS, description: "<p>C</p>" };

const parse = (text: string) => parseJob(parseMarkdown(text), DEFAULTS);

function fullJob(): JobWithDescription {
  const facts = TEMPLATE.replace(/^# /gm, "").replace(/^(title|location):/gm, "$1: A $1");
  const { job, problems } = parse(`---\n${facts}---\nYou **bake**.`);
  if (!job) throw new Error(problems.map(problemFormatter("template")).join("\n"));
  return toPosition({ ...job, id: ID });
}

test.each([
  ["---\ntitle: *Baker*\n---\nx", '2:8: begins with *: put the text in "quotes"'],
  ["---\ntitle: !A\n---\nx", '2:8: begins with !: put the text in "quotes"'],
  ["---\ntitle: @A\n---\nx", '2:8: begins with @: put the text in "quotes"'],
  ["---\ntitle: A: B\nlocation: C\n---\nx", '2:8: has a second ": ": put the text in "quotes"'],
  [`${START}requirements: [a, b\npay: { min: 1 }\n---\nx`, "4:15: the [ is not closed: add a ]"],
  ['---\ntitle: "A\nlocation: B\n---\nx', '2:8: the " is not closed'],
  ["---\ntitle: 'It's A'\n---\nx", '2:12: cannot be read from here: put the text in "quotes"'],
  [`${START}title: B\n---\nx`, "4:1: title appears twice"],
  ["---\ntitle:A\nlocation: B\n---\nx", '2:1: is not a fact: write "name: value", with a space'],
  ["---\ntitle: A\n  location: B\n---\nx", "2:8: the next line is indented too far"],
  ["---\n title: A\nlocation: B\n---\nx", "3:1: is not indented like the lines above it"],
  ["---\ntitle: A\n\tlocation: B\n---\nx", "3:1: begins with a tab: use spaces"],
  ['---\ntitle: "C:\\dir"\n---\nx', '2:11: has a \\ in "quotes": write it twice'],
  [`${START}pay: { min: 1 max: 2 }\n---\nx`, "4:13: lacks a comma"],
  [`${START}requirements: - a\n---\nx`, "4:15: a list begins on the next line, or with ["],
  [`${START}country: Ruritania\n---\nx`, "4:10: country: must be a two-letter country code"],
  ["title: Baker", "1:1: must begin with facts between"],
  ["\uFEFF---\r\n# a comment\r\nlocation: Leeds\r\n---\r\nx", "3:1: title: is missing"],
  [`${START}\nsalry: 3\n---\nx`, "5:8: salry: is not known"],
  [`${START}pay:\n  min: much\n---\nx`, "5:8: pay.min: must be a number"],
  [`${START}---\n`, "5:1: description: is missing"],
])("reports one problem in %j, with line and column", (text, expected) => {
  const problems = parse(text).problems.map(problemFormatter("job.md"));
  expect(problems).toEqual([expect.stringContaining(`job.md:${expected}`)]);
});

test("reports several mistakes in line order, with one problem for each", () => {
  const text = "---\ntitle: A: B\npay: @x\nreference: 'a\nlocation: C\n---\nx";
  expect(parse(text).problems.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test("reports invalid facts in line order, with one problem for each", () => {
  const facts = "locaton: C\nstatus: opn\npay: { min: a, currency: Euro }\ncloses_at: soon\n";
  const problems = parse(`${START}${facts}---\nx`).problems.map(problemFormatter("job.md"));
  expect(problems).toEqual([
    "job.md:4:10: locaton: is not known. See docs/companies.md for the names",
    "job.md:5:9: status: must be open or closed",
    "job.md:6:13: pay.min: must be a number",
    "job.md:6:26: pay.currency: must be three letters, such as EUR",
    "job.md:7:12: closes_at: must be a date such as 2026-11-20",
  ]);
});

test("reads country names", () => {
  const { job } = parse(`${START}country: Germany\nremote_countries: [Spain, mx]\n---\nx`);
  expect(job).toMatchObject({ country: "DE", remote_countries: ["ES", "MX"] });
});

test("writes an example of every fact, and reads every fact back", () => {
  const job = fullJob();
  expect(["id", ...FACTS, "description"].sort()).toEqual(Object.keys(Job.shape).sort());
  expect(Object.keys(toFacts(job)).sort()).toEqual(Object.keys(Job.shape).sort());
  const { job: parsed } = parse(jobText("A job.", toFacts(job)));
  expect(parsed && toPosition({ ...parsed, id: ID })).toEqual(job);
});

test("writes a description as Markdown unless Markdown would lose markup", () => {
  expect(toText("<h2>A</h2><ul><li>b</li></ul>")).toBe("## A\n\n- b");
  const html = '<p class="a">b</p>';
  expect(toText(html)).toBe(html);
});

test.each<[string, Partial<JobWithDescription>]>([
  ["every fact", fullJob()],
  ["few facts", {}],
  [
    "text that looks like syntax",
    {
      ...{ name: "=1+1", location: "a; b", description: "no *tag*\n" },
      candidate_criteria_structured: { essential_requirements: [{ name: "two\nlines" }] },
      apply_site_questions: { killer_questions: [{ question: "a | b", answers: ["c", "d"] }] },
    },
  ],
])("imports a job with %s unchanged from its CSV and JSON exports", (_, changes) => {
  const job = JobWithDescription.parse({ ...FEW, ...changes });
  const facts = toFacts(job);
  for (const parsed of [parseTable(formatTable([facts])), parseJsonList(JSON.stringify([facts]))]) {
    const plan = planImport(parsed.entries, { uuid: "c", country: null }, [job]);
    expect(plan).toMatchObject({ problems: [], added: [], changed: [], unchanged: 1, missing: [] });
  }
});

test.each([
  ["sep=;\nid;title\n1;A, B"],
  ['\uFEFFSEP=,\r\nid,title\r\n1,"A, B"'],
  ["\uFEFFsep=\t\nid\ttitle\n1\tA, B"],
  ['"sep=;"\rid;title\r1;A, B'],
  ['Sep=|\n="id"|title\n1|A, B'],
  ["sep=;;\nid;title\n1;A, B"],
  ['sep=;,,\nid,title\n1,"A, B"'],
  ['"sep=,";\nid;title\n1;A, B'],
  ["id;title\n\n1;A, B\n\n\n"],
])("reads the separator from the first line of %j", (text) => {
  const { entries, problems } = parseTable(text);
  expect(problems).toEqual([]);
  expect(entries.map(({ facts }) => facts)).toEqual([{ id: "1", title: "A, B" }]);
  expect(entries[0]?.at([])).toEqual({ line: 3 });
});

test.each([
  ['="2026-1"', "2026-1"],
  ['"=""0012"""', "0012"],
  [' ="=1+1" ', "=1+1"],
  ['"=""He said """"no"""""""', 'He said "no"'],
  ['"\'=""2026-1"""', '="2026-1"'],
  ['"=""a""&""b"""', '="a"&"b"'],
  ['""', null],
  ['=""', null],
])("reads the cell %j as %j", (cell, text) => {
  expect(parseTable(`id,title\n1,${cell}\n`).entries[0]?.facts).toEqual({ id: "1", title: text });
});

test.each([
  ["", "jobs.csv:1: has no header row"],
  ["sep=;", "jobs.csv:1: has no header row"],
  ["title,Salary\n", 'jobs.csv:1: Unknown column "Salary". Known: id, title, location, '],
  ["name;place\nA;B", 'jobs.csv:1: Unknown columns "name" and "place". Known: id, title, '],
  ["\ntitle,Title\n", 'jobs.csv:2: Column "Title" appears twice.'],
  ['title\n"x\ny', 'jobs.csv:2: a quote (") is not closed'],
  ['title,location\nA,B\n\n"a\r\nb",x\nA,B,C', "jobs.csv:6: cell 3 has no column"],
  ['Title\tPAY-min\tplaces\n"a\n\nb"\t\t\nA\t\t{', "jobs.csv:5: places: is not JSON"],
  ['[\n {"title": A}\n]', "jobs.json:2:12: is not valid JSON"],
  ['{"title": "A"}', "jobs.json:1:1: must be a list"],
])("reports the problem in %j", (text, expected) => {
  const [file = ""] = expected.split(":");
  const { entries, problems } = file === "jobs.csv" ? parseTable(text) : parseJsonList(text);
  const all = [...problems, ...entries.flatMap((entry) => entry.problems ?? [])];
  expect(all.map(problemFormatter(file))).toEqual([expect.stringContaining(expected)]);
});
