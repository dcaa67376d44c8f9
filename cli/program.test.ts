import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommanderError, type Command } from "commander";
import { expect, test } from "vitest";
import { program } from "./program";

function verbs(noun: Command, words: string[] = []): [string, Command][] {
  const { commands } = noun;
  if (commands.length === 0) return [[words.join(" "), noun]];
  return commands.flatMap((verb) => verbs(verb, [...words, verb.name()]));
}

function parse(verb: Command, args: string[]) {
  let out = "";
  let err = "";
  verb.exitOverride().configureOutput({
    writeOut: (text) => (out += text),
    writeErr: (text) => (err += text),
  });
  try {
    verb.parse(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, out, err };
    throw error;
  }
  throw new Error(`${verb.name()} ran`);
}

test.each(verbs(program))(
  "puerta %s prints help, and one line for an unknown option",
  (_, verb) => {
    const help = parse(verb, ["--help"]);
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain(verb.description().slice(0, 20));
    const { code, out, err } = parse(verb, ["--nonsense"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^(Unknown option '--nonsense'|Required option '.+' not specified).*\n$/);
  },
);

test("exits with 1 for a misspelt command, and suggests the right one", () => {
  const run = () =>
    execFileSync(process.execPath, ["cli/bin.mjs", "compny"], { encoding: "utf8", stdio: "pipe" });
  expect(run).toThrow(
    expect.objectContaining({
      status: 1,
      stderr: "Unknown command 'compny'. (Did you mean company?)\n",
    }),
  );
});

test("names missing development packages in one line", () => {
  const folder = mkdtempSync(join(tmpdir(), "puerta-omit-dev-"));
  try {
    copyFileSync("cli/bin.mjs", join(folder, "bin.mjs"));
    const run = () =>
      execFileSync(process.execPath, [join(folder, "bin.mjs")], {
        encoding: "utf8",
        stdio: "pipe",
      });
    const stderr = "puerta also needs the development packages. Run: npm ci --include=dev\n";
    expect(run).toThrow(expect.objectContaining({ status: 1, stderr }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
