import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, transform } from "esbuild";
import { minify } from "terser";
import { buildNumbering, writePieces } from "./numbering.mjs";
import { ownNames, withoutUnusedMethods } from "./own-names.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STYLES = "app/ui/styles";

/**
 * The sheets of each kind of page, in the order of their rules: what a company may set, the basics, the
 * parts. A later rule overrides an earlier one, and the company's own CSS overrides all of them.
 */
const SHEETS = {
  everywhere: ["tokens", "base", "shell", "screen", "policy-dialog", "company", "print"],
  careerSite: ["career-site"],
  position: ["position", "receipt", "field", "phone", "cv", "form"],
};

/**
 * Packs the sheets into texts, which `root.tsx` writes into the pages that use them. Remix's classic
 * compiler would give each sheet an address, and the page would wait for one more request.
 */
export async function buildStyles() {
  const texts = await Promise.all(
    Object.entries(SHEETS).map(async ([name, sheets]) => {
      const { outputFiles } = await build({
        stdin: {
          contents: sheets.map((sheet) => `@import "./${sheet}.css";`).join("\n"),
          loader: "css",
          resolveDir: path.join(ROOT, STYLES),
        },
        bundle: true,
        minify: true,
        write: false,
        target: ["chrome100", "firefox100", "safari15"],
      });
      return [name, outputFiles[0]?.text.trim() ?? ""];
    }),
  );
  const generated = path.join(ROOT, STYLES, "styles.generated.json");
  const content = `${JSON.stringify(Object.fromEntries(texts))}\n`;
  // Not written without need, because another process may be reading it.
  const before = await readFile(generated, "utf8").catch(() => undefined);
  if (content !== before) await writeFile(generated, content);
}

/** Writes what the site's code imports and is made of something else: the style sheets, and calling codes. */
export async function generate() {
  await buildStyles();
  await buildNumbering();
}

/** Builds the site: `build/` for the Worker, `public/build/` for browsers. */
export async function buildSite() {
  await generate();
  await rm(path.join(ROOT, "public/build"), { recursive: true, force: true });
  const require = createRequire(import.meta.url);
  const remix = require.resolve("@remix-run/dev/dist/cli.js");
  const { status } = spawnSync(process.execPath, [remix, "build"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error("The site could not be built");
  await keepOnlyWhatBrowsersLoad();
  await writePieces();
  await buildEmbed();
}

/**
 * Builds `public/embed.js`, which other sites load from an address that never changes. It is one file, and
 * a plain script: a module would need CORS to be loaded.
 */
async function buildEmbed() {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["app/career-site/embed.ts"],
    bundle: true,
    write: false,
    format: "iife",
    target: SYNTAX,
  });
  const { code } = await minify(outputFiles[0]?.text ?? "", {
    ecma: 2020,
    compress: { passes: 3 },
  });
  if (!code) throw new Error("embed.js could not be minified");
  await writeFile(path.join(ROOT, "public/embed.js"), code);
}

/**
 * The compiler also builds browser modules of the routes, for a router that we do not ship. They are
 * removed. The modules that are left must have nothing of the server and no translations, which the
 * compiler would let through.
 */
async function keepOnlyWhatBrowsersLoad() {
  const metafile = await readFile(path.join(ROOT, "build/metafile.js.json"), "utf8");
  const { outputs, ...rest } = /** @type {import("esbuild").Metafile} */ (JSON.parse(metafile));
  const entry = Object.keys(outputs).find((file) =>
    path.basename(file).startsWith("entry.client-"),
  );
  if (entry === undefined) throw new Error("No entry for browsers was built");
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const imported of outputs[file]?.imports ?? []) loaded.add(imported.path);
  }
  for (const file of loaded) if (file.endsWith(".js")) await dropEmptyImports(file, outputs);
  await writeFile(path.join(ROOT, "build/metafile.js.json"), JSON.stringify({ ...rest, outputs }));
  const ofTheForm = await writeModulesOfTheForm(entry, outputs);
  for (const file of Object.keys(outputs)) {
    if (!loaded.has(file)) await rm(path.join(ROOT, file), { force: true });
  }
  for (const file of loaded) {
    if (!file.endsWith(".js")) continue;
    await makeSmaller(file, ofTheForm.has(file) && (outputs[file]?.bytes ?? 0) > LARGE);
  }
  await makePhoneSmaller(
    [...loaded].filter((file) => file.endsWith(".js")),
    outputs,
  );
  const translations = await filesOfTranslations();
  const foreign = [...loaded].flatMap((file) =>
    Object.keys(outputs[file]?.inputs ?? {}).filter(
      (input) => /\.server\.tsx?$/.test(input) || translations.has(input),
    ),
  );
  if (foreign.length > 0) {
    throw new Error(`These modules must not reach a browser: ${foreign.join(", ")}`);
  }
}

/**
 * The files of the texts in each language: everything that `messages.ts` imports but for types. The
 * server hands a page the few texts that it needs.
 *
 * @returns {Promise<Set<string>>} paths as in the compiler's metafile
 */
async function filesOfTranslations() {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["app/i18n/messages.ts"],
    bundle: true,
    metafile: true,
    write: false,
  });
  return new Set(Object.keys(metafile.inputs));
}

