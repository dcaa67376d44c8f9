// Reads a company's board as the site would, and holds it against the contract.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpOf } from "../../adapters/src/registry";
import { ListedPositions } from "../../contract/position";
import { readTolerantly } from "../../contract/read";
import { ADAPTERS_CONFIG, ensureAdapterSecrets, Stop } from "../../scripts/local.mjs";
import { positionFindings } from "../check/findings";
import { startSiteServer } from "../../scripts/site-server.mjs";
import { buildAdapters } from "./bundle.mjs";

/** @typedef {import("./companies.mjs").Company} Company */

/**
 * Checks a company's board: its list, and so many of its positions. Nothing is posted.
 *
 * @param {Company} company @param {{ most: number }} options
 * @returns {Promise<{ text: string; isRight: boolean }>} what to print, and whether every position that
 *   was read is one that the site can show
 */
export async function checkBoard(company, { most }) {
  const { siteKey } = await ensureAdapterSecrets();
  await buildAdapters([company]);
  const state = await mkdtemp(join(tmpdir(), "puerta-check-"));
  const server = await startSiteServer({
    site: false,
    embedded: true,
    platform: ADAPTERS_CONFIG,
    persistTo: state,
  });
  try {
    const base = `${server.url}/api/v1`;
    return await report(company, most, async (path) => {
      const response = await fetch(`${base}/${path}`, { headers: { "X-Api-Key": siteKey } });
      /** @type {unknown} */
      const body = await response.json();
      return { status: response.status, body };
    }).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof Stop)) throw error;
      const said = server.lines.filter((line) => line.includes(`${company.code}: `)).slice(-3);
      throw new Stop([error.message, ...said].join("\n  "));
    });
  } finally {
    await server.stop();
    await rm(state, { recursive: true, force: true });
  }
}

/**
 * @param {Company} company @param {number} most
 * @param {(path: string) => Promise<{ status: number, body: unknown }>} call
 */
export async function report(company, most, call) {
  const { board } = company;
  const { notKnown = [], advice, unread = "" } = setUpOf(board.system) ?? {};
  const list = await call(`hiring/${company.uuid}/positions-public`);
  if (list.status !== 200) {
    throw new Stop(
      `The board ${board.board} could not be read: ${list.status}. Is its name right? ${unread}`,
    );
  }
  const { results } = readTolerantly(ListedPositions, list.body).value;
  const lines = [
    `${company.name}: ${results.length} jobs at ${board.system}:${board.board}; applying is ${board.apply}.`,
  ];
  /** @type {Map<string, number>} */
  const kinds = new Map();
  let wrong = 0;
  const read = results.slice(0, most);
  for (const { uuid, name } of read) {
    const { status, body } = await call(`hiring/positions/${uuid}`);
    const position = status === 200 ? positionFindings(body, uuid) : { findings: [] };
    if (!position.value) wrong += 1;
    if (status !== 200) lines.push(`  WRONG  ${uuid} ${name}: ${status}`);
    for (const { level, what, means } of position.findings) {
      lines.push(`  ${level.toUpperCase()}  ${uuid} ${name}: ${what}: ${means}`);
    }
    for (const { kind } of position.value?.fields ?? [])
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const asked = [...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ");
  lines.push(
    `${read.length - wrong} of ${read.length} positions that were read are right.`,
    `Fields besides name, phone and CV: ${asked || "none"}.`,
  );
  const lacks = advice?.(board);
  if (lacks !== undefined) lines.push(`WARNING: ${lacks}.`);
  for (const what of notKnown) lines.push(`NOT KNOWN: ${what}.`);
  if (read.length < results.length) {
    lines.push(`${results.length - read.length} more were not read (--most).`);
  }
  return { text: lines.join("\n"), isRight: wrong === 0 };
}
