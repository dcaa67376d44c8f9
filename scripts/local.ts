import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Stop } from "./stop";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Default for `--persist-to`: local databases and files. */
export const STATE = join(ROOT, ".wrangler", "state");

export const PLATFORM_CONFIG = join(ROOT, "platform", "wrangler.toml");

export const ADAPTERS_CONFIG = join(ROOT, "adapters", "wrangler.toml");

/** Arguments that let Node run and import TypeScript from any folder. */
export const TSX = ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href];

export const WRANGLER = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

/** Makes wrangler print plain lines, send no telemetry, and not expose the Workers' data. */
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

/**
 * Runs the project's copy of wrangler.
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
