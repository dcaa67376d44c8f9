import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeCompany } from "./companies.mjs";
import { companiesAt, welcome } from "./start.mjs";

/** @type {string} */
let root;
/** @type {{ folder: string, looks: string }} */
let folders;

beforeEach(async () => {
  vi.stubEnv("BOARD_ADDRESS", undefined);
  root = await mkdtemp(join(tmpdir(), "puerta-board-"));
  folders = { folder: join(root, "companies"), looks: join(root, "looks") };
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

/** Makes a company's folder, and changes its `company.json`. @param {string} name @param {object} change */
async function make(name, change) {
  await makeCompany(folders.folder, `greenhouse:${name}`);
  const file = join(folders.folder, name, "company.json");
  const company = /** @type {object} */ (JSON.parse(await readFile(file, "utf8")));
  await writeFile(file, JSON.stringify({ ...company, ...change }));
}

/** @param {string} text */
async function codesAt(text) {
  const { companies, faulty } = await companiesAt(text, folders);
  return [companies, faulty].map((all) => all.map(({ code }) => code));
}

describe("beside a wrong folder,", () => {
  beforeEach(async () => {
    await make("acme", { code: "acme-foods" });
    await make("other", {});
    await make("wrong", { code: "wrong-foods", country: "Spain" });
  });

  test.each([
    ["", [["acme-foods", "other"], ["wrong-foods"]]],
    ["acme-foods", [["acme-foods"], []]],
    ["acme", [["acme-foods"], []]],
    ["https://jobs.lever.co/acme", [["acme"], []]],
  ])("--board=%s serves %j", async (text, codes) => {
    expect(await codesAt(text)).toEqual(codes);
  });

  test.each([
    ["wrong", /wrong\/company\.json: country: must be/],
    ["wrong-foods", /wrong\/company\.json: country: must be a country's two letters/],
    ["nobody", /^"nobody" names no board\. Write its name or its address/],
  ])("--board %s stops", async (text, said) => {
    await expect(companiesAt(text, folders)).rejects.toThrow(said);
  });

  test("what is printed has the companies that are served, and the fault", async () => {
    const { companies, faulty } = await companiesAt("", folders);
    const text = welcome("http://localhost:1", companies, faulty);
    const [acme] = companies;
    expect(text).toContain(`  career site   http://localhost:1/acme-foods/${acme?.uuid}\n`);
    expect(text).toContain("Other, live from greenhouse:other");
    expect(text).toMatch(/These companies cannot be served:\n.*wrong\/company\.json: country/);
    expect(text).not.toContain("/wrong-foods/");
    expect(welcome("http://localhost:1", companies, [])).not.toContain("cannot be served");
  });
});

test("any board is served where each folder is wrong, or none exists", async () => {
  expect(await codesAt("lever:acme")).toEqual([["acme"], []]);
  await make("wrong", { country: "Spain" });
  expect(await codesAt("lever:acme")).toEqual([["acme"], []]);
  await expect(companiesAt("", folders)).rejects.toThrow(
    /country: must be a country's two letters/,
  );
});
