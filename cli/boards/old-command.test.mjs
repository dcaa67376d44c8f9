import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { build, check } from "./old-command.mjs";
import { makeCompany } from "./companies.mjs";

/** @type {string} */
let root;
/** @type {string} */
let folder;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "puerta-adapters-"));
  folder = join(root, "companies");
  await makeCompany(folder, "lever:acme");
  await mkdir(join(folder, "wrong"));
  await writeFile(join(folder, "wrong", "company.json"), "{");
});
afterAll(() => rm(root, { recursive: true, force: true }));

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

const FAULT = expect.stringMatching(/^These companies cannot be served:\n.*wrong\/company\.json: /);

test("beside a wrong folder the others are built, and the Worker has its fault", async () => {
  const file = join(root, "build", "index.js");
  await build(folder, file);
  const worker = await readFile(file, "utf8");
  expect(worker).toMatch(/code: "acme"/);
  expect(worker).toMatch(/code: "wrong", .*fault: ".*wrong\/company\.json: is not JSON/s);
  expect(console.log).toHaveBeenCalledWith("Built with acme.");
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(FAULT);
});

test("beside a wrong folder another company is checked", async () => {
  const read = vi.fn().mockResolvedValue({ text: "2 jobs", isRight: true });
  await check(folder, "acme", 7, read);
  const company = expect.objectContaining({ code: "acme" });
  expect(read).toHaveBeenCalledExactlyOnceWith(company, { most: 7 });
  expect(console.log).toHaveBeenCalledWith("2 jobs");
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(FAULT);
});

test.each([
  ["wrong", /wrong\/company\.json: is not JSON/],
  ["nobody", /There is no company nobody in .*\. There is: acme\./],
])("%s is not checked", async (which, said) => {
  const read = vi.fn();
  await expect(check(folder, which, 7, read)).rejects.toThrow(said);
  expect(read).not.toHaveBeenCalled();
});
