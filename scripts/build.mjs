import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import { minify } from "terser";
import { runCommand } from "./arguments.mjs";
import { moveIntoPlace } from "./into-place.mjs";
import { Stop } from "./local.mjs";
import { buildNumbering, writePlans } from "./numbering.mjs";
import {
  ownNames,
  withoutPropTypes,
  withoutUnreadExports,
  withoutUnusedMethods,
} from "./own-names.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STYLES = "app/ui/styles";

/**
 * The sheets of each kind of page, in the order of their rules: what a company may set, the basics, the
 * parts. A later rule overrides an earlier one, and the company's own CSS overrides all of them. What only
 * scripts show, or an answer to a form, is no part of the page: scripts bring it along (`add-styles.ts`).
 */
const SHEETS = {
  everywhere: ["tokens", "base", "shell", "company", "print"],
  screen: ["screen"],
  careerSite: ["career-site"],
  position: ["position"],
  form: ["field", "phone", "cv", "form"],
  sections: ["sections"],
  longPosition: ["long-position"],
  formStates: ["form-states", "applied"],
  applied: ["applied"],
  receipt: ["receipt"],
  phoneControl: ["phone-control", "country-list"],
  photoPages: ["photo-pages"],
  policyDialog: ["policy-dialog"],
};

/** Those that scripts bring along, each a module of its own. */
const OF_SCRIPTS = ["formStates", "applied", "phoneControl", "photoPages", "policyDialog"];

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
      return [name, withoutSpaces(outputFiles[0]?.text.trim() ?? "")];
    }),
  );
  await writeGenerated("styles", Object.fromEntries(texts));
  for (const [name = "", text] of texts) {
    if (OF_SCRIPTS.includes(name)) await writeGenerated(name, text);
  }
}

/** Our sheets without the spaces and quotes that esbuild leaves in `:is()` and custom properties. @param {string} css */
const withoutSpaces = (css) =>
  css
    .replace(/\[([\w-]+)="([a-z][\w-]*)"\]/g, "[$1=$2]")
    .replace(/(--[\w-]+): /g, "$1:")
    .replace(/([(,]) +/g, "$1")
    .replace(/ +([),])/g, "$1")
    .replace(/@property[^}]+\}/g, (rule) => rule.replace(/([:;]) /g, "$1").replace(";}", "}"));

/** @param {string} name @param {unknown} content */
async function writeGenerated(name, content) {
  const file = path.join(ROOT, STYLES, `${name}.generated.json`);
  const text = `${JSON.stringify(content)}\n`;
  // Not written without need, because another process may be reading it.
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (text !== before) await writeFile(file, text);
}

/** Writes what the site's code imports and is made of something else: the style sheets, and calling codes. */
export async function generate() {
  await buildStyles();
  await buildNumbering();
}

/**
 * Builds the site: `build/` for the Worker, `public/build/` and `public/embed.js` for browsers. It is built
 * aside and moved into place when it is whole; a build that fails leaves the one before.
 *
 * @param {keyof typeof import("./into-place.mjs").KEPT_MS} mode
 * @throws {Stop} where the code does not compile
 */
export async function buildSite(mode = "production") {
  await generate();
  const aside = await folderAside();
  try {
    await compile(mode, aside);
    await packBrowserModules(aside);
    await writePlans(path.join(aside, "public"));
    await buildEmbed(aside);
    await moveIntoPlace({ aside, into: ROOT, mode });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** A folder of this build's own, on the file system of its place. What a killed build has left goes. */
async function folderAside() {
  const cache = path.join(ROOT, ".cache");
  await mkdir(cache, { recursive: true });
  for (const name of (await readdir(cache)).filter((one) => one.startsWith("build-"))) {
    // Another build may end, and remove its folder, at this moment.
    const found = await stat(path.join(cache, name)).catch(() => undefined);
    const isLeft = found && Date.now() - found.mtimeMs > 60 * 60_000;
    if (isLeft) await rm(path.join(cache, name), { recursive: true, force: true });
  }
  return mkdtemp(path.join(cache, "build-"));
}

/** Where Remix's compiler writes: `remix.config.js` reads it. */
const REMIX_BUILD = "PUERTA_BUILD";

/**
 * Has Remix's compiler make the Worker, and the modules of which the browser's files are packed.
 *
 * @param {string} mode @param {string} aside
 */
async function compile(mode, aside) {
  const folder = path.join(aside, "remix");
  const require = createRequire(import.meta.url);
  const compiler = spawn(
    process.execPath,
    [require.resolve("@remix-run/dev/dist/cli.js"), "build"],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: mode, [REMIX_BUILD]: path.relative(ROOT, folder) },
    },
  );
  const [code] = await once(compiler, "exit");
  if (code !== 0) throw new Stop("The site could not be built; nothing was changed.");
}

