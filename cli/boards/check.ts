import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Company } from "../../adapters/src/company-format";
import { HEADERS } from "../../contract/lists";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, Stop } from "../../scripts/local";
import { command, positiveNumber } from "../lib/command";

export const check = command("check", "Read a company's board as the site would")
  .argument("<company>", "its code, or its folder's name")
  .option("--from <folder>", "parent of the company folders (default: adapters/companies)")
  .option("--most <number>", "maximum number of positions to read", positiveNumber, 50)
  .action(async (which: string, { from, most }: { from?: string; most: number }) => {
    const { listErrors, findCompany, boardNotes, readCompanies } = await import("./folders");
    const all = await readCompanies(from === undefined ? undefined : resolve(from));
    const company = findCompany(all, which);
    const codes = all.companies.map(({ code }) => code).join(", ");
    if (!company) throw new Stop(`There is no company ${which}. Known: ${codes}.`);
    const errors = listErrors(all.invalid);
    if (errors !== undefined) console.warn(errors);
    if (!(await checkBoard(company, most))) process.exitCode = 1;
    console.log(boardNotes(company.board).join("\n"));
  });

/** Checks the board through the adapters' Worker. Posts nothing. */
async function checkBoard(company: Company & { folder: string }, most: number): Promise<boolean> {
  const { startSiteServer } = await import("../../scripts/site-server");
  const { checkPlatform } = await import("../check/platform");
  const { buildAdapters } = await import("./worker");
  const { siteKey: key } = await ensureAdapterSecrets();
  await buildAdapters({ companies: [company], invalid: [] });
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-check-"));
  const options = { site: false, embedded: true, platform: ADAPTERS_CONFIG, persistTo };
  const server = await startSiteServer(options);
  try {
    const platform = { base: `${server.url}/api/v1`, header: HEADERS.apiKey, key };
    const options = { ...platform, client: company.uuid, most };
    return await checkPlatform(options, (line) => console.log(line));
  } finally {
    await server.stop();
    await rm(persistTo, { recursive: true, force: true });
    const reasons = server.lines.filter((line) => line.includes(`${company.code}: `));
    for (const reason of reasons.slice(-3)) console.log(reason);
  }
}