/**
 * Takes out of a module the imports of which it uses nothing. The compiler writes them for their side
 * effects; ours have none (`sideEffects` in package.json), and each may cost a request.
 *
 * @param {string} file @param {import("esbuild").Metafile["outputs"]} outputs are told of it
 */
async function dropEmptyImports(file, outputs) {
  const output = outputs[file];
  if (!output) return;
  const code = await readFile(path.join(ROOT, file), "utf8");
  const dropped = new Set();
  const left = code.replace(/\bimport\s*"(\/build\/[^"]+)";?/g, (_, address) => {
    dropped.add(`public${address}`);
    return "";
  });
  if (dropped.size === 0) return;
  await writeFile(path.join(ROOT, file), left);
  output.imports = output.imports.filter(
    (one) => one.kind !== "import-statement" || !dropped.has(one.path),
  );
}

/** Modules of more bytes than this are compiled at once: React. For smaller ones it saves nothing. */
const LARGE = 100_000;

/** The version of JavaScript that every script of a browser is written in (docs/browsers.md). */
const SYNTAX = "es2020";

/**
 * Minifies a module with terser, which saves two per cent more than the compiler's esbuild: a kilobyte of
 * the form's budget.
 *
 * @param {string} file
 * @param {boolean} runsAtOnce whether browsers compile all of the module while it loads, off the main
 * thread, and not function by function when it runs. A comment tells them
 * (https://v8.dev/blog/explicit-compile-hints); for browsers that do not know it, brackets around the
 * functions that wrap whole libraries
 */
async function makeSmaller(file, runsAtOnce) {
  const built = await readFile(path.join(ROOT, file), "utf8");
  // The compiler writes whatever it was given; terser takes newer syntax, and makes none older.
  const older = await transform(built, { target: SYNTAX, format: "esm" });
  const { code } = await minify(older.code, {
    module: true,
    ecma: 2020,
    // Functions that stand together compress better in our own modules, and worse in React's.
    compress: {
      passes: 3,
      hoist_funs: !runsAtOnce,
      pure_getters: true,
      unsafe_arrows: true,
      // No script of ours compares objects, or changes what the language itself has.
      unsafe: true,
      unsafe_comps: true,
      // Nothing in React is made by a method of an object.
      unsafe_methods: runsAtOnce,
      unsafe_proto: runsAtOnce,
    },
    format: runsAtOnce ? { preamble: "//# allFunctionsCalledOnLoad", wrap_func_args: true } : {},
  });
  if (!code) throw new Error(`${file} could not be minified`);
  await writeFile(path.join(ROOT, file), code);
}

/**
 * Makes the phone field's module smaller, most of which is libphonenumber's: methods that nothing calls are
 * left out, and properties that only this module has get short names.
 *
 * @param {string[]} modules all that browsers load @param {import("esbuild").Metafile["outputs"]} outputs
 */
async function makePhoneSmaller(modules, outputs) {
  const phone = modules.find(
    (file) => outputs[file]?.entryPoint === "app/application/phone/phone-control.tsx",
  );
  if (phone === undefined) throw new Error("The form does not load the phone field");
  const others = modules.filter((file) => file !== phone);
  const texts = await Promise.all(others.map((file) => readFile(path.join(ROOT, file), "utf8")));
  const before = withoutUnusedMethods(await readFile(path.join(ROOT, phone), "utf8"));
  const names = ownNames(before, texts).map((name) => name.replaceAll("$", "\\$"));
  const { code } = await minify(before, {
    module: true,
    ecma: 2020,
    compress: { passes: 3, hoist_funs: true, pure_getters: true, unsafe_arrows: true },
    // terser itself leaves out what browsers call so.
    mangle: {
      properties: { regex: new RegExp(`^(?:${names.join("|")})$`), keep_quoted: "strict" },
    },
  });
  if (!code) throw new Error(`${phone} could not be made smaller`);
  await writeFile(path.join(ROOT, phone), code);
}

/**
 * Writes the addresses of all modules that the form imports into the waker, so that the browser fetches
 * them at once. The waker's own address still changes with them: it is a hash of what it imports.
 *
 * @param {string} entry @param {import("esbuild").Metafile["outputs"]} outputs
 * @returns the modules of the form
 */
async function writeModulesOfTheForm(entry, outputs) {
  const statics = (/** @type {string} */ file) =>
    (outputs[file]?.imports ?? []).filter(({ kind }) => kind === "import-statement");
  const form = Object.keys(outputs).find(
    (file) => outputs[file]?.entryPoint === "app/application/form/wake.tsx",
  );
  if (form === undefined) throw new Error("The waker does not load the form");
  const modules = new Set(statics(form).map(({ path: file }) => file));
  for (const file of modules) for (const { path: imported } of statics(file)) modules.add(imported);
  for (const { path: file } of statics(entry)) modules.delete(file);
  const addresses = [...modules].map((file) => file.replace(/^public/, ""));
  const before = await readFile(path.join(ROOT, entry), "utf8");
  const after = before.replace('"__MODULES_OF_THE_FORM__"', JSON.stringify(addresses).slice(1, -1));
  if (after === before) throw new Error("The waker has no place for the modules of the form");
  await writeFile(path.join(ROOT, entry), after);
  return modules;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildSite();
