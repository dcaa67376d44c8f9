import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killWhileApplying } from "../support/kill-platform";

test("no confirmation is lost or changed if the platform is killed while applications arrive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-kill-"));
  try {
    const { accepted, emails } = await killWhileApplying(folder, { kills: 2, applications: 12 });
    expect(accepted).toHaveLength(12);
    for (const address of accepted) {
      const ids = emails.filter(({ to }) => to === address).map(({ messageId }) => messageId);
      expect(new Set(ids).size, address).toBe(1);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
