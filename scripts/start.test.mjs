import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withTexts } from "./arguments.mjs";
import { platformElsewhere, readable } from "./start.mjs";

/** @type {string} */
let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-start-"));
  const projects = { plain: "", local: 'PLATFORM_URL="http://b/"\n' };
  for (const [project, local] of Object.entries(projects)) {
    await mkdir(join(folder, project));
    await writeFile(join(folder, project, ".dev.vars"), `PLATFORM_API_KEY=x\n${local}`);
    const vars = '[env.external]\nvars = { PLATFORM_URL = "https://c/" }\n[env.boards]\n';
    await writeFile(join(folder, project, "wrangler.toml"), `name = "x"\n${vars}`);
  }
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["plain", [], undefined],
  ["plain", ["--var", "PAGE_CACHE:off"], undefined],
  ["plain", ["--var", "PLATFORM_URL:http://a/"], "http://a/"],
  ["local", ["--var=PLATFORM_URL:http://a/"], "http://a/"],
  ["local", [], "http://b/"],
  ["plain", ["--env", "external"], "https://c/"],
  ["plain", ["--env=boards"], undefined],
])("in a %s project, %j is in front of %s", async (project, args, address) => {
  expect(await platformElsewhere(args, join(folder, project))).toBe(address);
});

test.each([
  [["--board"], ["--board="]],
  [
    ["--board", "--port", "0"],
    ["--board=", "--port", "0"],
  ],
  [
    ["--board", "acme", "--port"],
    ["--board", "acme", "--port"],
  ],
])("%j is read as %j", (args, read) => {
  expect(withTexts(args, ["board"])).toEqual(read);
});

test.each([
  [
    '{"event":"request","id":"1","method":"GET","route":"/*/*","status":200,"ms":3,"cache":"hit"}',
    "200 GET /*/*  3 ms  hit",
  ],
  [
    '{"event":"request","id":"1","method":"POST","route":"/-/csp","status":204,"ms":0}',
    "204 POST /-/csp  0 ms",
  ],
  ['{"event":"csp","directives":"img-src"}', '{"event":"csp","directives":"img-src"}'],
  ["A page could not be rendered: Error", "A page could not be rendered: Error"],
])("a terminal shows %s as %s", (line, shown) => {
  expect(readable(line)).toBe(shown);
});
