import { beforeAll, describe, expect, test } from "vitest";
import { readSeed } from "../company/files.mjs";
import { columnsOf } from "../../scripts/seed.mjs";
import { planImport } from "./import.mjs";
import { rowOf } from "../../tests/support/job-rows.mjs";
import { factsOf, Job, positionOf, readJob } from "./job.mjs";
import { FACTS, jobText } from "./job-text.mjs";
import { inWords, readJsonList, readMarkdown } from "./located.mjs";
import { readTable, writeTable } from "./table.mjs";

/** @param {string} text */
const faultsOf = (text) => {
  const { entry, faults } = readMarkdown(text);
  const known = { country: "gb", published_at: "2026-11-20" };
  return (faults.length > 0 ? faults : readJob(entry, known).faults).map((fault) =>
    inWords("job.md", fault),
  );
};

/** The example companies' positions. @type {ReturnType<typeof rowOf>[]} */
let rows;
beforeAll(async () => {
  rows = (await readSeed()).flatMap(({ uuid, positions }) =>
    positions.map(({ file: _, ...position }) => rowOf(columnsOf(position, uuid))),
  );
});

describe("a job's file", () => {
  test("says a job in a few lines", () => {
    const { entry } = readMarkdown(
      "\uFEFF---\r\ntitle: Baker\r\nlocation: Leeds\r\nreference: 0042\r\nemployment_type: full time\r\n" +
        "questions:\r\n  - question: May you?\r\n    answers: [Yes, No]\r\npay: { min: 24000, currency: GBP }\r\n" +
        "requirements: Two years\r\nnice_to_have: Rye\r\ncv_accept: pdf\r\ncv_max_bytes: 9000\r\n" +
        "fields:\r\n  - { id: from, kind: date, label: From, required: no }\r\n" +
        "talks_back: yes\r\ndepartment:\r\n---\r\n\r\nYou **bake**.\r\n",
    );
    const { job } = readJob(entry, { country: "gb", published_at: "2026-11-20" });
    expect(job).toMatchObject({
      ...{ title: "Baker", slug: "baker", status: "open", reference: "0042", department: null },
      employment_type: ["FULL_TIME"],
      questions: [{ question: "May you?", answers: ["Yes", "No"] }],
      pay: { min: 24000, currency: "GBP" },
      ...{ requirements: ["Two years"], nice_to_have: ["Rye"], cv_accept: ["pdf"] },
      ...{ cv_max_bytes: 9000, fields: [{ id: "from", required: false }], talks_back: true },
      description: "<p>You <strong>bake</strong>.</p>",
    });
  });

  test.each([
    ["---\ntitle: *Baker*\n---\nx", ['goes in "quotes"']],
    ["title: Baker", ["job.md:1:1: must begin with a line of ---"]],
    ["---\ntitle: Ferry: master\n---\nx", ["job.md:2:8: Nested mappings"]],
    ["---\n- a\n---\nx", ["job.md:2:1: must have a fact on each line"]],
    [
      "---\n# a comment\nlocation: Leeds\ncountry: uk\n\nsalry: 3\n---\n\nx",
      [
        "job.md:3:1: title: is missing",
        "job.md:4:10: country: uk is no country code: the United Kingdom is gb",
        "job.md:6:8: salry: is not known",
      ],
    ],
    [
      "---\ntitle: A\nlocation: B\nquestions:\n  - question: C\n    answers: [D]\npay:\n  min: much\n---\n\n\n",
      [
        "job.md:6:14: questions.0.answers: ",
        "job.md:8:8: pay.min: must be a number",
        "job.md:10:1: description: is missing",
      ],
    ],
    ["---\ntitle: A\ntitle: B\n---\nx", ["job.md:3:1: Map keys must be unique"]],
    ['---\nlocation: B\ntitle: "A\\0"\n---\nx', ["job.md:3:8: title: has a NUL character"]],
    [`---\ntitle: A\nlocation: B\n---\n${"'".repeat(60_000)}`, ["job.md:2:1: has 120"]],
  ])("is told where it is wrong: %#", (text, faults) => {
    const found = faultsOf(text);
    expect(found).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toContain(fault);
  });

  test("can say every fact of a job", () => {
    const names = ["id", ...FACTS.map(([name]) => name), "description"];
    expect(names.sort()).toEqual(Object.keys(Job.shape).sort());
  });

  test("has all that the examples' positions have", () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const { entry, faults } = readMarkdown(jobText(["A job."], factsOf(row), {}));
      expect(faults).toEqual([]);
      const read = readJob(entry, { id: row.uuid, description: row.description });
      expect(read.faults).toEqual([]);
      const again = columnsOf(positionOf({ ...read.job }), row.client_uuid);
      expect(rowOf(again)).toEqual(row);
    }
  });
});

