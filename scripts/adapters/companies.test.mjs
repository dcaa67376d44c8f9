import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { boardOf, makeCompany, readCompanies } from "./companies.mjs";

/** @type {string} */
let folder;

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "puerta-companies-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const right = {
  uuid: "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11",
  name: "Acme Foods",
  language_default: "en",
  country: "gb",
  board: { system: "greenhouse", board: "acme", key: "GREENHOUSE_KEY", apply: "on" },
};

/** @param {string} name @param {unknown} company @param {Record<string, string>} [files] */
async function write(name, company, files = { "privacy.md": "# Privacy" }) {
  await mkdir(join(folder, name), { recursive: true });
  const text = typeof company === "string" ? company : JSON.stringify(company);
  const all = { "company.json": text, ...files };
  for (const [file, content] of Object.entries(all)) {
    await writeFile(join(folder, name, file), content);
  }
}

test("a company's folder is read, with its texts, and its name as its code", async () => {
  await write("acme-foods", right, { "privacy.md": "# Privacy", "brand.css": "a{}" });
  expect(await readCompanies(folder)).toEqual([
    expect.objectContaining({
      code: "acme-foods",
      name: "Acme Foods",
      privacy_policy: "# Privacy",
      apply_page_css: "a{}",
      apply_page_js: "",
      is_cv_required: false,
      board: expect.objectContaining({ system: "greenhouse", apply: "on", repeat: "send" }),
    }),
  ]);
});

describe("a bad folder is refused with the file, the path and a way to mend it:", () => {
  const { board } = right;
  const ashby = { system: "ashby", board: "Acme Foods" };
  const personio = { system: "personio", board: "acme" };
  const lever = { system: "lever", board: "acme" };
  /** @param {object} one */
  const asks = (one) => ({ ...personio, asks: { attributes: [one] } });
  test.each([
    [{ code: "acme_foods" }, /company\.json: code: .*no _, which ends it in an id/],
    [{ code: "a".repeat(28) }, /code: has more than 27 .*choose a shorter/],
    [{ uuid: "1" }, /uuid: must be a uuid: `node -p/],
    [{ board: undefined }, /board: is missing: write \{"system"/],
    [{ board: { system: "x" } }, /board\.system: .*write "greenhouse"/],
    [{ board: { ...board, board: "https://a" } }, /board\.board: .*behind boards/],
    [{ board: { ...board, key: undefined } }, /board\.key: is missing, .*name of the secret/],
    [{ board: { ...board, key: "0d031d82" } }, /board\.key: .*not the secret: set that by/],
    [{ board: { ...board, key: "API_KEY" } }, /board\.key: .*another name/],
    [{ board: { ...board, address: "http://a.example" } }, /board\.address: must be an https/],
    [{ board: { ...board, aply: "on" } }, /board: .*aply/],
    [{ language_default: "fr" }, /language_default: must be/],
    [{ board: { ...personio, apply: "on" } }, /board\.key: .*client_id:client_secret/],
    [{ board: asks({ id: "birthday" }) }, /asks\.attributes\.0\.id: must be location, .*API name/],
    [{ board: { ...lever, apply: "on", key: "LEVER_KEY" } }, /required_questions: is missing/],
    [{ board: { ...lever, required_questions: ["5ac2"] } }, /required_questions.*postings?'s? id/],
    [{ board: { ...lever, address: "https://a:b@x.example/v0" } }, /address: .*@/],
    [{ board: { ...ashby, apply: "on" } }, /board\.key: is missing, .*such as ASHBY_KEY/],
  ])("%j", async (change, said) => {
    await write("acme-foods", { ...right, ...change });
    await expect(readCompanies(folder)).rejects.toThrow(said);
  });

  test("no JSON, no policy, all at once", async () => {
    await write("a", "{", {});
    await write("b", { ...right, country: "Spain" });
    await expect(readCompanies(folder)).rejects.toThrow(
      /a\/company\.json: .*\n.*a\/privacy\.md: is missing\n.*b\/company\.json: country: must be two letters/,
    );
  });

  test("two with one uuid", async () => {
    await write("a", right);
    await write("b", right);
    await expect(readCompanies(folder)).rejects.toThrow(/b\/company\.json: uuid: is the one of/);
  });

  test("none at all, and no folder", async () => {
    await expect(readCompanies(folder)).rejects.toThrow(/has no company: `npm run adapters -- new/);
    await expect(readCompanies(join(folder, "x"))).rejects.toThrow(/There is no folder/);
  });
});

test("a folder is made for a board, the same each time, and applying is off", async () => {
  const made = await makeCompany(folder, "greenhouse:Acme_Foods");
  expect(made.code).toBe("acme-foods");
  expect(await readdir(join(folder, "acme-foods"))).toEqual(["company.json", "privacy.md"]);
  const [company] = await readCompanies(folder);
  expect(company).toMatchObject({
    uuid: made.uuid,
    name: "Acme Foods",
    board: { system: "greenhouse", board: "Acme_Foods", apply: "off" },
  });
  expect(await makeCompany(folder, "greenhouse:Acme_Foods")).toEqual(made);
});

test.each(["acme", "greenhouse:", "workable:acme", "greenhouse:a/b"])(
  "%s names no board",
  (text) => {
    expect(() => boardOf(text)).toThrow(/names no board\. Write greenhouse:NAME/);
  },
);
