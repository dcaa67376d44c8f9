// How each command reads its arguments: its usage, its options, and which platform is meant.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runIfMain, STATE, Stop } from "./local.mjs";

/** @typedef {NonNullable<import("node:util").ParseArgsConfig["options"]>} Options */

/**
 * What a command was asked: its options (`values`), its words (`positionals`), and what stands behind `--`
 * (`passed`), which is another command's.
 *
 * @template {Options} T
 * @typedef {ReturnType<typeof parseArgs<{ allowPositionals: true, options: T }>> & { passed: string[] }} Asked
 */

/** The options by which a command is told which platform is meant. */
export const WHERE_OPTIONS = /** @type {const} */ ({
  remote: { type: "boolean", default: false },
  env: { type: "string" },
  "persist-to": { type: "string" },
});

export const WHERE_USAGE = `  --remote             the deployed platform instead of the local one
  --env staging        with --remote: the one of staging
  --persist-to FOLDER  the local state folder (default: .wrangler/state)`;

/** @typedef {{ persistTo: string, remote: boolean, env?: string | undefined }} Where */

/**
 * Runs a command if the module with this address is what was started. `--help` prints its usage, and does
 * nothing else; wrong arguments print what is wrong and the usage, and end with 1.
 *
 * @template {Options} const T
 * @param {string} moduleUrl `import.meta.url`
 * @param {object} command
 * @param {string} command.usage @param {T} command.options all but `help`
 * @param {number} [command.most] how many words it takes besides the options (default: none)
 * @param {string[]} [command.bare] the options that may stand without their text, which is empty then
 * @param {boolean} [command.passesOn] whether what stands behind `--` is another command's
 * @param {(asked: Asked<T>) => Promise<void>} main
 */
export const runCommand = (
  moduleUrl,
  { usage, options, most = 0, bare = [], passesOn = false },
  main,
) =>
  runIfMain(moduleUrl, async () => {
    const args = process.argv.slice(2);
    const cut = passesOn ? args.indexOf("--") : -1;
    const own = withTexts(cut < 0 ? args : args.slice(0, cut), bare);
    if (own.includes("--help") || own.includes("-h")) {
      console.log(usage);
      return;
    }
    await main({ ...read(own, options, most, usage), passed: cut < 0 ? [] : args.slice(cut + 1) });
  });

/**
 * Gives an option that stands without its text an empty one.
 *
 * @param {string[]} args @param {string[]} bare the options that may stand so
 */
export const withTexts = (args, bare) =>
  args.map((arg, index) =>
    bare.some((name) => arg === `--${name}`) && /^(-|$)/.test(args[index + 1] ?? "")
      ? `${arg}=`
      : arg,
  );

/**
 * @template {Options} const T
 * @param {string[]} args @param {T} options @param {number} most @param {string} usage
 * @throws {Stop} that says what is wrong, and how the command is used
 */
function read(args, options, most, usage) {
  try {
    const found = parseArgs({ args, allowPositionals: true, options });
    const [extra] = found.positionals.slice(most);
    if (extra !== undefined) throw new Error(`"${extra}" is one word too many.`);
    return found;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    // What Node says behind it is about words that begin with a dash, which no command has.
    throw misused(message.replace(/(Unknown option '[^']*').*/s, "$1."), usage);
  }
}

/** What ends a command that was asked for wrongly. @param {string} fault @param {string} usage */
export const misused = (fault, usage) => new Stop(`${fault}\n\n${usage}`);

/**
 * Which platform is meant: the deployed one, or the local one in a state folder.
 *
 * @param {{ remote?: boolean | undefined, env?: string | undefined, "persist-to"?: string | undefined }} values
 * @param {string} usage
 * @returns {Where}
 */
export function whereOf({ remote = false, env, "persist-to": folder }, usage) {
  if (remote && folder !== undefined) {
    throw misused("--persist-to is for the local platform only.", usage);
  }
  if (env !== undefined && !remote) throw misused("--env is for --remote.", usage);
  if (env !== undefined && env !== "staging") {
    throw misused(`There is no platform of an environment ${env}, only of staging.`, usage);
  }
  return { persistTo: resolve(folder ?? STATE), remote, env };
}
