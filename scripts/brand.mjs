// `npm run brand`: shows a company, or CSS on the example companies, and each change as it is saved.
import { existsSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "./arguments.mjs";
import { OPTIONS, USAGE, whatIsShown } from "./brand/arguments.mjs";
import { cssWarnings } from "../cli/company/brand-check.mjs";
import { contrastWarnings } from "../cli/company/brand-contrast.mjs";
import { ensurePicture, readCss } from "./brand/files.mjs";
import { liveScript, newCss, RELOAD, watchSaves } from "./brand/live.mjs";
import { placePictures } from "./brand/pictures.mjs";
import { startBrandPlatform } from "./brand/platform.mjs";
import { buildSite } from "./build.mjs";
import { startLivePages } from "./live-pages.mjs";
import { ROOT, Stop } from "./local.mjs";
import { companyFacts, execute, put, seededCompanies } from "./seed.mjs";
import { isNoise, NO_EXAMPLES, run } from "./start.mjs";

/**
 * The addresses of the pages to look at, in words.
 *
 * @param {string} name of the CSS file @param {string} url
 * @param {ReturnType<typeof companyFacts>[]} shown
 */
function welcome(name, url, shown) {
  const companies = shown.flatMap((company) => {
    const { careerSitePath, positionPath } = company;
    const addresses = {
      "career site": careerSitePath,
      "no results": `${careerSitePath}?q=zzz`,
      "a position": positionPath,
      privacy: `${careerSitePath}/privacy`,
    };
    return [
      `  ${company.name} (${company.language_default}${company.hasLogo ? "" : ", without a logo"})`,
      ...Object.entries(addresses).flatMap(([what, path]) =>
        path === undefined ? [] : [`    ${what.padEnd(11)}  ${url}${path}`],
      ),
    ];
  });
  return [
    "",
    `${name} is on these pages, and open ones follow it as you save it:`,
    "",
    ...companies,
    "",
    "Send a form, empty or filled in, to see its answers: it does not leave this machine.",
    "Stop:  Ctrl+C",
    "",
  ].join("\n");
}

/**
 * The whole address of a file of the site.
 *
 * @param {unknown} path @param {string} site
 */
const onSite = (path, site) =>
  typeof path === "string" && path.startsWith("/") ? site + path : path;

/**
 * Runs the site with a brand until it is told to stop, and removes all files that it made.
 *
 * @param {Awaited<ReturnType<typeof whatIsShown>>} asked
 */
async function showBrand({ company, file, pictures, vars, isBuilt }) {
  if (!isBuilt) {
    console.log("Building the site …");
    await buildSite();
  } else if (!existsSync(join(ROOT, "build", "index.js"))) {
    throw new Stop("The site was not built yet: leave out --built.");
  }
  const state = await mkdtemp(join(tmpdir(), "puerta-brand-"));
  // On every way out, an error included.
  process.once("exit", () => rmSync(state, { recursive: true, force: true, maxRetries: 5 }));

  const hosts = (vars.CSP_HOSTS ?? "").split(/[\s,]+/).filter((host) => host !== "");
  const warnings = () =>
    [...cssWarnings(css, hosts), ...contrastWarnings(css)].map(
      ({ line, text }) => `${file.name}:${line}: ${text}`,
    );
  let css = await readCss(file);
  const pages = await startLivePages(0, () => newCss(css));
  /** The site's address, once it runs. */
  let site = "";
  const saves = watchSaves();
  saves.on(file, async () => {
    css = await readCss(file);
    pages.announce(newCss(css));
    console.log([`${new Date().toLocaleTimeString()}  ${file.name}`, ...warnings()].join("\n"));
  });
  const files = join(state, "public");
  const placed = await placePictures(files, pictures);
  for (const { file: picture, copy } of placed) {
    saves.on(picture, async () => {
      await ensurePicture(picture);
      await copy();
      console.log(`${new Date().toLocaleTimeString()}  ${picture.name}`);
    });
  }
  /** @param {Record<string, unknown>} profile */
  const branded = (profile) => {
    const pictures = {
      ...profile,
      ...Object.fromEntries(placed.map((one) => [one.field, one.address])),
    };
    return {
      ...pictures,
      // Paths are the platform's (docs/contract.md), but these files are the site's.
      ...Object.fromEntries(
        ["logo", "main_image", "favicon"].map((field) => [field, onSite(pictures[field], site)]),
      ),
      // As if its blanks were filled in: the form is looked at, too.
      privacy_policy: String(profile.privacy_policy).replaceAll("{{", ""),
      apply_page_css: css,
      apply_page_js: liveScript(pages.port) + String(profile.apply_page_js),
    };
  };

  /** @type {Awaited<ReturnType<typeof startBrandPlatform>> | undefined} */
  let platform;
  try {
    await run({
      args: ["--assets", files, ...(company ? [NO_EXAMPLES] : [])],
      persistTo: state,
      embedded: false,
      build: null,
      onSeeded: async () => {
        if (company) await execute({ persistTo: state, remote: false }, put(company));
        platform = await startBrandPlatform(state, branded);
        return {
          ...vars,
          PLATFORM_URL: platform.url,
          PAGE_CACHE: "off",
          CSP_HOSTS: [...hosts, `http://127.0.0.1:${pages.port}`].join(" "),
        };
      },
      onReload: () => pages.announce(RELOAD),
      isShown: (line) => !isNoise(line) && !line.includes('"event":"request"'),
      text: async (url) => {
        site = url;
        const shown = company ? [companyFacts(company)] : await seededCompanies();
        return [welcome(file.name, url, shown), ...warnings()].join("\n");
      },
    });
  } finally {
    await saves.close();
    pages.close();
    await platform?.stop();
  }
}

const COMMAND = { usage: USAGE, options: OPTIONS, most: 1 };

await runCommand(import.meta.url, COMMAND, async (asked) => showBrand(await whatIsShown(asked)));