/**
 * Builds `public/embed.js`, which other sites load from an address that never changes. It is one file, and
 * a plain script: a module would need CORS to be loaded.
 *
 * @param {string} aside
 */
async function buildEmbed(aside) {
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
  await writeFile(path.join(aside, "public/embed.js"), code);
}

/**
 * The compiler also builds browser modules of the routes, for a router that we do not ship, and cuts the
 * others into many small files, each of which would cost a request. What the waker loads is packed anew,
 * and replaces them. Nothing of the server, no zod and no translations may be among it, which the compiler would
 * let through.
 *
 * @param {string} aside
 */
async function packBrowserModules(aside) {
  const folder = path.join(aside, "remix");
  const { outputs: found } = /** @type {import("esbuild").Metafile} */ (
    JSON.parse(await readFile(path.join(folder, "metafile.js.json"), "utf8"))
  );
  /** @type {Outputs} */
  const outputs = Object.fromEntries(
    Object.entries(found).map(([file, output]) => [path.join(ROOT, file), output]),
  );
  const packed = await pack(path.join(folder, "public"), outputs);
  const modules = packed.map((chunk) => moduleOf(chunk, outputs));
  await refuseForeign(modules.flatMap(({ inputs }) => inputs));
  for (const { fileName, code } of packed) {
    await writeAside(path.join(aside, "public/build", fileName), code);
  }
  await packLargest(path.join(aside, "public/build"), packed);
  const server = await readFile(path.join(folder, "index.js"), "utf8");
  // Remix writes into it where it was built.
  const placed = server.replaceAll(
    path.relative(ROOT, path.join(folder, "public")),
    "public/build",
  );
  await writeAside(path.join(aside, "build/index.js"), withScripts(placed, modules));
  await writeAside(path.join(aside, "build/browser-modules.json"), JSON.stringify(modules));
}

/** @param {string} file @param {string} content */
async function writeAside(file, content) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** @typedef {import("esbuild").Metafile["outputs"]} Outputs of the compiler, by their whole paths */

const WAKER = "app/entry.client.ts";
const FORM = "app/application/form/hydrate.tsx";
const FORM_WAITER = "app/application/form/when-wanted.ts";
const PHONE = "app/application/phone/phone-control.tsx";

/** What the form's modules are written into, so that the browser fetches them at once (`preload-modules.ts`). */
const MODULES_OF_THE_FORM = '"__MODULES_OF_THE_FORM__"';

/** Scripts from so many bytes on are compressed here; for others the edge's brotli is about as good. */
const LARGE = 20_000;

/**
 * Writes the largest scripts compressed, at brotli's best, beside them (`packed-scripts.server.ts`). The
 * edge would compress each answer anew, in a hurry.
 *
 * @param {string} folder @param {import("rollup").OutputChunk[]} chunks
 */
async function packLargest(folder, chunks) {
  for (const { fileName, code } of chunks) {
    if (code.length < LARGE) continue;
    const bytes = brotliCompressSync(code, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: code.length,
      },
    });
    await writeFile(path.join(folder, `${fileName}.br`), bytes);
  }
}

/**
 * Packs what the waker loads into few files. Rollup knows what a page has loaded already when it comes to
 * ask for a part, and puts what is shared there; the compiler's esbuild makes a file of it.
 *
 * @param {string} folder of the compiler's modules @param {Outputs} outputs
 */
