// Builds the site: build/ for the Worker, public/build/ and public/embed.js for browsers.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { build as esbuild } from "esbuild";
import { build as vite, type BuildOptions, type ESBuildOptions, type Plugin } from "vite";
import { errorExcerpt, ROOT } from "./local";
import { runIfMain, Stop } from "./stop";
import { DIAL_CODES, dialCodeTable, writePlans } from "./numbering";

const STYLES = join(ROOT, "app/ui/styles");
export const SCRIPTS = join(ROOT, "public/build");
export const WORKER = join(ROOT, "build/index.js");
const run = promisify(execFile);
const DAY_MS = 24 * 60 * 60_000;

/** Generates modules that the code imports: style sheets as strings (decision 0003), and dial codes. */
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
  const styles: Record<string, string> = {};
  for (const { path, text } of outputFiles) {
    const name = basename(path, ".css").replace(/-./g, ([, letter = ""]) => letter.toUpperCase());
    styles[name] = text.trim();
    await writeJson(join(STYLES, `${name}.generated.json`), styles[name]);
  }
  await writeJson(join(STYLES, "styles.generated.json"), styles);
  await writeJson(DIAL_CODES, dialCodeTable());
  if (!existsSync(ADDRESS)) await writeAddress("");
}

/** Sets the folder of `public/build` that pages link to. */
export const writeAddress = (folder: string) =>
  writeJson(ADDRESS, { scripts: `/build/${folder}/` });
export const ADDRESS = join(ROOT, "app/ui/page/scripts.generated.json");

/** Writes a file atomically, and only if its content changes, because another process might be reading it. */
async function writeJson(file: string, content: unknown) {
  const json = `${JSON.stringify(content)}\n`;
  if ((await readFile(file, "utf8").catch(() => "")) === json) return;
  await writeFile(`${file}.new`, json);
  await rename(`${file}.new`, file);
}

const refuseServerModules: Plugin = {
  name: "refuse-server-modules",
  load(id) {
    const isServerOnly =
      /\.server\.tsx?$|\/node_modules\/(zod|parse5)\/|\/i18n\/(messages|en|es-\w\w)\.ts$/;
    if (isServerOnly.test(id)) this.error(`${id} must not reach a browser.`);
  },
};

/** `createElement` is smaller than `react/jsx-runtime`. */
const JSX: ESBuildOptions = {
  jsx: "transform",
  jsxFactory: "createElement",
  jsxFragment: "Fragment",
};
const NAMES = 'import { createElement, Fragment } from "react"';
/**
 * No code depends on the length or prototype of an anonymous function or method, or reads a property only for a getter's
 * effect. React also checks for features of other environments, such as Internet Explorer's.
 */
const COMPRESS = {
  ...{ passes: 2, inline: 1, keep_fargs: false, pure_getters: true },
  ...{ ecma: 2020 as const, arguments: true },
  ...{ unsafe_arrows: true, unsafe_methods: true, unsafe_proto: true },
  global_defs: {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: undefined,
    MSApp: undefined,
    setImmediate: undefined,
    "document.documentMode": undefined,
    "navigator.scheduling": undefined,
  },
};

// Remix's browser bundles would be more files, and each file costs a request.
const bundle = (mode: string, options: BuildOptions) =>
  vite({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: "silent",
    mode,
    plugins: [refuseServerModules],
    esbuild: { ...JSX, jsxInject: NAMES },
    // `server` omits Vite's helper that preloads style sheets. Puerta has no style sheets to preload.
    environments: { client: { consumer: "server", keepProcessEnv: false } },
    resolve: {
      alias: [{ find: /^~\//, replacement: ROOT }],
      noExternal: true,
      conditions: ["module", "browser", mode],
      mainFields: ["browser", "module", "main"],
    },
    build: {
      emptyOutDir: false,
      target: ["chrome97", "firefox104", "safari15.4"], // docs/browsers.md
      // `auto` wraps only CommonJS modules that import each other, so React is not wrapped.
      commonjsOptions: { strictRequires: "auto" },
      minify: mode === "production" && "terser",
      terserOptions: { compress: COMPRESS },
      ...options,
    },
  });

export function bundleScripts(mode: string, options: BuildOptions) {
  const names = { entryFileNames: "entry.js", chunkFileNames: "[name].js" };
  const chunks = { hoistTransitiveImports: false, experimentalMinChunkSize: 1000 };
  // The namespaces of merged chunks are plain objects. No code changes them or prints their names.
  const namespaces = {
    freeze: false,
    generatedCode: { preset: "es2015", symbols: false },
  } as const;
  const output = { ...names, ...chunks, ...namespaces };
  return bundle(mode, { ...options, rollupOptions: { input: "app/entry.client.ts", output } });
}

/** Adds a build's scripts. Keeps scripts from the last day and from three earlier builds (decision 0040). */
async function placeScripts(folder: string, place: string) {
  await mkdir(SCRIPTS, { recursive: true });
  if (!existsSync(place)) await rename(folder, place);
  await utimes(place, new Date(), new Date());
  const places = (await readdir(SCRIPTS)).map((name) => join(SCRIPTS, name));
  const dated = places.map((path) => ({ path, age: Date.now() - statSync(path).mtimeMs }));
  const old = dated.sort((a, b) => a.age - b.age).slice(4);
  for (const { path, age } of old) if (age > DAY_MS) await rm(path, { recursive: true });
}

/** Environment for Remix's compiler. @param folder output folder for the compiled Worker */
export const workerEnv = (mode: string, folder: string) => {
  const overrides = { NODE_ENV: "production", PUERTA_BUILD: folder, PUERTA_MODE: mode };
  return { ...process.env, ...overrides };
};

/** Builds into a temporary folder, then moves the output into place. @throws Stop if the build fails */
export async function buildSite() {
  const temp = join(ROOT, `.cache/build-${process.pid}`);
  const scripts = join(temp, "scripts");
  try {
    await generate();
    await bundleScripts("production", { outDir: scripts });
    const embed = { entry: "app/career-site/embed.ts", name: "puerta", fileName: () => "embed.js" };
    await bundle("production", { outDir: temp, lib: { ...embed, formats: ["iife"] } });
    const files = (await readdir(scripts)).sort();
    const code = await Promise.all(files.map((file) => readFile(join(scripts, file), "utf8")));
    const plans = await writePlans(join(scripts, "plans"));
    const hash = createHash("sha256").update([...files, ...code, plans].join("\n"));
    const name = hash.digest("hex").slice(0, 10);
    await writeAddress(name);
    const compile = [join(ROOT, "node_modules/@remix-run/dev/dist/cli.js"), "build"];
    await run(process.execPath, compile, { cwd: ROOT, env: workerEnv("production", temp) });
    // Remix writes its output folder into the Worker, but the same code must build the same Worker.
    const compiled = await readFile(join(temp, "index.js"), "utf8");
    const worker = compiled.replaceAll(temp, ".cache/build");
    if (!worker.includes(name)) throw new Error("Another build ran at the same time. Try again.");
    await placeScripts(scripts, join(SCRIPTS, name));
    await mkdir(dirname(WORKER), { recursive: true });
    await rename(join(temp, "embed.js"), join(ROOT, "public/embed.js"));
    await writeFile(join(temp, "index.js"), worker);
    await rename(join(temp, "index.js"), WORKER);
  } catch (error) {
    throw new Stop(`${errorExcerpt(error)}\nThe build failed. The previous build is unchanged.`);
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

await runIfMain(import.meta.url, buildSite);
