import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { checkPlatform } from "./check";
import { freePort } from "../site-server.mjs";

test("docs/examples/platform.mjs keeps the contract, and takes an application once", async () => {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), API_KEY: "key" };
  const platform = spawn(process.execPath, ["docs/examples/platform.mjs"], { env });
  try {
    const printed: string[] = [];
    platform.stdout.on("data", (text) => printed.push(String(text)));
    await once(platform.stdout, "data");
    const lines: string[] = [];
    const base = `http://localhost:${port}/api/v1`;
    const asked = { base, header: "X-Api-Key", key: "key", apply: "potter", most: 5 };
    const isRight = await checkPlatform(asked, (line) => lines.push(line));
    expect(lines.join("\n")).toContain("Everything is right.");
    expect(isRight).toBe(true);
    expect(printed.join("").match(/has arrived with a CV/g)).toHaveLength(1);
    expect(printed.join("")).not.toMatch(/Check|44770|@/);
  } finally {
    platform.kill();
    await once(platform, "exit");
  }
});
