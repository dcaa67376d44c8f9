import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ListedPositions } from "../../contract/position";
import { ensureLocalSecrets } from "../../scripts/local";
import { checkPlatform } from "../../cli/check/platform";
import { startPlatform } from "../../cli/lib/database";
import { freePort } from "../support/free-port";
import { createCompany, startAdapters } from "../support/adapters";
import type { BoardSystem } from "../support/board-system";
import { addExamples, readExamples } from "../support/examples";
import { BOARD_SYSTEMS } from "../support/boards";
import { TEST_API_KEY } from "../support/site";

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
  ...BOARD_SYSTEMS.map((system): [string, () => Promise<Platform>] => [
    `the ${system.name} adapter`,
    () => startAdapter(system),
  ]),
];

describe.each(PLATFORMS)("the contract of %s", (_, start) => {
  let platform: Platform;
  const call = (path: string, init: RequestInit = {}, key = platform.key) =>
    fetch(`${platform.base}/${path}`, { ...init, headers: { "X-Api-Key": key } });

  beforeAll(async () => {
    platform = await start();
  });
  afterAll(() => platform.stop());

  const getFirstListed = async () => {
    const list = await (await call(`hiring/${platform.client}/positions-public`)).json();
    return ListedPositions.parse(list).results[0]?.uuid ?? "";
  };

  test("passes `puerta check`, including a repeated application", async () => {
    const { base, key, client } = platform;
    const apply = await getFirstListed();
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
  });

  test("includes 404 with JSON for unknown ids and 401 for a wrong key", async () => {
    for (const path of ["hiring/positions/nothing", "account/clients/nothing/public"]) {
      const answer = await call(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toHaveProperty("detail");
    }
    expect((await call("hiring/positions/nothing", {}, "wrong")).status).toBe(401);
  });

  test("includes a reason if an application is invalid", async () => {
    const form = new FormData();
    form.set("first_name", "");
    const path = `hiring/${platform.client}/positions/${await getFirstListed()}/apply`;
    const answer = await call(path, { method: "POST", body: form });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toHaveProperty("detail");
  });
});
