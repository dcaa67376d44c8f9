import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ListedPositions } from "~/contract/position";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { checkPlatform } from "~/cli/check/platform";
import { startPlatform } from "~/cli/lib/database";
import { freePort } from "../support/free-port";
import { createCompany, startAdapters } from "../support/adapters";
import type { BoardSystem } from "../support/board-system";
import { addExamples, readExamples } from "../support/examples";
import { BOARD_SYSTEMS } from "../support/boards";
import { TEST_API_KEY } from "../support/site";
import { isLong } from "../support/size";

interface Platform {
  base: string;
  key: string;
  client: string;
  stop: () => Promise<void>;
}

async function startEmbedded(): Promise<Platform> {
  const state = await mkdtemp(join(tmpdir(), "puerta-contract-"));
  const { platformKey: key, adminSecret } = await ensureLocalSecrets();
  const server = await startPlatform(state);
  await addExamples(server.url, adminSecret);
  const [company] = await readExamples();
  return {
    base: `${server.url}/api/v1`,
    key,
    client: company?.uuid ?? "",
    async stop() {
      await server.stop();
      await rm(state, { recursive: true, force: true });
    },
  };
}

async function startAdapter({ board, secrets = {}, start }: BoardSystem): Promise<Platform> {
  const system = await start();
  const company = createCompany({ ...board, address: system.address, apply: "on" });
  const adapters = await startAdapters({ companies: [company], secrets });
  return {
    base: adapters.base,
    key: TEST_API_KEY,
    client: company.uuid,
    async stop() {
      await adapters.stop();
      await system.stop();
    },
  };
}

async function startExample(): Promise<Platform> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), API_KEY: TEST_API_KEY };
  const server = spawn(process.execPath, ["docs/examples/platform.mjs"], { env });
  await once(server.stdout, "data");
  return {
    base: `http://localhost:${port}/api/v1`,
    key: TEST_API_KEY,
    client: "acme",
    async stop() {
      server.kill();
      await once(server, "exit");
    },
  };
}

const PLATFORMS: [name: string, start: () => Promise<Platform>][] = [
  ["the embedded platform", startEmbedded],
  ["docs/examples/platform.mjs", startExample],
  // `adapters.test.ts` checks what each adapter returns against the contract.
  ...BOARD_SYSTEMS.slice(0, isLong ? undefined : 1).map(
    (system): [string, () => Promise<Platform>] => [
      `the ${system.name} adapter`,
      () => startAdapter(system),
    ],
  ),
];

const running = new Map<string, Platform>();
const findPlatform = (name: string) => {
  const platform = running.get(name);
  if (!platform) throw new Error(`There is no platform ${name}`);
  return platform;
};

beforeAll(async () => {
  await Promise.all(PLATFORMS.map(async ([name, start]) => running.set(name, await start())));
});
afterAll(() => Promise.all([...running.values()].map(({ stop }) => stop())));

const call = ({ base, key }: Platform, path: string, init: RequestInit = {}) =>
  fetch(`${base}/${path}`, { ...init, headers: { "X-Api-Key": key } });

async function getFirstListed(platform: Platform) {
  const list = await (await call(platform, `hiring/${platform.client}/positions-public`)).json();
  return ListedPositions.parse(list).results[0]?.uuid ?? "";
}

const NAMES = PLATFORMS.map(([name]) => name);

// `puerta check` waits for two seconds before it sends the rest of a form.
test.concurrent.each(NAMES)(
  "%s passes `puerta check`, including a repeated application",
  async (name) => {
    const { base, key, client } = findPlatform(name);
    const apply = await getFirstListed(findPlatform(name));
    const options = { base, key, header: "X-Api-Key", client, most: 50, apply };
    const lines: string[] = [];
    const isCorrect = await checkPlatform(options, (line) => lines.push(line));
    expect(lines.filter((line) => /^ {2}WRONG/.test(line))).toEqual([]);
    expect(isCorrect).toBe(true);
    expect(
      lines.filter((line) => /GET \/hiring\/positions\/.*: 200/.test(line)).length,
    ).toBeGreaterThan(0);
    expect(lines.join("\n")).toMatch(/POST \/hiring.*: 201, and again 201/);
    expect(lines.join("\n")).not.toContain(key);
  },
);

test.each(NAMES)("%s returns JSON 404s for unknown ids and 401 for a wrong key", async (name) => {
  const platform = findPlatform(name);
  for (const path of ["hiring/positions/nothing", "account/clients/nothing/public"]) {
    const answer = await call(platform, path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toHaveProperty("detail");
  }
  const wrong = await call({ ...platform, key: "wrong" }, "hiring/positions/nothing");
  expect(wrong.status).toBe(401);
});

test.each(NAMES)("%s returns a reason if an application is invalid", async (name) => {
  const platform = findPlatform(name);
  const form = new FormData();
  form.set("first_name", "");
  const path = `hiring/${platform.client}/positions/${await getFirstListed(platform)}/apply`;
  const answer = await call(platform, path, { method: "POST", body: form });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await answer.json()).toHaveProperty("detail");
});