async function pack(folder, outputs) {
  const waker = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === WAKER);
  if (waker === undefined) throw new Error("No entry for browsers was built");
  const makers = ["build.mjs", "own-names.mjs"].map((file) => path.join(ROOT, "scripts", file));
  const texts = await Promise.all(makers.map((file) => readFile(file, "utf8")));
  const files = Object.keys(outputs).map((file) => path.relative(folder, file));
  const made = [...files, ...texts].join("\n");
  const bundle = await rollup({
    input: waker,
    preserveEntrySignatures: false,
    logLevel: "warn",
    // As `sideEffects` in package.json says.
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: "addresses-of-the-compiler",
        resolveId: (id) =>
          id.startsWith("/build/") ? path.join(folder, id.slice("/build/".length)) : null,
      },
      { name: "smaller", renderChunk: (code, { name }) => smaller(code, name === REACT) },
      // What is done to the files after Rollup has named them depends on this, and on all files.
      { name: "named-by-all", augmentChunkHash: () => made },
    ],
  });
  const { output } = await bundle.generate({
    entryFileNames: "waker-[hash].js",
    chunkFileNames: (chunk) => `${nameOf(chunk, outputs)}-[hash].js`,
    hashCharacters: "base36",
    // Nobody looks into modules while they run.
    freeze: false,
    externalLiveBindings: false,
    generatedCode: "es2015",
    // Nobody waits for one round trip more, because the waker asks for them all (`writeModulesOfTheForm`).
    hoistTransitiveImports: false,
    experimentalMinChunkSize: 750,
    manualChunks: (id) =>
      Object.keys(outputs[id]?.inputs ?? {}).some((input) => input.includes("/react-dom/cjs/"))
        ? REACT
        : undefined,
  });
  await bundle.close();
  const chunks = output.filter((part) => part.type === "chunk");
  writeModulesOfTheForm(chunks, outputs);
  await makePhoneSmaller(chunks, outputs);
  await makeReactSmaller(chunks);
  return chunks;
}

/**
 * A file's name, without its hash: that of the part of the page that begins in it.
 *
 * @param {import("rollup").PreRenderedChunk} chunk @param {Outputs} outputs
 */
function nameOf({ name, moduleIds }, outputs) {
  const entries = moduleIds.flatMap((id) => outputs[id]?.entryPoint ?? []);
  const entry = entries.find(isStart) ?? entries[0];
  if (entry === undefined) return name;
  const { name: file, dir } = path.parse(entry);
  return isStart(entry) ? path.basename(dir) : file;
}

/** Whether a module starts what its folder has. @param {string} source */
const isStart = (source) => /^(hydrate|wake)\.tsx?$/.test(path.basename(source));

/**
 * What a module of the browser is made of.
 *
 * @param {import("rollup").OutputChunk} chunk @param {Outputs} outputs
 * @returns its `file`; the sources at which parts of the page begin, if they do here (`entryPoints`); the
 * files that are loaded with it (`imports`); the sources in it (`inputs`)
 */
function moduleOf(chunk, outputs) {
  const built = chunk.moduleIds.map((id) => outputs[id]);
  return {
    file: `public/build/${chunk.fileName}`,
    entryPoints: built.flatMap((module) => module?.entryPoint ?? []),
    imports: chunk.imports.map((file) => `public/build/${file}`),
    inputs: built.flatMap((module) => Object.keys(module?.inputs ?? {})),
  };
}

/** Modules that only servers use. zod is far larger than the forms that it would check. */
const OF_SERVERS = /\.server\.tsx?$|(^|\/)node_modules\/zod\//;

/** @param {string[]} inputs paths as in the compiler's metafile */
async function refuseForeign(inputs) {
  const translations = await filesOfTranslations();
  const foreign = inputs.filter((input) => OF_SERVERS.test(input) || translations.has(input));
  if (foreign.length > 0) {
    throw new Error(`These modules must not reach a browser: ${foreign.join(", ")}`);
  }
}

/**
 * The server's code with the addresses of the scripts that pages name (`app/ui/page/scripts.ts`).
 *
 * @param {string} code @param {ReturnType<typeof moduleOf>[]} modules
 */
const withScripts = (code, modules) =>
  code.replace(/__SCRIPT:([^_]+)__/g, (_, source) => {
    const module = modules.find(({ entryPoints }) => entryPoints.includes(source));
    if (!module) throw new Error(`No script begins at ${source}`);
    return module.file.replace(/^public/, "");
  });

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
 * What no browser that runs our scripts has, so that what React does for it goes: its tools for developers
 * find none in what is built, and MSApp and setImmediate were Internet Explorer's.
 */
const ABSENT = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: undefined,
  MSApp: undefined,
  setImmediate: undefined,
};

/** The name of React's file. All of it is compiled at once; for smaller modules that saves nothing. */
const REACT = "react";

/** The version of JavaScript that every script of a browser is written in (docs/browsers.md). */
const SYNTAX = "es2020";

