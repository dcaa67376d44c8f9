import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** An expected error: its message is printed without a stack trace. */
export class Stop extends Error {
  override name = "Stop";
}

/**
 * Runs `main` if the module was started, not imported. After an error, prints the error and exits with code 1.
 *
 * @param moduleUrl `import.meta.url`
 */
export async function runIfMain(moduleUrl: string, main: () => Promise<void>): Promise<void> {
  if (!process.argv[1] || resolve(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exitCode = 1;
  }
}
