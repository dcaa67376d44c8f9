import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type * as Miniflare from "miniflare";
import type * as Wrangler from "wrangler";

const require = createRequire(import.meta.url);

// Each module takes a second to load, so processes without sites don't load it. `import` would take twice as long.
export const loadMiniflare = () => require("miniflare") as typeof Miniflare;
export const loadWrangler = () => require("wrangler") as typeof Wrangler;

/** The options of every local server. `log` receives the Workers' output by line. @param state the state folder */
export const serverOptions = (log: string[], state?: string) => ({
  host: "127.0.0.1",
  port: 0,
  // With `cf`, Miniflare would fetch `request.cf` from the Internet.
  cf: false as const,
  handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
    for (const input of [stdout, stderr]) {
      createInterface({ input }).on("line", (line) => log.push(line));
    }
  },
  ...(state !== undefined && { defaultPersistRoot: join(state, "v3") }),
});

/**
 * Makes `Atomics.wait` wait until the value has changed. Miniflare's synchronous calls, such as D1's `prepare`,
 * rely on this: on a busy machine, the notification of one call can end the wait of the next call, and then all later
 * calls fail.
 */
const wait = Atomics.wait.bind(Atomics);

Atomics.wait = (
  array: Int32Array | BigInt64Array,
  index: number,
  value: never,
  timeout?: number,
) => {
  for (;;) {
    const result = wait(array as Int32Array, index, value, timeout);
    if (result !== "ok" || Atomics.load(array as Int32Array, index) !== value) return result;
  }
};