describe("a table of jobs", () => {
  test("imports what was exported, as CSV and as JSON, and changes nothing", () => {
    const [first] = rows;
    if (!first) throw new Error("there is no example");
    const own = rows.filter(({ client_uuid }) => client_uuid === first.client_uuid);
    const company = { uuid: first.client_uuid, country: "gb" };
    const facts = own.map(factsOf);
    const files = [readTable(writeTable(facts)), readJsonList(JSON.stringify(facts))];
    for (const { entries, faults } of files) {
      expect(faults).toEqual([]);
      const plan = planImport(entries, company, { own, others: new Set() }, "2026-11-23");
      const nothing = { added: [], changed: [], missing: [], faults: [], bad: 0 };
      expect(plan).toEqual({ ...nothing, same: own.length });
    }
  });

  test("is read and written as people write it", () => {
    const cells = '"FULL_TIME, PART_TIME","A car\n\nA van","May you? | Yes | No\n\nWhy?"\n';
    const facts = {
      employment_type: ["FULL_TIME", "PART_TIME"],
      requirements: ["A car", "A van"],
      questions: [{ question: "May you?", answers: ["Yes", "No"] }, { question: "Why?" }],
    };
    const [entry] = readTable(`employment type,requirements,questions\n${cells}`).entries;
    expect(entry?.facts).toEqual(facts);
    expect(writeTable([facts])).toContain("FULL_TIME, PART_TIME");
  });

  test("keeps texts that look like more than they are", () => {
    const [first] = rows;
    if (!first) throw new Error("there is no example");
    const facts = {
      ...factsOf(first),
      title: "=1+1",
      description: "no tag, *and* no Markdown",
      requirements: ["two\nlines"],
      questions: [{ question: "a | b", answers: ["c", "d"] }, { question: "e" }],
      takes: ["source"],
    };
    const row = rowOf(columnsOf(positionOf(facts), first.client_uuid));
    const { entries } = readTable(writeTable([factsOf(row)]));
    const company = { uuid: first.client_uuid, country: null };
    const plan = planImport(entries, company, { own: [row], others: new Set() }, "2026-11-23");
    expect(plan).toMatchObject({ faults: [], changed: [], same: 1 });
  });

  test.each([
    ["", /:1:1: has no row/],
    ["title,salry\n", /:1:7: "salry" is no column/],
    ["title,Title\n", /:1:7: the column "Title" is there twice/],
    ["title,\nA,b\n", /:1:7: the column has no name/],
  ])("is told what is wrong with its columns: %j", (text, fault) => {
    const { faults } = readTable(text);
    expect(faults.map((one) => inWords("jobs.csv", one)).join("\n")).toMatch(fault);
  });
});

describe("a JSON file of jobs", () => {
  test.each([
    ['[\n {"title": "A",}\n]', /^2:16 /],
    ['{"title": "A"}', /^1:1 must be a list/],
    ["[\n{}, 3]", /^2:5 must be a job/],
  ])("is told where it is wrong: %j", (text, expected) => {
    const { entries, faults } = readJsonList(text);
    const [fault] = [...faults, ...entries.flatMap((entry) => entry.faults ?? [])];
    expect(`${fault?.line}:${fault?.column} ${fault?.message}`).toMatch(expected);
  });
});
