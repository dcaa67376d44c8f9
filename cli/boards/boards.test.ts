import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Company } from "../../adapters/src/company-format";
import { report } from "./check";
import { addCompany, boardOf, faultsOf, readCompanies } from "./folders";
import { buildAdapters, companiesAt, welcome } from "./worker";

let root: string;
let folder: string;
beforeEach(async () => {
  vi.stubEnv("BOARD_ADDRESS", undefined);
  root = await mkdtemp(join(tmpdir(), "puerta-boards-"));
  folder = join(root, "companies");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const right = {
  ...{ uuid, name: "Acme Foods", language_default: "en", country: "gb" },
  board: { system: "greenhouse", board: "acme" },
};
const spain = { ...right, uuid: uuid.replace("6", "7"), country: "Spain" };

async function write(
  name: string,
  company: unknown,
  files: object = { "privacy.md": "# Privacy" },
) {
  const text = typeof company === "string" ? company : JSON.stringify(company);
  await mkdir(join(folder, name), { recursive: true });
  for (const [file, content] of Object.entries({ "company.json": text, ...files })) {
    await writeFile(join(folder, name, file), content);
  }
}

test("a company's folder is read, with its texts, and its name as its code", async () => {
  await write("acme-foods", right, { "privacy.md": "# Privacy", "brand.css": "a{}" });
  const [company] = (await readCompanies(folder)).companies;
  expect(company).toMatchObject({ code: "acme-foods", folder: "acme-foods", name: "Acme Foods" });
  expect(company).toMatchObject({ privacy_policy: "# Privacy", apply_page_css: "a{}" });
});

test("wrong folders do not stop the others, and keep their names", async () => {
  await write("a", right);
  await write("b", spain);
  await write("c", `{"uuid": "${uuid}" "code":"cee", "board": { "key": sk_live_1 }}`, {});
  await write("d", right);
  const { companies, faulty } = await readCompanies(folder);
  expect(companies.map(({ code }) => code)).toEqual(["a"]);
  expect(faulty).toMatchObject([
    { code: "b", uuid: spain.uuid },
    { code: "cee", uuid },
    { code: "d" },
  ]);
  const faults = faultsOf(faulty);
  expect(faults).toMatch(
    /^These companies cannot be served:\n {2}.*b\/company\.json: country: must be/,
  );
  expect(faults).toMatch(
    /c\/company\.json: is not JSON: look at line 1, .*\n.*c\/privacy\.md: is mis/,
  );
  expect(faults).toMatch(/d\/company\.json: uuid: is the one of .*a\/company\.json, too/);
  expect(faults).not.toContain("sk_live");
  const file = join(root, "build", "index.js");
  await buildAdapters({ companies, faulty }, file);
  const worker = await readFile(file, "utf8");
  expect(worker).toMatch(/code: "a", /);
  expect(worker).toMatch(/code: "b", .*fault: ".*b\/company\.json/);
});

test("without a right folder, reading stops", async () => {
  await expect(readCompanies(folder)).rejects.toThrow(/There is no folder .*boards add/);
  await mkdir(folder);
  await expect(readCompanies(folder)).rejects.toThrow(/has no company\. .*boards add/);
  await write("b", spain);
  await expect(readCompanies(folder)).rejects.toThrow(/b\/company\.json: country: must be/);
});

test("a folder is created for a board, the same each time, and applying is off", async () => {
  const made = await addCompany(folder, "greenhouse:Acme_Foods");
  expect(await readdir(join(folder, "acme-foods"))).toEqual(["company.json", "privacy.md"]);
  const board = { system: "greenhouse", board: "Acme_Foods", apply: "off" };
  const [company] = (await readCompanies(folder)).companies;
  expect(company).toMatchObject({ uuid: made.uuid, code: "acme-foods", name: "Acme Foods", board });
  expect(await addCompany(folder, "greenhouse:Acme_Foods")).toEqual(made);
  // Published addresses have it.
  const { uuid: fixed } = await addCompany(folder, "greenhouse:acme");
  expect(fixed).toBe("8e35ad6a-ead8-853c-88b0-867d7235308d");
});

test.each([
  ["https://jobs.lever.co/acme", "https://jobs.eu.lever.co/acme"],
  ["greenhouse:Acme", "greenhouse:acme"],
  [undefined, "greenhouse:acme"],
])("where %s has the folder, none is created for %s", async (first, second) => {
  if (first === undefined) await write("acme", "{");
  else await addCompany(folder, first);
  const file = join(folder, "acme", "company.json");
  const before = await readFile(file, "utf8");
  await expect(addCompany(folder, second)).rejects.toThrow(
    /acme\/company\.json exists already, and its board is not [a-z]+:acme, or is wrong\. Add it/,
  );
  expect(await readFile(file, "utf8")).toBe(before);
});

test.each(["acme", "greenhouse:", "workable:acme", "greenhouse:a/b"])("%s is no board", (text) => {
  expect(() => boardOf(text)).toThrow(/names no board\. .*\n {2}greenhouse:acme {2}or/);
});

test.each([
  ["greenhouse:acme", { system: "greenhouse", board: "acme" }],
  ["https://jobs.lever.co/acme", { system: "lever", board: "acme", region: "global" }],
  ["jobs.ashbyhq.com/Acme%20Foods", { system: "ashby", board: "Acme Foods" }],
])("%s is a board", (text, settings) => {
  expect(boardOf(text)).toEqual(settings);
});

test.each<[text: string, served: string[] | RegExp]>([
  ["", ["acme-foods", "other"]],
  ["acme-foods", ["acme-foods"]],
  ["acme", ["acme-foods"]],
  ["https://jobs.lever.co/acme", ["acme"]],
  ["wrong", /wrong\/company\.json: country/],
  ["nothing", /^"nothing" names no board\. Write its name or its address/],
])("start --board %s serves %j", async (text, served) => {
  await write("acme", { ...right, code: "acme-foods" });
  await addCompany(folder, "greenhouse:other");
  await write("wrong", spain);
  const looks = join(root, "looks");
  await mkdir(join(looks, "https-jobs-lever-co-acme", "left-over"), { recursive: true });
  const serving = companiesAt(text, { folder, looks });
  if (served instanceof RegExp) return expect(serving).rejects.toThrow(served);
  const all = await serving;
  expect(all.companies.map(({ code }) => code)).toEqual(served);
  const printed = welcome("http://localhost:1", all);
  expect(printed).toContain(`  career site   http://localhost:1/${served[0]}/`);
  expect(printed.includes("cannot be served")).toBe(text === "");
});

const field = { id: "film", kind: "a_film", label: "film" };
const dated = { published_at: "2026-10-01" };
const apply_url = "https://jobs.example/acme";
const JOBS: Record<string, object> = {
  acme_right: { ...dated, fields: [{ id: "email", kind: "email" }] },
  acme_undated: {},
  acme_required: { ...dated, apply_url, fields: [{ ...field, required: true }] },
  acme_broken: { name: "" },
  acme_away: {},
};

function call(path: string) {
  const id = path.split("/").at(-1) ?? "";
  const answer = (body: object, status = 200) => Promise.resolve({ status, body });
  const results = Object.keys(JOBS).map((one) => ({ uuid: one, name: "A job" }));
  if (path.endsWith("/positions-public")) return answer({ results });
  if (id === "acme_away") return answer({}, 502);
  return answer({ uuid: id, client: uuid, name: "A job", ...JOBS[id] });
}

test("a board's check says what maps, what does not, and what no call can know", async () => {
  const texts = { apply_page_css: "", apply_page_js: "", privacy_policy: "# Privacy" };
  const at = (system: string) =>
    Company.parse({ ...right, ...texts, code: "acme", board: { system, board: "acme" } });
  const { lines, isRight } = await report(at("lever"), 50, call);
  expect(isRight).toBe(false);
  expect(lines).toEqual([
    "Acme Foods: 5 jobs at lever:acme; applying is off.",
    expect.stringMatching(/^ {2}MISSING {2}acme_undated A job: published_at: /),
    expect.stringMatching(/^ {2}DROPPED {2}acme_required A job: fields\.0\.kind .*to apply_url/),
    expect.stringMatching(/^ {2}WRONG {2}acme_broken A job: name: /),
    "  WRONG  acme_away A job: 502",
    "3 of 5 positions that were read are right.",
    "Fields besides name, phone and CV: email 1.",
    expect.stringMatching(/^NOT KNOWN: which of its own fields/),
    expect.stringMatching(/^NOT KNOWN: which postings have/),
  ]);
  const warned = await report(at("recruitee"), 1, call);
  expect(warned.lines.join("\n")).toMatch(/^WARNING: (from|since) 10 February 2027 Recruitee/m);
  expect(warned.lines).toContain("4 more were not read (--most).");
  expect(warned.isRight).toBe(true);
  await expect(report(at("lever"), 1, () => call("acme_away"))).rejects.toThrow(/answers 502/);
});
