import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phraseIn } from "../../platform/src/desk/phrase";
import { deskLines, phraseOfFirstStart } from "../../cli/desk/old-command.mjs";
import { ROOT, TSX } from "../../scripts/local.mjs";
import { seed } from "../../scripts/seed.mjs";

/** `npm run desk` on a local platform's database. */
let state: string;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-desk-"));
});
afterAll(() => rm(state, { recursive: true, force: true }));

/** Runs the command, and returns what it printed, or what it said on leaving with a fault. */
async function desk(...args: string[]): Promise<string> {
  const script = join(ROOT, "scripts", "desk.mjs");
  const all = [...TSX, script, ...args, "--persist-to", state];
  try {
    return (await promisify(execFile)(process.execPath, all)).stdout;
  } catch (error) {
    return `fault: ${(error as { stderr: string }).stderr}`;
  }
}

test("who may come in is made, listed and ended by the command", async () => {
  expect(await desk("list")).toMatch(/^fault: No platform has run here yet/);
  await seed({ persistTo: state });
  expect(await desk("list")).toMatch(/^No pass phrases/);

  const made = await desk("phrase", "alfar-albufera", "--name", "Ana's");
  const phrase = phraseIn(/^ {2}(\S+)$/m.exec(made)?.[1] ?? "");
  expect(made).toContain("Pass phrase for Alfar Albufera, shown this once");
  await desk("allow", "Ana@Acme.example", "alfar-albufera");
  await desk("allow", "boss@acme.example", "--all");
  await desk("allow", "mar\u212A@acme.example", "--all");
  const listed = await desk("list");
  expect(listed).toMatch(new RegExp(`${phrase?.id} {2}Alfar Albufera, made [-\\d]+, for Ana's`));
  expect(listed).toContain("ana@acme.example  Alfar Albufera");
  expect(listed).toContain("boss@acme.example  all companies");
  expect(listed).toContain("mar\u212A@acme.example  all companies");
  expect(listed).not.toContain(phrase?.secret);

  expect(await desk("revoke", phrase?.id ?? "")).toContain("opens nothing any more");
  await desk("forbid", "ana@acme.example");
  expect(await desk("list")).not.toMatch(/Ana|ana@/);
}, 300_000);

test("the first start makes a pass phrase for all companies, and later ones do not", async () => {
  const phrase = await phraseOfFirstStart(state);
  expect(phraseIn(phrase ?? "")).toBeDefined();
  expect(await phraseOfFirstStart(state)).toBeUndefined();
  expect(await desk("list")).toContain("all companies, made");
  expect(deskLines("http://desk.localhost:1", phrase).join("\n")).toContain(phrase);
  expect(deskLines("http://desk.localhost:1", undefined).join("\n")).toContain("phrase --all");
});

test.each([
  [["phrase"], "Name one company, or say --all."],
  [["phrase", "nobody"], 'There is no company "nobody"'],
  [["revoke", "zzzzz"], "There is no pass phrase zzzzz"],
  [["allow", "ana", "alfar-albufera"], '"ana" is no e-mail address'],
  [["forbid", "nobody@acme.example"], "is not on the list"],
])("%j is answered with what to do", async (args, said) => {
  const answered = await desk(...args);
  expect(answered).toMatch(/^fault: /);
  expect(answered).toContain(said);
});
