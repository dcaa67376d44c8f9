// Builds the site: build/ for the Worker, public/build/ and public/embed.js for browsers.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { runCommand } from "./arguments.mjs";
import { ROOT, Stop } from "./local.mjs";
import { DIAL_CODES, dialCodeTable, writePlans } from "./numbering.mjs";

const STYLES = join(ROOT, "app/ui/styles");
export const SCRIPTS = join(ROOT, "public/build");

/** Generates what the code imports: style sheets as texts, which pages contain (decision 0003), and dial codes. */
export async function generate() {
  const sheets = (await readdir(STYLES)).filter((file) => file.endsWith(".css"));
  const { outputFiles } = await esbuild({
    entryPoints: sheets.map((file) => join(STYLES, file)),
    outdir: STYLES,
    bundle: true,
    minify: true,
    write: false,
    target: ["chrome100", "firefox100", "safari15"],
  });
  /** @type {Record<string, string>} */
  const styles = {};
  for (const { path, text } of outputFiles) {
    const name = basename(path, ".css").replace(/-./g, ([, letter = ""]) => letter.toUpperCase());
    styles[name] = text.trim();
    await writeJson(join(STYLES, `${name}.generated.json`), styles[name]);
  }
  await writeJson(join(STYLES, "styles.generated.json"), styles);
  await writeJson(DIAL_CODES, dialCodeTable());
  if (!existsSync(ADDRESS)) await writeAddress("");
}

/** Tells the server where the scripts are. @param {string} folder in `public/build` */
export const writeAddress = (folder) => writeJson(ADDRESS, { scripts: `/build/${folder}/` });
const ADDRESS = join(ROOT, "app/ui/page/scripts.generated.json");

/** Writes a file if it changes: another process may be reading it. @param {string} file @param {unknown} content */
async function writeJson(file, content) {
  const json = `${JSON.stringify(content)}\n`;
  if ((await readFile(file, "utf8").catch(() => "")) !== json) await writeFile(file, json);
}

/** Neither bundler would keep modules of the server out of a browser's scripts. @type {import("vite").Plugin} */
const refuseServerModules = {
  name: "refuse-server-modules",
  load(id) {
    const isServers = /\.server\.tsx?$|\/node_modules\/zod\/|\/i18n\/(messages|en|es-\w\w)\.ts$/;
    if (isServers.test(id)) this.error(`${id} must not reach a browser.`);
  },
};

/**
 * Bundles for browsers. Remix's compiler also does, into thirty files, each of which would cost a request.
 *
 * @param {string} mode @param {import("vite").BuildOptions} options
 */
const bundle = (mode, options) =>
  vite({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: "silent",
    mode,
    plugins: [refuseServerModules],
    // For a client Vite would add a helper that preloads style sheets, of which there are none.
    environments: { client: { consumer: "server", keepProcessEnv: false } },
    resolve: {
      noExternal: true,
      conditions: ["module", "browser", mode],
      mainFields: ["browser", "module", "main"],
    },
    build: {
      emptyOutDir: false,
      target: "es2020",
      minify: mode === "production" && "terser",
      terserOptions: { ecma: 2020, compress: { passes: 3 } },
      ...options,
    },
  });

/** The waker and what it loads. @param {string} mode @param {import("vite").BuildOptions} options */
export function bundleScripts(mode, options) {
  const names = { entryFileNames: "waker.js", chunkFileNames: "[name].js" };
  const output = { ...names, hoistTransitiveImports: false, experimentalMinChunkSize: 1000 };
  return bundle(mode, { ...options, rollupOptions: { input: "app/entry.client.ts", output } });
}

/** Keeps those of the three builds before, for open pages (decision 0040). @param {string} folder @param {string} place */
async function placeScripts(folder, place) {
  await mkdir(SCRIPTS, { recursive: true });
  if (!existsSync(place)) await rename(folder, place);
  await utimes(place, new Date(), new Date());
  const places = (await readdir(SCRIPTS)).map((name) => join(SCRIPTS, name));
  const byAge = places.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const old of byAge.slice(4)) await rm(old, { recursive: true });
}

/** Has Remix's compiler build the Worker, and puts it into place. @param {string} mode @param {string} folder */
export async function buildWorker(mode, folder) {
  const remix = join(ROOT, "node_modules/@remix-run/dev/dist/cli.js");
  const env = { ...process.env, NODE_ENV: "production", PUERTA_BUILD: folder, PUERTA_MODE: mode };
  await promisify(execFile)(process.execPath, [remix, "build"], { cwd: ROOT, env });
  await mkdir(join(ROOT, "build"), { recursive: true });
  await rename(join(folder, "index.js"), join(ROOT, "build/index.js"));
}

/** Builds the site aside, and puts it into place when it is whole. @throws {Stop} */
export async function buildSite() {
  const aside = join(ROOT, `.cache/build-${process.pid}`);
  const scripts = join(aside, "scripts");
  try {
    await generate();
    await bundleScripts("production", { outDir: scripts });
    const embed = { entry: "app/career-site/embed.ts", name: "puerta", fileName: () => "embed.js" };
    await bundle("production", { outDir: aside, lib: { ...embed, formats: ["iife"] } });
    const files = (await readdir(scripts)).sort();
    const code = await Promise.all(files.map((file) => readFile(join(scripts, file), "utf8")));
    const plans = await writePlans(join(scripts, "plans"));
    const hash = createHash("sha256").update(code.join() + plans);
    const name = hash.digest("hex").slice(0, 10);
    await writeAddress(name);
    await placeScripts(scripts, join(SCRIPTS, name));
    await rename(join(aside, "embed.js"), join(ROOT, "public/embed.js"));
    await buildWorker("production", aside);
  } catch (error) {
    throw new Stop(`${faultIn(error)}\nThe site could not be built; nothing was changed.`);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

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

const USAGE = "npm run build      builds the site: build/ for the Worker, public/ for browsers";
await runCommand(import.meta.url, { usage: USAGE, options: {} }, () => buildSite());
