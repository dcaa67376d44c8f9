// What the scripts share: where things are, the local secrets, and the project's own wrangler.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, parse, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Where local runs keep their databases and files, unless `--persist-to` says otherwise. */
export const STATE = join(ROOT, ".wrangler", "state");

/** The embedded platform's configuration. */
export const PLATFORM_CONFIG = join(ROOT, "platform", "wrangler.toml");

/** The configuration of the adapters, which stand in the embedded platform's place. */
export const ADAPTERS_CONFIG = join(ROOT, "adapters", "wrangler.toml");

/**
 * The name of the embedded platform's bucket, as in its `wrangler.toml`.
 *
 * @param {{ env?: string | undefined }} where
 */
export const cvBucket = ({ env }) => (env === undefined ? "puerta-cvs" : `puerta-cvs-${env}`);

/**
 * The arguments that tell wrangler which bucket's objects are meant: those of the platform, and the
 * jurisdiction that `platform/wrangler.toml` names. Without it wrangler looks into another bucket, and says
 * that what is not there was deleted.
 *
 * @param {{ persistTo: string; remote: boolean; env?: string | undefined }} where
 */
export async function bucketArgs(where) {
  if (!where.remote) return platformArgs(where);
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const config = /** @type {{ r2_buckets: { jurisdiction?: string }[] }} */ (
    readConfig({ config: PLATFORM_CONFIG, env: where.env ?? "" }, { hideWarnings: true })
  );
  const jurisdiction = config.r2_buckets[0]?.jurisdiction;
  return [
    ...platformArgs(where),
    ...(jurisdiction === undefined ? [] : ["--jurisdiction", jurisdiction]),
  ];
}

/** Arguments of Node that let it run and import TypeScript, from any folder. */
export const TSX = ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];

/** The project's wrangler: a script for `process.execPath`. */
export const WRANGLER = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

/** The environment of each wrangler: it prints what scripts can read, and reports nothing home. */
export const WRANGLER_ENV = {
  WRANGLER_LOG: "log",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** The lines of a compiler's error that say what is wrong, and where. @param {unknown} error */
export function faultIn(error) {
  const { message, frame = "", stderr } = /** @type {Record<string, string>} */ (error);
  const said = stripVTControlCharacters(stderr ?? `${message}\n${frame}`);
  // esbuild 0.17 dumps its goroutines when Remix ends it.
  return said
    .replace(/fatal error:[^]*/, "")
    .trim()
    .split(/\n\s*/)
    .slice(0, 5)
    .join("\n");
}

/** Ends a script with a message for the person who started it, without a stack trace. */
export class Stop extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "Stop";
  }
}

/**
 * Runs `main` if the module with this address is what was started, not imported. A `Stop` becomes
 * its message on stderr and the exit code 1.
 *
 * @param {string} moduleUrl `import.meta.url`
 * @param {() => Promise<void>} main
 */
