import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { TSX } from "../local.mjs";

test("a site elsewhere gets no load without its owner's word", async () => {
  const command = [...TSX, "scripts/load.mjs", "--url", "https://jobs.example/acme/1"];
  await expect(promisify(execFile)(process.execPath, command)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes-i-run-this-site"),
  });
});
