import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Company } from "../../adapters/src/company-format";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, Stop } from "../../scripts/local";
import { command, count, positiveNumber } from "../lib/command";

export const check = command("check", "Read a company's board as the site would")
  .argument("<company>", "its code, or its folder's name")
  .option("--from <folder>", "the companies' folders (default: adapters/companies)")
  .option("--most <number>", "how many positions are read", positiveNumber, 50)
  .action(async (which: string, { from, most }: { from?: string; most: number }) => {
    const { faultsOf, findCompany, readCompanies } = await import("./folders");
    const all = await readCompanies(from === undefined ? undefined : resolve(from));
    const company = findCompany(all, which);
    if (!company) {
      const codes = all.companies.map(({ code }) => code).join(", ");
      throw new Stop(`There is no company ${which}. There is: ${codes}.`);
    }
    const faults = faultsOf(all.faulty);
    if (faults !== undefined) console.warn(faults);
    const { lines, isRight } = await checkBoard(company, most);
    console.log(lines.join("\n"));
    if (!isRight) process.exitCode = 1;
  });

type Call = (path: string) => Promise<{ status: number; body: unknown }>;

/** Checks a board's list and so many of its positions, by the adapters' Worker. Nothing is posted. */
async function checkBoard(company: Company & { folder: string }, most: number) {
  const { startSiteServer } = await import("../../scripts/site-server");
  const { buildAdapters } = await import("./worker");
  const { siteKey } = await ensureAdapterSecrets();
  await buildAdapters({ companies: [company], faulty: [] });
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-check-"));
  const options = { site: false, embedded: true, platform: ADAPTERS_CONFIG, persistTo };
  const server = await startSiteServer(options);
  const headers = { "X-Api-Key": siteKey };
  try {
    return await report(company, most, async (path) => {
      const response = await fetch(`${server.url}/api/v1/${path}`, { headers });
      return { status: response.status, body: await response.json() };
    });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const said = server.lines.filter((line) => line.includes(`${company.code}: `)).slice(-3);
    throw new Stop([error.message, ...said].join("\n  "));
  } finally {
    await server.stop();
    await rm(persistTo, { recursive: true, force: true });
  }
}

/** `isRight`: the site can show every position that was read. */
export async function report({ uuid: client, name, board }: Company, most: number, call: Call) {
  const { setUpOf } = await import("../../adapters/src/registry");
  const { ListedPositions } = await import("../../contract/position");
  const { readTolerantly } = await import("../../contract/read");
  const { positionFindings } = await import("../check/findings");
  const { notKnown = [], advice, unread = "" } = setUpOf(board.system) ?? {};
  const list = await call(`hiring/${client}/positions-public`);
  if (list.status !== 200) {
    throw new Stop(`The board ${board.board} answers ${list.status}. Is its name right? ${unread}`);
  }
  const { results } = readTolerantly(ListedPositions, list.body).value;
  const jobs = count(results.length, "job");
  const lines = [`${name}: ${jobs} at ${board.system}:${board.board}; applying is ${board.apply}.`];
  const kinds = new Map<string, number>();
  let right = 0;
  const read = results.slice(0, most);
  for (const { uuid, name: title } of read) {
    const { status, body } = await call(`hiring/positions/${uuid}`);
    const { value, findings } = status === 200 ? positionFindings(body, uuid) : { findings: [] };
    if (value) right += 1;
    if (status !== 200) lines.push(`  WRONG  ${uuid} ${title}: ${status}`);
    for (const { level, what, means } of findings) {
      lines.push(`  ${level.toUpperCase()}  ${uuid} ${title}: ${what}: ${means}`);
    }
    for (const { kind } of value?.fields ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const fields = [...kinds].map(([kind, number]) => `${kind} ${number}`).join(", ");
  lines.push(`${right} of ${read.length} positions that were read are right.`);
  lines.push(`Fields besides name, phone and CV: ${fields || "none"}.`);
  const lacks = advice?.(board);
  if (lacks !== undefined) lines.push(`WARNING: ${lacks}.`);
  lines.push(...notKnown.map((what) => `NOT KNOWN: ${what}.`));
  if (read.length < results.length) {
    lines.push(`${results.length - read.length} more were not read (--most).`);
  }
  return { lines, isRight: right === read.length };
}
