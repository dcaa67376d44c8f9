import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureLocalEmail } from "./secrets";

let root: string;
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "puerta-email-"));
  await mkdir(join(root, "platform"));
  file = join(root, "platform", ".dev.vars");
});
afterEach(() => rm(root, { recursive: true }));

const run = async (port: number) => {
  await ensureLocalEmail(port, "desk.localhost", root);
  return (await readFile(file, "utf8")).trim().split("\n").sort();
};

test("makes local runs keep emails, and link to the last port", async () => {
  expect(await run(0)).toEqual(["EMAIL_URL=catcher:"]);
  await run(8787);
  expect(await run(8788)).toEqual([
    "DESK_URL=http://desk.localhost:8788",
    "EMAIL_URL=catcher:",
    "SITE_URL=http://localhost:8788",
  ]);
});

test("leaves other values as they are", async () => {
  const custom = [
    "DESK_URL=https://desk.example",
    "EMAIL_URL=smtp://localhost:2525",
    "SITE_URL=https://jobs.example",
  ];
  await writeFile(file, custom.join("\n"));
  expect(await run(8787)).toEqual(custom);
});