/**
 * Minifies a module with terser, which saves two per cent more than the compiler's esbuild: a kilobyte of
 * the form's budget.
 *
 * @param {string} built
 * @param {boolean} runsAtOnce whether browsers compile all of the module while it loads, off the main
 * thread, and not function by function when it runs. A comment tells them
 * (https://v8.dev/blog/explicit-compile-hints); for browsers that do not know it, brackets around the
 * functions that wrap whole libraries
 */
async function smaller(built, runsAtOnce) {
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
      global_defs: ABSENT,
    },
    format: runsAtOnce ? { preamble: "//# allFunctionsCalledOnLoad", wrap_func_args: true } : {},
  });
  if (!code) throw new Error("A module could not be minified");
  return { code, map: null };
}

/**
 * Makes the phone field's module smaller, most of which is libphonenumber's: methods that nothing calls are
 * left out, and properties that only this module has get short names.
 *
 * @param {import("rollup").OutputChunk[]} chunks all that browsers load
 * @param {Outputs} outputs
 */
async function makePhoneSmaller(chunks, outputs) {
  const phone = chunks.find((chunk) => moduleOf(chunk, outputs).entryPoints.includes(PHONE));
  if (!phone) throw new Error("The form does not load the phone field");
  const others = chunks.filter((chunk) => chunk !== phone).map(({ code }) => code);
  const before = withoutUnusedMethods(withoutPropTypes(phone.code));
  const names = ownNames(before, others).map((name) => name.replaceAll("$", "\\$"));
  const { code } = await minify(before, {
    module: true,
    ecma: 2020,
    compress: { passes: 3, hoist_funs: true, pure_getters: true, unsafe_arrows: true },
    // terser itself leaves out what browsers call so.
    mangle: {
      properties: { regex: new RegExp(`^(?:${names.join("|")})$`), keep_quoted: "strict" },
    },
  });
  if (!code) throw new Error("The phone field could not be made smaller");
  phone.code = code;
}

/** What React is made of in a browser. */
const REACT_PACKAGES = ["react", "react-dom", "scheduler"];

/** Read of our components and of roots, and imported from `react-dom` by nothing. */
const NOT_REACTS = ["render"];

/**
 * Makes React's module smaller: what it exports and nothing reads is left out, such as the ways to begin
 * of React 17.
 *
 * @param {import("rollup").OutputChunk[]} chunks all that browsers load
 */
async function makeReactSmaller(chunks) {
  const react = chunks.find(({ name }) => name === REACT);
  if (!react) throw new Error("The form does not load React");
  const require = createRequire(import.meta.url);
  const exported = REACT_PACKAGES.flatMap((name) => Object.keys(require(name)));
  const others = chunks.filter((chunk) => chunk !== react).map(({ code }) => code);
  react.code = (
    await smaller(withoutUnreadExports(react.code, exported, others, NOT_REACTS), true)
  ).code;
}

/**
 * Writes the addresses of the form's module and of all that it imports into what fetches it, so that the
 * browser fetches them at once.
 *
 * @param {import("rollup").OutputChunk[]} chunks @param {Outputs} outputs
 */
function writeModulesOfTheForm(chunks, outputs) {
  const [form, waiter] = [FORM, FORM_WAITER].map((source) =>
    chunks.find((chunk) => moduleOf(chunk, outputs).entryPoints.includes(source)),
  );
  if (!form || !waiter) throw new Error("No script loads the form");
  const modules = new Set([form.fileName, ...form.imports]);
  for (const file of modules) {
    const { imports = [] } = chunks.find(({ fileName }) => fileName === file) ?? {};
    for (const imported of imports) modules.add(imported);
  }
  for (const chunk of chunks) if (chunk.isEntry || chunk === waiter) modules.delete(chunk.fileName);
  const addresses = [...modules].map((file) => `/build/${file}`);
  const { code } = waiter;
  waiter.code = code.replace(MODULES_OF_THE_FORM, JSON.stringify(addresses).slice(1, -1));
  if (waiter.code === code) throw new Error("There is no place for the modules of the form");
}

const USAGE = `npm run build      builds the site: build/ for the Worker, public/build/ for browsers
  --development      with React's checks, as npm run dev builds it`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({ development: { type: "boolean", default: false } }),
};

await runCommand(import.meta.url, COMMAND, ({ values }) =>
  buildSite(values.development ? "development" : "production"),
);
