// The adapters' Worker with the companies' folders in it: for `start --board`, and for a deployment.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Company } from "../../adapters/src/company-format";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, ROOT } from "../../scripts/local";
import {
  addCompany,
  COMPANIES_FOLDER,
  faultsOf,
  findCompany,
  readCompanies,
  readFolders,
  type Companies,
  type Faulty,
} from "./folders";

const BUILT = join(ROOT, "adapters", "build", "index.js");

/** Where folders are that were created for a look. */
const LOOKS = join(ROOT, ".wrangler", "boards");

/** The Worker as one module. */
export async function bundleAdapters(companies: readonly (Company | Faulty)[]): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, "adapters", "src", "index.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:workers"],
    define: { COMPANIES: JSON.stringify(companies) },
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Writes the Worker to where `adapters/wrangler.toml` finds it. */
export async function buildAdapters({ companies, faulty }: Companies, file = BUILT): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bundleAdapters([...companies, ...faulty]));
}

/** Builds the Worker with all folders, for a deployment. A wrong one is printed, and stops nothing. */
export async function buildForDeployment(folder?: string): Promise<void> {
  const all = await readCompanies(folder);
  await buildAdapters(all);
  console.log(`Adapters built with ${all.companies.map(({ code }) => code).join(", ")}.`);
  const faults = faultsOf(all.faulty);
  if (faults !== undefined) console.warn(faults);
}

/**
 * How the site runs in front of boards: those of all folders of `adapters/companies`; that of one, by its
 * code or its folder's name; or any board, by its name or its address, with a neutral brand.
 *
 * @param text empty for all folders
 */
export async function boardSite(text: string) {
  const served = await companiesAt(text);
  await ensureAdapterSecrets();
  await buildAdapters(served);
  const [only, another] = served.companies;
  return {
    config: ADAPTERS_CONFIG,
    home: only && !another ? pathOf(only) : undefined,
    welcome: (url: string) => welcome(url, served),
  };
}

const pathOf = ({ code, uuid }: Company) => `/${code}/${uuid}`;

/** The text that is printed once the site runs. */
export function welcome(url: string, { companies, faulty }: Companies): string {
  const faults = faultsOf(faulty);
  return [
    "",
    `Puerta runs on ${url}`,
    "",
    ...companies.flatMap((company) => [
      `  ${company.name}, live from ${company.board.system}:${company.board.board}`,
      `    career site   ${url}${pathOf(company)}`,
      company.board.apply === "on"
        ? "    applications  are POSTED to the company's system"
        : '    applications  are refused, until the folder says "apply": "on" (docs/boards.md)',
    ]),
    "",
    ...(faults === undefined ? [] : [faults, ""]),
    "Stop:              Ctrl+C",
    "",
  ].join("\n");
}

/** The companies that are served for a text, as {@link boardSite} reads it. */
export async function companiesAt(
  text: string,
  { folder = COMPANIES_FOLDER, looks = LOOKS } = {},
): Promise<Companies> {
  if (text === "") return readCompanies(folder);
  const own = existsSync(folder) ? findCompany(await readFolders(folder), text) : undefined;
  if (own) return { companies: [own], faulty: [] };
  const look = join(looks, text.replace(/[^A-Za-z0-9]+/g, "-"));
  await rm(look, { recursive: true, force: true });
  await addCompany(look, text, process.env.BOARD_ADDRESS);
  return readCompanies(look);
}
