import { execFile } from "node:child_process";
import { ROOT } from "../../scripts/local";

/** Runs `puerta`, never in a terminal. */
export async function puerta(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ["cli/bin.mjs", ...args],
      { cwd: ROOT, env: { ...process.env, ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
