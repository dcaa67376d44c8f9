import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureStateFolder, runningSite, updateState } from "./state";

let folder: string;
const site = createServer((_, response) => response.end("alive"));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-state-"));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
});
afterEach(async () => {
  site.close();
  await rm(folder, { recursive: true, force: true });
});

test("finds the running site of a state folder, but not through a copy of the folder", async () => {
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`; // listens on a port
  const original = join(folder, "original");
  await updateState(original, {});
  expect(await runningSite(original)).toBeUndefined();
  await updateState(original, { running: { url, pid: process.pid, folder: original } });
  expect(await runningSite(original)).toBe(url);
  await cp(original, join(folder, "copy"), { recursive: true });
  expect(await runningSite(join(folder, "copy"))).toBeUndefined();
});

test("reports in one line that a state folder is a file", async () => {
  await ensureStateFolder(join(folder, "new", "state"));
  const file = join(folder, "file");
  await writeFile(file, "");
  await expect(ensureStateFolder(file)).rejects.toThrow(
    `${file} is not a folder to write to. Choose another: --persist-to FOLDER`,
  );
});
