// `npm run bench`: builds the site and runs all benchmarks, or those that are named:
// `npm run bench -- slow-phone rate`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { misused, runCommand } from "../scripts/arguments.mjs";
import { buildSite } from "../scripts/build.mjs";
import { ROOT, Stop } from "../scripts/local.mjs";

/** What runs under each name: scripts of this folder, with their arguments. */
const BENCHES = /** @type {Record<string, string[][]>} */ ({
  rate: [["rate.mjs"]],
  growth: [["growth.mjs"]],
  texts: [["texts.mjs"]],
  "slow-phone": [["slow-phone.mjs"]],
  journeys: [["journeys.mjs"]],
  application: [["application.mjs"]],
  "upload-memory": [["upload-memory.mjs"], ["upload-memory.mjs", "--pieces"]],
});

const USAGE = `npm run bench                builds the site, and measures it
npm run bench -- NAME...     only these, of ${Object.keys(BENCHES).join(", ")}
docs/benchmarks.md says what they measure.`;

/**
 * What is to run: the scripts that were named, in the order of their names; all if none was.
 *
 * @param {string[]} names
 * @returns {string[][]} each with its arguments
 * @throws {Stop} with the names that there are, if there is no such benchmark
 */
export function benches(names) {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    throw misused(`There is no benchmark "${unknown.join('", "')}".`, USAGE);
  }
  const wanted = names.length > 0 ? names : Object.keys(BENCHES);
  return wanted.flatMap((name) => BENCHES[name] ?? []);
}

/**
 * Runs a script of this folder, and passes on to it what would end this process.
 *
 * @param {string[]} command @returns {Promise<boolean>} whether it succeeded
 */
async function run([script = "", ...args]) {
  const child = spawn(process.execPath, [join(ROOT, "bench", script), ...args], {
    stdio: "inherit",
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => child.kill(signal));
  }
  /** @type {number | null} */
  const code = await new Promise((resolve) => child.once("exit", resolve));
  return code === 0;
}

const COMMAND = { usage: USAGE, options: {}, most: Infinity };

await runCommand(import.meta.url, COMMAND, async ({ positionals }) => {
  const commands = benches(positionals);
  await buildSite();
  for (const command of commands) {
    console.log(`\n${command.join(" ")}\n`);
    if (!(await run(command))) throw new Stop(`${command.join(" ")} failed.`);
  }
});
