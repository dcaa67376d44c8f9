import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CommanderError, type Command } from "commander";
import { vi } from "vitest";
import { run } from "~/cli/lib/command";
import { program } from "~/cli/program";
import { ROOT } from "~/scripts/local";

const BIN = join(ROOT, "cli", "bin.mjs");

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `npx puerta` without a terminal, and in this process, because starting a process takes longer than most
 * commands.
 */
export async function puerta(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const [environment, exitCode] = [process.env, process.exitCode];
  const printed = { stdout: "", stderr: "" };
  const record = (stream: keyof typeof printed, end: string) => (text: unknown) => {
    printed[stream] += String(text) + end;
    return true;
  };
  const spies = [
    vi.spyOn(console, "log").mockImplementation(record("stdout", "\n")),
    vi.spyOn(console, "error").mockImplementation(record("stderr", "\n")),
    vi.spyOn(process.stdout, "write").mockImplementation(record("stdout", "")),
    vi.spyOn(process.stderr, "write").mockImplementation(record("stderr", "")),
  ];
  process.env = { ...environment, ...env };
  process.exitCode = 0;
  try {
    await run(program, [...args]);
    return { code: process.exitCode, ...printed };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, ...printed };
    throw error;
  } finally {
    process.env = environment;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Makes invalid arguments throw instead of ending the process. */
function throwErrors(command: Command) {
  command.exitOverride();
  for (const verb of command.commands) throwErrors(verb);
}
throwErrors(program);

/** Runs `npx puerta` in a pseudo-terminal that util-linux's `script` creates. */
export function puertaAtTerminal(...args: string[]) {
  const quoted = [process.execPath, BIN, ...args].map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`);
  const child = spawn("script", ["-qec", `stty cols 200; exec ${quoted.join(" ")}`, "/dev/null"]);
  const ended = once(child, "exit").then(([code]: unknown[]) => code);
  let printed = "";
  child.stdout.on("data", (data: Buffer) => {
    printed += stripVTControlCharacters(data.toString());
  });
  return {
    ended,
    printed: () => printed,
    /** Waits for a question, then types the answer. */
    async answer(question: string, text: string) {
      await vi.waitFor(
        () => {
          if (!printed.includes(question)) throw new Error(`No "${question}" in "${printed}".`);
        },
        { timeout: 130_000 },
      );
      child.stdin.write(text);
    },
    stop: () => child.kill(),
  };
}
