import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** An expected error: its message is printed without a stack trace. */
export class Stop extends Error {
  override name = "Stop";
  /** What went wrong, for the caller. */
  readonly code: string = "stopped";
  /** The program's exit status. */
  readonly exitStatus: number = 1;
}

/**
 * Runs `main` if the module was started, not imported. After an error, prints the error and exits with its status.
 *
 * @param moduleUrl `import.meta.url`
 */
export async function runIfMain(moduleUrl: string, main: () => Promise<void>): Promise<void> {
  if (!process.argv[1] || resolve(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  try {
    await main();
  } catch (error) {
    const isExpected = error instanceof Stop;
    console.error(isExpected ? error.message : error);
    process.exitCode = isExpected ? error.exitStatus : 1;
  }
}
