import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Default for `--persist-to`: local databases and files. */
export const STATE = join(ROOT, ".wrangler", "state");

export const PLATFORM_CONFIG = join(ROOT, "platform", "wrangler.toml");

export const ADAPTERS_CONFIG = join(ROOT, "adapters", "wrangler.toml");

/** Arguments that let Node run and import TypeScript from any folder. */
export const TSX = ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];

export const WRANGLER = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

/** Makes wrangler print plain lines, send no telemetry, and serve no data of the Workers. */
export const WRANGLER_ENV = {
  // `/cdn-cgi/explorer` would let any script on the site read and change the database and the files.
  X_LOCAL_EXPLORER: "false",
  WRANGLER_LOG: "log",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** Extracts the cause and its location from a compiler's error. */
export function errorExcerpt(error: unknown): string {
  const { message, frame = "", stderr } = error as Record<string, string>; // From esbuild or execFile.
  const output = stripVTControlCharacters(stderr ?? `${message}\n${frame}`);
  // esbuild 0.17 prints its goroutines when Remix stops it.
  return output
    .replace(/fatal error:[^]*/, "")
    .trim()
    .split(/\n\s*/)
    .slice(0, 5)
    .join("\n");
}

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

/**
 * Runs the project's own wrangler.
 *
 * @param options `capture: false` lets wrangler use the terminal, for example for prompts
 * @returns wrangler's stdout, if captured
 * @throws Stop with wrangler's output, if it fails
 */
export async function wrangler(args: string[], { capture = true } = {}): Promise<string> {
  if (!existsSync(WRANGLER)) throw new Stop("wrangler is not installed. Run `npm ci` first.");
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...WRANGLER_ENV },
    stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  const output = Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : "")),
  );
  const [code] = (await once(child, "close")) as [number | null];
  const [printed = "", errors = ""] = await output;
  if (code === 0) return printed;
  const message = stripVTControlCharacters(`${errors}\n${printed}`).trim();
  throw new Stop(
    `\`wrangler ${args.slice(0, 3).join(" ")}\` failed.\n${message.slice(-4000)}`.trim(),
  );
}

/**
 * Adds missing local secrets: `PLATFORM_API_KEY` and `OPERATOR_SECRET` in `.dev.vars`, `API_KEY` and
 * `ADMIN_SECRET` in `platform/.dev.vars`. A missing API key is copied from the other file; other missing
 * values are random. Prints a warning if the API keys differ.
 *
 * @returns all four values
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
    operatorSecret: await ensureSecret(operator),
    adminSecret: await ensureSecret(admin),
  };
}

/**
 * Makes a local run of the embedded platform keep emails instead of sending them, and link to this run. Values in
 * `platform/.dev.vars` that name other addresses stay.
 *
 * @param port 0 if it is not known yet
 */
export async function ensureLocalEmail(port: number, deskHost: string, root = ROOT): Promise<void> {
  const file = join(root, "platform", ".dev.vars");
  const wanted = {
    EMAIL_URL: "catcher:",
    ...(port !== 0 && {
      SITE_URL: `http://localhost:${port}`,
      DESK_URL: `http://${deskHost}:${port}`,
    }),
  };
  for (const [name, value] of Object.entries(wanted)) {
    const found = await readSecret({ file, name });
    const isOurs = found === "" || /^http:\/\/(desk\.)?localhost:\d+$/.test(found);
    if (isOurs && found !== value) await addSecret({ file, name }, value);
  }
}

const newSecret = () => randomBytes(32).toString("hex");

async function ensureSecret(secret: Secret): Promise<string> {
  const found = await readSecret(secret);
  if (found !== "") return found;
  const made = newSecret();
  await addSecret(secret, made);
  return made;
}

/**
 * Sets `API_KEY` in `adapters/.dev.vars` to the site's key.
 * @returns the local secrets
 */
export async function ensureAdapterSecrets(root = ROOT) {
  const secrets = await ensureLocalSecrets(root);
  const adapters = { file: join(root, "adapters", ".dev.vars"), name: "API_KEY" };
  if ((await readSecret(adapters)) !== secrets.siteKey) await addSecret(adapters, secrets.siteKey);
  return secrets;
}

interface Secret {
  file: string;
  name: string;
}

/** Reads a variable from a file such as `.dev.vars`; empty if it is missing. */
export async function readSecret({ file, name }: Secret): Promise<string> {
  if (!existsSync(file)) return "";
  const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=(.*)$`, "m");
  const value = line.exec(await readFile(file, "utf8"))?.[1]?.trim() ?? "";
  return value.replace(/^(["'`])(.*)\1$/, "$2");
}

async function addSecret({ file, name }: Secret, value: string): Promise<void> {
  const before = existsSync(file) ? await readFile(file, "utf8") : "";
  // Removes an earlier `NAME=` line, because only one of two lines would count.
  const kept = before.replace(
    new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*\\n?`, "m"),
    "",
  );
  const gap = kept === "" || kept.endsWith("\n") ? "" : "\n";
  await writeFile(file, `${kept}${gap}${name}=${value}\n`, { mode: 0o600 });
}
