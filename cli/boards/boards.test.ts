import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Board } from "~/adapters/src/company-format";
import {
  addCompany,
  parseBoard,
  createCompany,
  listErrors,
  boardNotes,
  readCompanies,
} from "./folders";
import { buildAdapters, findServed, welcome } from "./worker";

let folder: string;
beforeEach(async () => {
  vi.stubEnv("BOARD_ADDRESS", undefined);
  folder = await mkdtemp(join(tmpdir(), "puerta-boards-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const right = {
  ...{ uuid, name: "Acme Foods", language_default: "en", country: "gb" },
  board: { system: "greenhouse", board: "acme" },
};
const spain = { ...right, uuid: uuid.replace("6", "7"), country: "Spain" };

async function write(
  name: string,
  company: object | string,
  files: object = { "privacy.md": "x" },
) {
  const text = typeof company === "string" ? company : JSON.stringify(company);
  await mkdir(join(folder, name));
  for (const [file, content] of Object.entries({ "company.json": text, ...files })) {
    await writeFile(join(folder, name, file), content);
  }
}

test("reads a company folder, and uses the folder's name as the default code", async () => {
  const files = { "privacy.md": "# Privacy", "brand.css": "a{}" };
  await write("acme-foods", right, { ...files, "texts.en.yaml": "career.search: Find" });
  const [company] = (await readCompanies(folder)).companies;
  expect(company).toMatchObject({ code: "acme-foods", folder: "acme-foods", name: "Acme Foods" });
  expect(company).toMatchObject({ privacy_policy: "# Privacy", apply_page_css: "a{}" });
  expect(company).toMatchObject({ texts: { en: { "career.search": "Find" } } });
});

test("reports malformed folders by name, and reads the others", async () => {
  await write("a", right);
  await write("b", spain);
  await write("c", `{"uuid": "${uuid}" "code":"cee", "board": { "key": sk_live_1 }}`, {});
  await write("d", right);
  await write("e", right, { "privacy.md": "x", "texts.en.yaml": "error.phone: No" });
  const { companies, invalid } = await readCompanies(folder);
  expect(companies.map(({ code }) => code)).toEqual(["a"]);
  const names = [
    { code: "b", uuid: spain.uuid },
    { code: "cee", uuid },
    { code: "d" },
    { code: "e" },
  ];
  expect(invalid).toMatchObject(names);
  const errors = listErrors(invalid);
  for (const error of [
    /^These companies cannot be served:\n {2}.*b\/company\.json: country: must be/,
    /c\/company\.json: is not valid JSON: line 1, .*\n.*c\/privacy\.md: is mis/,
    /d\/company\.json: uuid: .*a\/company\.json has the same/,
    /e\/texts\.en\.yaml:1:14: error\.phone: cannot be changed/,
  ]) {
    expect(errors).toMatch(error);
  }
  expect(errors).not.toContain("sk_live");
  const file = join(folder, "build", "index.js");
  await buildAdapters({ companies, invalid }, file);
  const worker = await readFile(file, "utf8");
  expect(worker).toMatch(/code: "a", /);
  expect(worker).toMatch(/code: "b", .*error: ".*b\/company\.json/);
});

test("fails without a valid folder", async () => {
  const missing = join(folder, "none");
  await expect(readCompanies(missing)).rejects.toThrow(/There is no folder .*boards add/);
  await expect(readCompanies(folder)).rejects.toThrow(/has no company\. .*boards add/);
  await write("b", spain);
  await expect(readCompanies(folder)).rejects.toThrow(/b\/company\.json: country: must be/);
});

test("creates a folder with applications off, and does not overwrite a folder", async () => {
  await addCompany(folder, "greenhouse:Acme_Foods");
  expect(await readdir(join(folder, "acme-foods"))).toEqual(["company.json", "privacy.md"]);
  const board = { system: "greenhouse", board: "Acme_Foods", apply: "off" };
  const [company] = (await readCompanies(folder)).companies;
  expect(company).toMatchObject({ code: "acme-foods", name: "Acme Foods", board });
  const again = addCompany(folder, "lever:acme-foods");
  await expect(again).rejects.toThrow(/acme-foods exists already\. Add the board/);
  expect((await readCompanies(folder)).companies).toEqual([company]);
  // Published URLs contain the uuid, so it must not change.
  expect(createCompany("greenhouse:acme").uuid).toBe("8e35ad6a-ead8-853c-88b0-867d7235308d");
});

const noBoard = /is not a board\. .*\n {2}greenhouse:acme {2}or/;

test("warns about the token when adding a Recruitee board", async () => {
  const added = await addCompany(folder, "https://acme.recruitee.com");
  expect(added.warning).toMatch(/ 10 February 2027 Recruitee requires .*"key": "RECRUITEE_KEY"/);
  expect((await addCompany(folder, "lever:other")).warning).toBeUndefined();
});

test.each<[text: string, settings: object | RegExp]>([
  ["acme", noBoard],
  ["greenhouse:", noBoard],
  ["workable:acme", noBoard],
  ["greenhouse:a/b", noBoard],
  ["greenhouse:acme", { system: "greenhouse", board: "acme" }],
  ["https://jobs.lever.co/acme", { system: "lever", board: "acme", region: "global" }],
  ["jobs.ashbyhq.com/Acme%20Foods", { system: "ashby", board: "Acme Foods" }],
])("parses or rejects the board %j", (text, settings) => {
  if (settings instanceof RegExp) expect(() => parseBoard(text)).toThrow(settings);
  else expect(parseBoard(text)).toEqual(settings);
});

test.each<[text: string, served: string[] | RegExp]>([
  ["", ["acme-foods", "other"]],
  ["acme-foods", ["acme-foods"]],
  ["acme", ["acme-foods"]],
  ["https://jobs.lever.co/acme", ["acme"]],
  ["malformed", /malformed\/company\.json: country/],
  ["nothing", /^"nothing" is not a board\. Use a board's name or address/],
])("finds or rejects the companies for start --board %j", async (text, served) => {
  await write("acme", { ...right, code: "acme-foods" });
  await addCompany(folder, "greenhouse:other");
  await write("malformed", spain);
  const serving = findServed(text, folder);
  if (served instanceof RegExp) return expect(serving).rejects.toThrow(served);
  const all = await serving;
  expect(all.companies.map(({ code }) => code)).toEqual(served);
  const printed = welcome("http://localhost:1", all);
  expect(printed).toContain(`  career site   http://localhost:1/${served[0]}/`);
  expect(printed.includes("cannot be served")).toBe(text === "");
});

test("names BOARD_ADDRESS in the error if its value is malformed", async () => {
  vi.stubEnv("BOARD_ADDRESS", "nowhere");
  await expect(findServed("lever:acme", folder)).rejects.toThrow(/^BOARD_ADDRESS /);
});

test("lists a board's limitations, and facts that its API cannot reveal", () => {
  const notes = (system: string) => boardNotes(Board.parse({ system, board: "acme" }));
  expect(notes("lever")).toEqual([
    "Applying is off.",
    expect.stringMatching(/^UNREADABLE\? /),
    expect.stringMatching(/^NOT KNOWN: which fields of Lever's form/),
    expect.stringMatching(/^NOT KNOWN: which postings have/),
  ]);
  expect(notes("recruitee")).toContainEqual(expect.stringMatching(/^WARNING: .* 10 February 2027/));
});
