import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const ALLOWED =
  /^(MIT|MIT-0|Unlicense|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|MIT OR Apache-2\.0|\(Apache-2\.0 AND MIT\)|\(MIT AND Zlib\))$/;

test("production dependencies have permissive licences", async () => {
  /** @type {{ packages: Record<string, { dev?: boolean; license?: string }> }} */
  const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
  const installed = Object.entries(lock.packages).filter(([name, { dev }]) => name !== "" && !dev);
  expect(installed.length).toBeGreaterThan(50);
  for (const [name, { license }] of installed) expect(license, name).toMatch(ALLOWED);
});

test("package-lock.json has an integrity hash for every package, and names no registry", async () => {
  const text = await readFile("package-lock.json", "utf8");
  expect(text).not.toContain('"resolved"');
  /** @type {{ packages: Record<string, { integrity?: string; link?: boolean }> }} */
  const { packages } = JSON.parse(text);
  for (const [name, { integrity }] of Object.entries(packages)) {
    if (name !== "") expect(integrity, name).toMatch(/^sha512-/);
  }
});
