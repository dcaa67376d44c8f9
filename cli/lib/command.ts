import { isatty } from "node:tty";
import { Command, InvalidArgumentError, Option } from "commander";
import { createColors } from "picocolors";
import { Stop } from "~/scripts/stop";

// With automatic detection, picocolors would also colour pipes when `CI` is set.
const pc = createColors(isatty(2) && !process.env.NO_COLOR);

/** Creates a command. Invalid arguments print one line on stderr and exit with code 1. */
export function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    .allowExcessArguments(false)
    .showSuggestionAfterError()
    .configureHelp({ styleTitle: pc.bold, styleCommandText: pc.cyan })
    .configureOutput({ outputError: (text, write) => write(pc.red(oneLine(text))) });
}

export function group(name: string, description: string, verbs: Command[]): Command {
  const noun = command(name, description);
  for (const verb of verbs) noun.addCommand(verb);
  return noun;
}

/** Joins `error: unknown option '--jsn'\n(Did you mean --json?)` into one line. */
const oneLine = (text: string) =>
  text
    .replace(/^error: /, "")
    .replace(/\.?\n\(/, ". (")
    .replace(/^./, (first) => first.toUpperCase());

export interface TargetOptions {
  port?: number;
  remote?: boolean;
  env?: string;
  url?: string;
  persistTo?: string;
}

export const addTargetOptions = (verb: Command): Command =>
  verb
    .optionsGroup("Which site:")
    .addOption(portOption("the local site's port (default: the running site's)"))
    .option("--remote", "use the deployed site at PUERTA_URL")
    .option("--env <name>", "with --remote: a deployed environment, such as staging")
    .option("--url <address>", "use the site at this address")
    .option("--persist-to <folder>", "local state (default: .wrangler/state)")
    .optionsGroup("Options:");

export const portOption = (description: string): Option =>
  new Option("--port <number>", description).argParser(portNumber);

const addJson = (verb: Command): Command => verb.option("--json", "print JSON and nothing else");

export interface SiteOptions extends TargetOptions {
  json?: boolean;
}

export const siteVerb = (name: string, description: string): Command =>
  addJson(addTargetOptions(command(name, description)));

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("Choose a number from 1 to 65535, or 0 for any free port.");
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError("Enter a whole number above 0.");
}

/**
 * Runs the program. Expected errors print their message and set the exit status.
 *
 * @returns false after an expected error
 */
export async function run(program: Command, args = process.argv.slice(2)): Promise<boolean> {
  try {
    await program.parseAsync(args, { from: "user" });
    return true;
  } catch (error) {
    // A file system error, such as "ENOENT: no such file or directory, open 'x'".
    const isFile = error instanceof Error && "path" in error && "syscall" in error;
    if (!(error instanceof Stop) && !isFile) throw error;
    console.error(pc.red(error.message));
    process.exitCode = error instanceof Stop ? error.exitStatus : 1;
    return false;
  }
}

export function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

export const minute = (iso: string) => `${iso.slice(0, 16).replace("T", " ")} UTC`;

export const count = (number: number, noun: string) =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;