export async function runIfMain(moduleUrl, main) {
  if (!process.argv[1] || resolve(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exitCode = 1;
  }
}

/** How often a command is tried while the running site locks the database, and the pause between. */
const BUSY_TRIES = 10;
const BUSY_PAUSE_MS = 300;

/**
 * Runs the project's own wrangler without asking anything.
 *
 * @param {string[]} args
 * @param {{ cwd?: string; env?: Record<string, string>; capture?: boolean }} [options]
 *   `capture` (the default): nothing is shown, and what it printed on stdout is returned. Without:
 *   it has the terminal to itself, and nothing is returned.
 * @returns {Promise<string>}
 * @throws {Stop} with what wrangler said, when it fails.
 */
export async function wrangler(args, options = {}) {
  if (!existsSync(WRANGLER)) throw new Stop("wrangler is not installed. Run `npm ci` first.");
  for (let left = BUSY_TRIES; ; left -= 1) {
    try {
      return await runWrangler(args, options);
    } catch (error) {
      // The database was locked, so nothing has been done yet.
      const isBusy = error instanceof Stop && error.message.includes("SQLITE_BUSY");
      if (!isBusy || left <= 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
    }
  }
}

/**
 * @param {string[]} args
 * @param {{ cwd?: string; env?: Record<string, string>; capture?: boolean }} options
 */
async function runWrangler(args, { cwd = ROOT, env = {}, capture = true }) {
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    cwd,
    env: { ...process.env, ...WRANGLER_ENV, ...env },
    stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  /** @type {Buffer[]} */
  const stdout = [];
  /** @type {Buffer[]} */
  const stderr = [];
  child.stdout?.on("data", (/** @type {Buffer} */ chunk) => stdout.push(chunk));
  child.stderr?.on("data", (/** @type {Buffer} */ chunk) => stderr.push(chunk));
  /** @type {number | null} */
  const code = await new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  const printed = Buffer.concat(stdout).toString();
  if (code === 0) return printed;
  const said = stripVTControlCharacters(`${Buffer.concat(stderr).toString()}\n${printed}`).trim();
  const what = args.filter((arg) => /^[a-z0-9]+$/.test(arg)).slice(0, 3);
  throw new Stop(`\`wrangler ${what.join(" ")}\` failed.\n${said.slice(-4000)}`.trim());
}

/**
 * The arguments that tell wrangler which platform is meant: the local one in a state folder, or
 * the deployed one, of an environment where one is named.
 *
 * @param {{ persistTo: string; remote: boolean; env?: string | undefined }} where
 */
export function platformArgs({ persistTo, remote, env = "" }) {
  return [
    ...["-c", PLATFORM_CONFIG, "--env", env],
    ...(remote ? ["--remote"] : ["--local", "--persist-to", persistTo]),
  ];
}

/**
 * Writes a file that only its owner can read, under a name that no other file has.
 *
 * @param {string} folder made if it does not exist @param {string} name @param {string | Buffer} content
 * @returns {Promise<string>} its path
 */
export async function writeNew(folder, name, content) {
  await mkdir(folder, { recursive: true });
  const { name: stem, ext } = parse(name);
  for (let copy = 1; ; copy++) {
    const file = join(folder, copy === 1 ? name : `${stem}-${copy}${ext}`);
    try {
      await writeFile(file, content, { flag: "wx", mode: 0o600 });
      return file;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** Where local databases are inside a state folder. @param {string} persistTo */
export const d1Folder = (persistTo) => join(persistTo, "v3", "d1");

/**
 * The files of the local databases in a state folder; none when nothing has run there yet.
 *
 * @param {string} persistTo
 */
export async function databaseFiles(persistTo) {
  const folder = d1Folder(persistTo);
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".sqlite")).sort();
}

/**
 * Makes sure that the site and the embedded platform have their local secrets: `.dev.vars` with
 * `PLATFORM_API_KEY` and `OPERATOR_SECRET`, and `platform/.dev.vars` with `API_KEY` and `ADMIN_SECRET`. A
 * value that exists stays. A missing API key is copied from the other file; other missing values are random.
 *
 * @param {string} [root] the project's folder
 * @returns {Promise<{ siteKey: string; platformKey: string; operatorSecret: string; adminSecret: string }>}
 *   the keys are the same value, unless both files had different ones; a warning says so
 */
export async function ensureLocalSecrets(root = ROOT) {
  const site = { file: join(root, ".dev.vars"), name: "PLATFORM_API_KEY" };
  const platform = { file: join(root, "platform", ".dev.vars"), name: "API_KEY" };
  const operator = { file: site.file, name: "OPERATOR_SECRET" };
  const admin = { file: platform.file, name: "ADMIN_SECRET" };
  const [siteHas = "", platformHas = ""] = await Promise.all([site, platform].map(readSecret));
  const siteKey = siteHas || platformHas || newSecret();
  const platformKey = platformHas || siteKey;
  if (!siteHas) await addSecret(site, siteKey);
  if (!platformHas) await addSecret(platform, platformKey);
  if (siteKey !== platformKey) {
    console.error(
      "PLATFORM_API_KEY in .dev.vars and API_KEY in platform/.dev.vars differ, so the embedded " +
        "platform will refuse the site (401). Delete one of the lines, unless PLATFORM_URL points " +
        "elsewhere.",
    );
  }
  return {
    siteKey,
    platformKey,
    operatorSecret: await secretAt(operator),
    adminSecret: await secretAt(admin),
  };
}

/** 32 random bytes in hexadecimal. */
const newSecret = () => randomBytes(32).toString("hex");

/** The value in a file; a random one is added if it is missing. @param {Secret} secret */
async function secretAt(secret) {
  const found = await readSecret(secret);
  if (found !== "") return found;
  const made = newSecret();
  await addSecret(secret, made);
  return made;
}

/**
 * Makes sure that the adapters know the site's key: `adapters/.dev.vars` with `API_KEY`.
 *
 * @param {string} [root] the project's folder
 * @returns the key, and the site's secrets
 */
export async function ensureAdapterSecrets(root = ROOT) {
  const secrets = await ensureLocalSecrets(root);
  const adapters = { file: join(root, "adapters", ".dev.vars"), name: "API_KEY" };
  if ((await readSecret(adapters)) !== secrets.siteKey) await addSecret(adapters, secrets.siteKey);
  return secrets;
}

/** @typedef {{ file: string; name: string }} Secret */

/** A variable of a file such as `.dev.vars`; empty if it is not there. @param {Secret} secret */
export async function readSecret({ file, name }) {
  if (!existsSync(file)) return "";
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=(.*)$`, "m");
  const value = line.exec(await readFile(file, "utf8"))?.[1]?.trim() ?? "";
  return value.replace(/^(["'`])(.*)\1$/, "$2");
}

/** @param {Secret} secret @param {string} value */
async function addSecret({ file, name }, value) {
  const before = existsSync(file) ? await readFile(file, "utf8") : "";
  // An empty `NAME=` is removed: which of two lines counts depends on their order.
  const kept = before.replace(
    new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*\\n?`, "m"),
    "",
  );
  const gap = kept === "" || kept.endsWith("\n") ? "" : "\n";
  await writeFile(file, `${kept}${gap}${name}=${value}\n`, { mode: 0o600 });
}
