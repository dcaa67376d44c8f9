import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBoardFaults, printBoardVerdict } from "~/cli/boards/board-faults";
import { HEADERS } from "~/contract/lists";
import { createCompany, startAdapters } from "../support/adapters";
import { BOARD_FIXTURES, readFixture } from "../support/board-fixtures";
import { TEST_API_KEY } from "../support/site";

interface Fault {
  /** A fixture with the fault. */
  fixture: `${string}/${string}`;
  folder?: object;
  /** Replaces matches in responses. */
  change?: [RegExp, string];
  /** The status of all responses. */
  status?: number;
  found: RegExp[];
  isWrong?: true;
}

const FAULTS: Record<string, Fault> = {
  "no-description": {
    fixture: "greenhouse/home-based",
    change: [/"content":"[^"]*"/g, '"content":"&lt;p&gt;&amp;nbsp;&lt;/p&gt;"'],
    found: [/MISSING {2}description: the page has no text, and search engines/],
  },
  "no-country": {
    fixture: "lever/united-states",
    change: [/"country":"US",|, (CA|TX)\b/g, ""],
    found: [/MISSING {2}a place with its country: search engines get no structured data/],
  },
  "odd-pay": {
    fixture: "lever/united-states",
    change: [/60000,"max":72000/g, '75,"max":95'],
    found: [/DOUBTFUL {2}pay: 75 USD per year: /],
  },
  "shared-reference": {
    fixture: "greenhouse/shared-reference",
    found: [/DOUBTFUL {2}identifier: 2 positions have the same as others: .*job's id/],
  },
  "unknown-ashby": {
    fixture: "ashby/hollow",
    status: 404,
    found: [
      /WRONG {2}it answers 502/,
      /LOGGED {2}unknown-ashby: GET .* answered 404: check the board, and whether its API is switched on/,
    ],
    isWrong: true,
  },
  "unknown-personio": {
    fixture: "personio/french",
    status: 307,
    found: [/WRONG {2}it answers 502/, /LOGGED {2}.*: GET .* answered 307: check the board/],
    isWrong: true,
  },
  "no-jobs": {
    fixture: "ashby/hollow",
    change: [/"isListed":true/g, '"isListed":false'],
    found: [/MISSING {2}positions: the career site shows no jobs/],
  },
  "other-language": {
    fixture: "personio/german-only",
    folder: { language: "en" },
    found: [/MISSING {2}a text in en: the page shows the text in de/],
  },
  "no-text": {
    fixture: "personio/german-only",
    change: [/Du zeichnest &amp; misst\./g, ""],
    found: [/MISSING {2}description: /],
  },
  "all-malformed": {
    fixture: "recruitee/missing-options",
    change: [/"title"/g, '"name"'],
    found: [/WRONG {2}it answers 502/, /LOGGED {2}.* returned only malformed jobs: 1 at title/],
    isWrong: true,
  },
  "one-malformed": {
    fixture: "recruitee/missing-options",
    change: [/"title":"Baker"/g, '"name":"Baker"'],
    found: [/LOGGED {2}one-malformed: malformed jobs are not shown: 1 at title/],
  },
  elsewhere: {
    fixture: "recruitee/missing-options",
    found: [/DROPPED .*candidates are sent to apply_url|WRONG .*apply_url/],
    isWrong: true,
  },
  "no-date": {
    fixture: "lever/united-states",
    change: [/"createdAt"/g, '"changedAt"'],
    found: [/MISSING {2}published_at: /],
  },
};

const findFixture = ({ fixture: path }: Fault) => {
  const found = BOARD_FIXTURES.find(({ system, name }) => `${system}/${name}` === `${path}.json`);
  if (!found) throw new Error(`no fixture ${path}`);
  return found;
};

const boards = createServer((request, response) => {
  const url = `http://localhost${request.url ?? ""}`;
  const fault = FAULTS[new URL(url).pathname.split("/")[1] ?? ""];
  const answer = fault && readFixture(findFixture(fault), url);
  const [from, to] = fault?.change ?? ["", ""];
  response.writeHead(fault?.status ?? (answer === undefined ? 404 : 200));
  response.end(answer?.replaceAll(from, to));
});

const UUID = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b00";

const companies = new Map<string, ReturnType<typeof createCompany>>();
let adapters: Awaited<ReturnType<typeof startAdapters>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => boards.listen(0, "127.0.0.1", resolve));
  const { port } = boards.address() as AddressInfo;
  for (const [index, [code, fault]] of Object.entries(FAULTS).entries()) {
    const { system, folder } = findFixture(fault);
    const address = `http://127.0.0.1:${port}/${code}${system === "recruitee" ? "/api" : ""}`;
    const uuid = UUID.slice(0, -2) + String(index + 10);
    const board = { system, board: "taller", address, ...folder, ...fault.folder };
    companies.set(code, createCompany(board, { code, uuid }));
  }
  adapters = await startAdapters({ companies: [...companies.values()] });
});

afterAll(async () => {
  await adapters.stop();
  boards.close();
});

test.each(Object.entries(FAULTS))("finds a board's fault: %s [12.15]", async (code, fault) => {
  const company = companies.get(code);
  if (!company) throw new Error(`no company ${code}`);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const platform = { base: adapters.base, header: HEADERS.apiKey, key: TEST_API_KEY, most: 50 };
  const found = await findBoardFaults(company, platform, print);
  await expect
    .poll(() => adapters.log.some((line) => line.includes(code)) || !fault.status)
    .toBe(true);
  const isRight = printBoardVerdict(company, found, adapters.log, print);
  const text = lines.join("\n");
  for (const part of fault.found) expect(text).toMatch(part);
  expect(text).not.toContain("Everything is right.");
  expect(isRight).toBe(fault.isWrong !== true);
});
