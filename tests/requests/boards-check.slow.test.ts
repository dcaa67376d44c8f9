import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "~/scripts/local";
import { puerta } from "../support/puerta-command";

const BUILT = join(ROOT, "adapters", "build", "index.js");

const readBuilt = () => (existsSync(BUILT) ? readFile(BUILT, "utf8") : undefined);

test("checks a board without changing the adapters that a site is serving", async () => {
  const system = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => system.listen(0, "127.0.0.1", resolve));
  const folder = await mkdtemp(join(tmpdir(), "puerta-boards-"));
  onTestFinished(async () => {
    system.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { port } = system.address() as AddressInfo;
  await mkdir(join(folder, "acme"));
  const company = {
    ...{ uuid: "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11", name: "Acme Foods" },
    ...{ language_default: "en", country: "gb" },
    board: { system: "ashby", board: "acme", address: `http://127.0.0.1:${port}` },
  };
  await writeFile(join(folder, "acme", "company.json"), JSON.stringify(company));
  await writeFile(join(folder, "acme", "privacy.md"), "# Privacy");
  const before = await readBuilt();

  const checked = await puerta(["boards", "check", "acme", "--from", folder]);

  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain("WRONG  it answers 502");
  expect(checked.stdout).toMatch(/LOGGED {2}acme: GET .* answered 404: check the board/);
  expect(checked.stdout).toMatch(/NOT KNOWN: whether the board's API is switched on at Ashby/);
  expect(await readBuilt()).toBe(before);
  expect(await readdir(folder)).toEqual(["acme"]);
});
