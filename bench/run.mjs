// `npm run bench -- slow-phone rate`: builds the site and runs the specified benchmarks, or all.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Argument } from "commander";
import { command, run as runProgram } from "../cli/lib/command";
import { buildSite } from "../scripts/build";
import { ROOT, TSX } from "../scripts/local";
import { Stop } from "../scripts/stop";

/** Each benchmark's scripts and their arguments. */
const BENCHES = /** @type {Record<string, string[][]>} */ ({
  rate: [["rate.mjs"]],
  "slow-phone": [["slow-phone.mjs"]],
  journeys: [["journeys.mjs"]],
  application: [["application.mjs"]],
  "upload-memory": [["upload-memory.mjs"], ["upload-memory.mjs", "--pieces"]],
  world: [["world.mjs"]],
});

/**
 * Runs a script in this folder and forwards signals to it.
 *
 * @param {string[]} command @returns {Promise<boolean>} whether it succeeded
 */
async function run([script = "", ...args]) {
  const child = spawn(process.execPath, [...TSX, join(ROOT, "bench", script), ...args], {
    stdio: "inherit",
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => child.kill(signal));
  }
  /** @type {number | null} */
  const code = await new Promise((resolve) => child.once("exit", resolve));
  return code === 0;
}

await runProgram(
  command("npm run bench --", "Build the site and measure it (docs/benchmarks.md)")
    .addArgument(new Argument("[name...]", "benchmarks").choices(Object.keys(BENCHES)))
    .action(async (/** @type {string[]} */ names) => {
      const selected = names.length > 0 ? names : Object.keys(BENCHES);
      // The model runs none of the site's code.
      if (selected.some((name) => name !== "world")) await buildSite();
      for (const script of selected.flatMap((name) => BENCHES[name] ?? [])) {
        console.log(`\n${script.join(" ")}\n`);
        if (!(await run(script))) throw new Stop(`${script.join(" ")} failed.`);
      }
    }),
);
