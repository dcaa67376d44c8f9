import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Board } from "../../adapters/src/company-format";
import { settingsAt, SYSTEMS } from "../../adapters/src/registry";
import { boardOf, faultsOf, makeCompany, readCompanies } from "./companies.mjs";

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
  const said = { ...right, logo: null, next_steps: "" };
  await write("acme-foods", said, { "privacy.md": "# Privacy", "brand.css": "a{}" });
  expect((await readCompanies(folder)).companies).toEqual([
    expect.objectContaining({
      code: "acme-foods",
      name: "Acme Foods",
      privacy_policy: "# Privacy",
      apply_page_css: "a{}",
      apply_page_js: "",
      board: expect.objectContaining({ system: "greenhouse", apply: "on", repeat: "send" }),
    }),
  ]);
});

test("an empty list of a board is said", async () => {
  const board = { system: "lever", board: "acme", key: "LEVER_KEY", apply: "on" };
  await write("acme", { ...right, board: { ...board, required_questions: [] } });
  expect((await readCompanies(folder)).companies).toMatchObject([
    { board: { required_questions: [] } },
  ]);
});

describe("a bad folder is named with the file, the path and a way to mend it:", () => {
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
    [{ board: { ...board, board: "https://jobs.lever.co/a" } }, /board: .*write "system": "lever"/],
    [
      { board: { ...board, address: "https://boards.greenhouse.io/acme/jobs/1" } },
      /board\.address: names a board: write "system": "greenhouse", "board": "acme", and leave/,
    ],
    [
      { board: { ...board, address: "https://boards-api.greenhouse.io" } },
      /board\.address: is not this board's API: leave it out, or write "https:.*\/v1"/,
    ],
    [
      { board: { ...board, address: "https://boards.greenhouse.io" } },
      /board\.address: is not .* write "https:\/\/boards-api\.greenhouse\.io\/v1"/,
    ],
    [{ board: { ...board, address: "https://harvest.greenhouse.io/v1" } }, /address: is not this/],
    [{ board: { ...board, address: "https://api.lever.co/v0" } }, /address: is not this/],
    [{ board: { ...ashby, address: "https://jobs.ashbyhq.com" } }, /write "https:\/\/api\.ash/],
    [
      { board: { ...lever, address: "https://jobs.lever.co" } },
      /write "https:\/\/api\.lever\.co\/v0"/,
    ],
    [
      { board: { ...lever, address: "https://api.eu.lever.co/v0" } },
      /write "https:\/\/api\.lever.*eu\.lever\.co, write "region": "eu"/,
    ],
    [
      { board: { ...lever, region: "eu", address: "https://api.lever.co/v0" } },
      /write "https:\/\/api\.eu\.lever\.co\/v0".* leave "region" out/,
    ],
    [
      { board: { ...personio, address: "https://api.personio.de/v1" } },
      /address: is not this board's API: leave it out, or write "https:\/\/api\.personio\.de"/,
    ],
    [
      { board: { ...personio, address: "https://proxy.acme.example" } },
      /address: must be left out: Personio's API is at https:\/\/api\.personio\.de alone/,
    ],
    [{ board: { ...personio, address: "https://localhost.example" } }, /address: must be left/],
    [
      { board: { ...lever, address: "https://api.eu.lever.co/v0/postings/acme" } },
      /board\.address: names a board: .*"region": "eu"/,
    ],
    [
      { board: { system: "recruitee", board: "acme", address: "https://careers.a.example" } },
      /board\.address: must end in \/api/,
    ],
    [{ board: { ...board, key: undefined } }, /board\.key: is missing, .*name of the secret/],
    [{ board: { ...board, key: "0d031d82" } }, /board\.key: .*not the secret: set that by/],
    [{ board: { ...board, key: "API_KEY" } }, /board\.key: .*another name/],
    [{ board: { ...board, address: "http://a.example" } }, /board\.address: must be an https/],
    [{ board: { ...board, aply: "on" } }, /board: .*aply/],
    [{ language_default: "eo" }, /language_default: must be "es-es" or/],
    [{ country: "UK" }, /country: uk is no country code: the United Kingdom is gb/],
    [{ sections: [{ title: "Us" }] }, /sections\.0: has neither a text nor pictures/],
    [{ social_links: { linkedin: "acme" } }, /social_links\.linkedin: must be an http/],
    [{ is_cv_required: "perhaps" }, /is_cv_required: /],
    [{ privacy_policy: "x" }, /privacy_policy/],
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

  test("beside a right one it is left out", async () => {
    await write("a", right);
    await write("b", { ...right, uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41", country: "Spain" });
    await write("c", "{");
    expect(await readCompanies(folder)).toEqual({
      companies: [expect.objectContaining({ code: "a" })],
      faulty: [
        {
          code: "b",
          folder: "b",
          uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41",
          fault: expect.stringMatching(
            /b\/company\.json: country: must be a country's two letters/,
          ),
        },
        { code: "c", folder: "c", fault: expect.stringMatching(/c\/company\.json: /) },
      ],
    });
  });

  test("without its comma it has its names still", async () => {
    await write("a", right);
    const uuid = "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41";
    await write("b", `{"uuid": "${uuid}" "code":"bee", "name": "B"}`);
    await write("c", '{"uuid": "1", "code": 1,}');
    expect((await readCompanies(folder)).faulty).toMatchObject([
      { code: "bee", uuid },
      { code: "c", fault: expect.any(String) },
    ]);
  });

  test("with a key pasted without quotation marks it does not show the key", async () => {
    await write("a", right);
    await write("b", '{\n  "board": { "key": sk_live_1234567890 }\n}');
    const { faulty } = await readCompanies(folder);
    expect(JSON.stringify(faulty)).not.toMatch(/sk_|live|1234/);
    expect(faultsOf(faulty)).toMatch(/b\/company\.json: is not JSON: look at line 2, column 21$/m);
  });

  test("no JSON, no policy, all at once", async () => {
    await write("a", "{", {});
    await write("b", { ...right, country: "Spain" });
    await expect(readCompanies(folder)).rejects.toThrow(
      /a\/company\.json: .*\n.*a\/privacy\.md: is missing\n.*b\/company\.json: country: must be a country's two letters/,
    );
  });

  test("two with one uuid", async () => {
    await write("a", right);
    await write("b", right);
    const { companies, faulty } = await readCompanies(folder);
    expect(companies.map(({ code }) => code)).toEqual(["a"]);
    expect(faultsOf(faulty)).toMatch(
      /b\/company\.json: uuid: is the one of .*a\/company\.json too/,
    );
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
  const {
    companies: [company],
  } = await readCompanies(folder);
  expect(company).toMatchObject({
    uuid: made.uuid,
    name: "Acme Foods",
    board: { system: "greenhouse", board: "Acme_Foods", apply: "off" },
  });
  expect(await makeCompany(folder, "greenhouse:Acme_Foods")).toEqual(made);
});

test.each([
  ["https://jobs.lever.co/acme", "greenhouse:acme"],
  ["https://jobs.lever.co/acme", "https://jobs.eu.lever.co/acme"],
  ["greenhouse:Acme", "greenhouse:acme"],
  [undefined, "greenhouse:acme"],
])("where %s has the folder, none is made for %s", async (first, second) => {
  if (first === undefined) await write("acme", "{");
  else await makeCompany(folder, first);
  const file = join(folder, "acme", "company.json");
  const before = await readFile(file, "utf8");
  await expect(makeCompany(folder, second)).rejects.toThrow(
    /acme\/company\.json exists already, and its board is another than [a-z]+:acme, or is wrong\. Make .*another name/,
  );
  expect(await readFile(file, "utf8")).toBe(before);
});

test.each(["acme", "greenhouse:", "workable:acme", "greenhouse:a/b"])(
  "%s names no board",
  (text) => {
    expect(() => boardOf(text)).toThrow(/names no board\. .*\n {2}greenhouse:acme {2}or/);
  },
);

test.each([
  ["greenhouse:acme", { system: "greenhouse", board: "acme" }],
  ["https://boards.greenhouse.io/acme/", { system: "greenhouse", board: "acme" }],
  ["https://job-boards.eu.greenhouse.io/acme/jobs/4", { system: "greenhouse", board: "acme" }],
  [
    "https://boards.greenhouse.io/embed/job_board?for=acme",
    { system: "greenhouse", board: "acme" },
  ],
  ["https://boards-api.greenhouse.io/v1/boards/acme", { system: "greenhouse", board: "acme" }],
  ["HTTPS://Acme.Recruitee.com/o/a-job", { system: "recruitee", board: "acme" }],
  ["recruitee:Acme", { system: "recruitee", board: "acme" }],
  ["jobs.ashbyhq.com/Acme%20Foods", { system: "ashby", board: "Acme Foods" }],
  ["ashby:acme.io", { system: "ashby", board: "acme.io" }],
  ["https://acme.jobs.personio.com", { system: "personio", board: "acme", domain: "com" }],
  ["https://jobs.eu.lever.co/acme/5ac2", { system: "lever", board: "acme", region: "eu" }],
  ["https://jobs.lever.co/acme", { system: "lever", board: "acme", region: "global" }],
])("%s is a board, by its name or its address", async (text, settings) => {
  expect(boardOf(text)).toEqual(settings);
  // In a folder, too.
  const board = text.replace(/^[a-z]+:(?!\/)/, "");
  await write("acme", { ...right, board: { system: settings.system, board } });
  const { companies } = await readCompanies(folder);
  expect(companies[0]?.board).toMatchObject(settings);
});

test("each system has an example of a board's address, and its API's usual one is left out", () => {
  for (const { name, page, usual } of SYSTEMS) {
    const settings = settingsAt(page);
    expect(settings).toMatchObject({ system: name, board: "acme" });
    const address = usual({ board: "acme" });
    expect(Board.parse({ ...settings, address: `${address}/` }).address).toBeUndefined();
  }
});

test.each([
  ["greenhouse", "https://proxy.acme.example/v1"],
  ["greenhouse", "https://boards-api.eu.greenhouse.io/v1"],
  ["lever", "http://localhost:8080/v0"],
  ["personio", "http://127.0.0.1:8080"],
  ["personio", "http://localhost"],
])("a board at %s may have its API at %s", (system, address) => {
  expect(Board.parse({ system, board: "acme", address })).toMatchObject({ address });
});
