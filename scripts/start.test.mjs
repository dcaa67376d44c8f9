import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformElsewhere, welcome } from "./start.mjs";

/** @type {string} */
let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-start-"));
  for (const [project, local] of Object.entries({
    plain: "",
    local: 'PLATFORM_URL="http://b/"\n',
  })) {
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

test("a start names the companies that there are, and no others", () => {
  const company = {
    ...{ uuid: "1", code: "acme", name: "Acme", language_default: "en", country: "gb" },
    ...{ open: 1, closed: 0, careerSitePath: "/acme/1", positionPath: "/acme/a/2" },
  };
  const text = welcome("http://localhost:1", [company]);
  expect(text).toContain("Acme (en)\n    career site  http://localhost:1/acme/1\n");
  expect(text).toContain("a position   http://localhost:1/acme/a/2\n");
  expect(text).not.toContain("no company");
  expect(welcome("http://localhost:1", [])).toContain("The platform has no company yet.");
});
