// Builds the adapters' Worker, which contains the company folders, for `start --board` and deployments.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Company } from "~/adapters/src/company-format";
import { ADAPTERS_CONFIG, ROOT } from "~/scripts/local";
import { ensureAdapterSecrets } from "~/scripts/secrets";
import { Stop } from "~/scripts/stop";
import { createCompany, COMPANIES_FOLDER, listErrors, findCompany } from "./folders";
import { readCompanies, readFolders, TRIAL_POLICY, type Companies, type Invalid } from "./folders";

const BUILT = join(ROOT, "adapters", "build", "index.js");

export async function bundleAdapters(companies: readonly (Company | Invalid)[]): Promise<string> {
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

export async function buildAdapters(
  { companies, invalid }: Companies,
  file = BUILT,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bundleAdapters([...companies, ...invalid]));
}

export async function buildForDeployment(): Promise<void> {
  const all = await readCompanies();
  await buildAdapters(all);
  console.log(`Adapters built with ${all.companies.map(({ code }) => code).join(", ")}.`);
  const errors = listErrors(all.invalid);
  if (errors !== undefined) console.warn(errors);
}

export async function boardSite(text: string) {
  const served = await findServed(text);
  await ensureAdapterSecrets();
  await buildAdapters(served);
  const [first, second] = served.companies;
  return {
    config: ADAPTERS_CONFIG,
    home: first && !second ? sitePath(first) : undefined,
    welcome: (url: string) => welcome(url, served),
  };
}

const sitePath = ({ code, uuid }: Company) => `/${code}/${uuid}`;

export function welcome(url: string, { companies, invalid }: Companies): string {
  const lines = companies.flatMap((company) => [
    `  ${company.name}, live from ${company.board.system}:${company.board.board}`,
    `    career site   ${url}${sitePath(company)}`,
    company.board.apply === "on"
      ? "    applications  are POSTED to the company's system"
      : '    applications  are refused until the folder has "apply": "on" (docs/boards.md)',
  ]);
  const text = [
    `\nPuerta is running on ${url}\n`,
    ...lines,
    "",
    listErrors(invalid),
    "Stop: Ctrl+C\n",
  ];
  return text.filter((part) => part !== undefined).join("\n");
}

/** Finds companies by code, folder name or board. An empty string selects all folders. */
export async function findServed(text: string, folder = COMPANIES_FOLDER): Promise<Companies> {
  if (text === "") return readCompanies(folder);
  const found = existsSync(folder) ? findCompany(await readFolders(folder), text) : undefined;
  if (found) return { companies: [found], invalid: [] };
  const { board, ...company } = createCompany(text);
  const texts = { apply_page_css: "", apply_page_js: "", privacy_policy: TRIAL_POLICY };
  const settings = { ...board, address: process.env.BOARD_ADDRESS };
  const tried = Company.safeParse({ ...company, ...texts, board: settings });
  if (!tried.success) throw new Stop(`BOARD_ADDRESS ${tried.error.issues[0]?.message}`);
  return { companies: [{ ...tried.data, folder: company.code }], invalid: [] };
}
