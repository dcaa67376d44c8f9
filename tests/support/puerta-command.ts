import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { vi } from "vitest";
import { ROOT } from "../../scripts/local";

const BIN = join(ROOT, "cli", "bin.mjs");

/** Runs `npx puerta` without a terminal. */
export const puerta = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [BIN, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end();
  });

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
      await vi.waitUntil(() => printed.includes(question), { timeout: 60_000 });
      child.stdin.write(text);
    },
    stop: () => child.kill(),
  };
}
