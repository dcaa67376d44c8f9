import { expect, test } from "vitest";
import { Board, CompanyFile } from "./company-format";
import { parseBoardAddress, SYSTEMS } from "./system-settings";

const valid = {
  uuid: "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11",
  code: "acme-foods",
  name: "Acme Foods",
  language_default: "en",
  country: "gb",
  board: { system: "greenhouse", board: "acme", key: "GREENHOUSE_KEY", apply: "on" },
};

test("ignores nulls and blank texts, but keeps an empty `required_questions`", () => {
  const board = { system: "lever", board: "acme", key: "LEVER_KEY", apply: "on" };
  const file = {
    ...valid,
    logo: null,
    next_steps: "",
    board: { ...board, required_questions: [] },
  };
  expect(CompanyFile.parse(file).board).toMatchObject({ required_questions: [], repeat: "send" });
});

const { board } = valid;
const ashby = { system: "ashby", board: "Acme Foods" };
const personio = { system: "personio", board: "acme" };
const lever = { system: "lever", board: "acme" };
const asks = (attribute: object) => ({ ...personio, asks: { attributes: [attribute] } });
test.each([
  [{ code: "acme_foods" }, /code: .*no _, which ends the code in ids/],
  [{ code: "a".repeat(28) }, /code: has more than 27 .*choose a shorter/],
  [{ uuid: "1" }, /uuid: must be a uuid: `node -p/],
  [{ board: undefined }, /board: is missing: write \{"system"/],
  [{ board: { system: "x" } }, /board\.system: .*write "greenhouse"/],
  [{ board: { ...board, board: "https://a" } }, /board\.board: .*follows boards/],
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
    /write "https:\/\/api\.eu\.lever\.co\/v0".* Otherwise leave "region" out/,
  ],
  [
    { board: { ...personio, address: "https://api.personio.de/v1" } },
    /address: is not this board's API: leave it out, or write "https:\/\/api\.personio\.de"/,
  ],
  [
    { board: { ...personio, address: "https://proxy.acme.example" } },
    /address: must be left out: Personio's API is only at https:\/\/api\.personio\.de/,
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
  [{ board: { ...board, key: "0d031d82" } }, /board\.key: .*not the secret: set that with/],
  [{ board: { ...board, key: "API_KEY" } }, /board\.key: .*another name/],
  [{ board: { ...board, address: "http://a.example" } }, /board\.address: must be an https/],
  [{ board: { ...board, aply: "on" } }, /board: .*aply/],
  [{ language_default: "eo" }, /language_default: must be "es-es" or/],
  [{ country: "UK" }, /country: uk is not a country code: use gb for the United Kingdom/],
  [{ sections: [{ title: "Us" }] }, /sections\.0: has neither text nor pictures/],
  [{ social_links: { linkedin: "acme" } }, /social_links\.linkedin: must be an http/],
  [{ is_cv_required: "perhaps" }, /is_cv_required: /],
  [{ privacy_policy: "x" }, /privacy_policy/],
  [{ board: { ...personio, apply: "on" } }, /board\.key: .*client_id:client_secret/],
  [{ board: asks({ id: "birthday" }) }, /asks\.attributes\.0\.id: must be location, .*API name/],
  [{ board: { ...lever, apply: "on", key: "LEVER_KEY" } }, /required_questions: is missing/],
  [{ board: { ...lever, required_questions: ["5ac2"] } }, /required_questions.*postings?'s? id/],
  [{ board: { ...lever, address: "https://a:b@x.example/v0" } }, /address: .*@/],
  [{ board: { ...ashby, apply: "on" } }, /board\.key: is missing, .*such as ASHBY_KEY/],
])("reports the error in %j with its path", (change, expected) => {
  const { error } = CompanyFile.safeParse({ ...valid, ...change });
  const errors = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(errors?.join("\n")).toMatch(expected);
});

test("parses each system's example board address, and drops the default API address", () => {
  for (const { name, page, defaultAddress } of SYSTEMS) {
    const settings = parseBoardAddress(page);
    expect(settings).toMatchObject({ system: name, board: "acme" });
    const address = defaultAddress({ board: "acme" });
    expect(Board.parse({ ...settings, address: `${address}/` }).address).toBeUndefined();
  }
});

test.each([
  ["greenhouse", "https://proxy.acme.example/v1"],
  ["greenhouse", "https://boards-api.eu.greenhouse.io/v1"],
  ["lever", "http://localhost:8080/v0"],
  ["personio", "http://127.0.0.1:8080"],
  ["personio", "http://localhost"],
])("for %s, accepts the API address %s", (system, address) => {
  expect(Board.parse({ system, board: "acme", address })).toMatchObject({ address });
});
