import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { settingsSchema } from "../../app/config/settings.server";
import { ROOT, WRANGLER, WRANGLER_ENV } from "../../scripts/local.mjs";
import { commandsIn, RUNBOOK, SCRIPTS, wordsOf } from "./runbook";

// A document that names what is no more would be found out at night.

const commands = commandsIn(RUNBOOK);

const asked = new Map<string, Promise<string>>();

/** What a program says of itself; it is asked once. */
function helpOf(...args: string[]): Promise<string> {
  const key = args.join(" ");
  const env = { ...process.env, ...WRANGLER_ENV };
  const help =
    asked.get(key) ??
    promisify(execFile)(process.execPath, [...args, "--help"], { cwd: ROOT, env }).then(
      ({ stdout }) => stdout,
    );
  asked.set(key, help);
  return help;
}

/** The words that say what to do: neither what only the reader knows, nor options and their values. */
function ownWords(words: string[]): string[] {
  const options = words.findIndex((word) => word.startsWith("-"));
  const deed = options < 0 ? words : words.slice(0, options);
  return deed.filter((word) => /^[a-z]+$/.test(word));
}
const flagsOf = (words: string[]) => words.filter((word) => /^--?[a-z]/.test(word));

test("it names commands", () => {
  expect(commands.length).toBeGreaterThan(10);
});

test.concurrent.each(commands)("there is %s", async (command) => {
  const { tool, words } = wordsOf(command);
  const [name = "", ...rest] = words;
  const own = ownWords(rest);
  const flags = flagsOf(rest);
  if (tool === "npm run") {
    const script = SCRIPTS[name]?.replace(/^node /, "");
    if (script === undefined) throw new Error(`There is no npm run ${name}`);
    const help = await helpOf(script);
    expect(help).toContain(`npm run ${name}${own.length > 0 ? ` -- ${own.join(" ")}` : ""}`);
    for (const flag of flags) expect(help).toContain(flag);
  } else {
    expect(name).toBe("wrangler");
    const help = await helpOf(WRANGLER, ...own);
    expect(help).toMatch(new RegExp(`^wrangler ${own.join(" ")}\\b`, "m"));
    for (const flag of flags) expect(help).toMatch(new RegExp(`(^|[\\s,])${flag}\\b`, "m"));
  }
});

test("there are the variables and secrets that it names", () => {
  const named = new Set(RUNBOOK.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g));
  const known = [...Object.keys(settingsSchema.shape), "API_KEY", "VERSION_ID"];
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
});
