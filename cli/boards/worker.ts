// The adapters' Worker with the companies' folders in it: for `start --board`, and for a deployment.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Company } from "../../adapters/src/company-format";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, ROOT, Stop } from "../../scripts/local";
import { companyFor, COMPANIES_FOLDER, faultsOf, findCompany } from "./folders";
import { readCompanies, readFolders, TRIAL_POLICY, type Companies, type Faulty } from "./folders";

const BUILT = join(ROOT, "adapters", "build", "index.js");

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

/** Builds the Worker with all folders. Malformed ones are printed. */
export async function buildForDeployment(): Promise<void> {
  const all = await readCompanies();
  await buildAdapters(all);
  console.log(`Adapters built with ${all.companies.map(({ code }) => code).join(", ")}.`);
  const faults = faultsOf(all.faulty);
  if (faults !== undefined) console.warn(faults);
}

/** How the site runs in front of the companies that `start --board` names. */
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

export function welcome(url: string, { companies, faulty }: Companies): string {
  const lines = companies.flatMap((company) => [
    `  ${company.name}, live from ${company.board.system}:${company.board.board}`,
    `    career site   ${url}${pathOf(company)}`,
    company.board.apply === "on"
      ? "    applications  are POSTED to the company's system"
      : '    applications  are refused, until the folder says "apply": "on" (docs/boards.md)',
  ]);
  const text = [`\nPuerta runs on ${url}\n`, ...lines, "", faultsOf(faulty), "Stop: Ctrl+C\n"];
  return text.filter((part) => part !== undefined).join("\n");
}

/** The companies for a code or a folder's name, or for any board; for an empty text those of all folders. */
export async function companiesAt(text: string, folder = COMPANIES_FOLDER): Promise<Companies> {
  if (text === "") return readCompanies(folder);
  const own = existsSync(folder) ? findCompany(await readFolders(folder), text) : undefined;
  if (own) return { companies: [own], faulty: [] };
  const { board, ...company } = companyFor(text);
  const texts = { apply_page_css: "", apply_page_js: "", privacy_policy: TRIAL_POLICY };
  const at = { ...board, address: process.env.BOARD_ADDRESS };
  const tried = Company.safeParse({ ...company, ...texts, board: at });
  if (!tried.success) throw new Stop(`BOARD_ADDRESS ${tried.error.issues[0]?.message}`);
  return { companies: [{ ...tried.data, folder: company.code }], faulty: [] };
}
