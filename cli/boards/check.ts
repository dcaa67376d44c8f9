import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Company } from "~/adapters/src/company-format";
import { HEADERS } from "~/contract/lists";
import { ADAPTERS_CONFIG } from "~/scripts/local";
import { ensureAdapterSecrets } from "~/scripts/secrets";
import { Stop } from "~/scripts/stop";
import type { Finding } from "../check/finding";
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
    const print = (line: string) => console.log(line);
    if (!(await checkBoard(company, most, print))) process.exitCode = 1;
    console.log(boardNotes(company.board).join("\n"));
  });

/** Checks the board through a separate adapters Worker. Posts nothing. */
export async function checkBoard(
  company: Company & { folder: string },
  most: number,
  print: (line: string) => void,
): Promise<boolean> {
  const { startSiteServer } = await import("~/scripts/site-server");
  const { buildAdapters } = await import("./worker");
  const { readLanguages } = await import("../lib/languages");
  const { findBoardFaults, printBoardVerdict } = await import("./board-faults");
  const { siteKey: key } = await ensureAdapterSecrets();
  // `start --board` may be serving adapters/build.
  const folder = await mkdtemp(join(tmpdir(), "puerta-check-"));
  try {
    const platform = join(folder, "wrangler.toml");
    await copyFile(ADAPTERS_CONFIG, platform);
    await symlink(join(dirname(ADAPTERS_CONFIG), ".dev.vars"), join(folder, ".dev.vars"));
    const marker = randomUUID();
    const lastRead = { ...{ code: "last-read", folder: "" }, ...{ uuid: marker, error: marker } };
    const built = { companies: [company], invalid: [lastRead] };
    await buildAdapters(built, join(folder, "build", "index.js"));
    const persistTo = join(folder, "state");
    // Load before the server starts: loading can take long enough for an idle connection to close.
    const languages = await readLanguages({});
    const server = await startSiteServer({ site: false, embedded: true, platform, persistTo });
    let found: Finding[];
    const api = { base: `${server.url}/api/v1`, header: HEADERS.apiKey, key };
    try {
      found = await findBoardFaults(company, { ...api, most, languages }, print);
      // Log lines can follow their response, but stay in order.
      const headers = { [HEADERS.apiKey]: key };
      await fetch(`${api.base}/account/clients/${marker}/public`, { headers });
      await server.findLine(marker);
    } finally {
      await server.stop();
    }
    return printBoardVerdict(company, found, server.lines, print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
