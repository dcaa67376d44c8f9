import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killWhileApplying } from "../support/kill-platform";

// Kills the platform repeatedly while applications arrive. `emails-kill.test.ts` runs a short version.

test("no confirmation is lost if the platform is killed 20 times while 200 applications arrive", async () => {
  const folder = await mkdtemp(join(tmpdir(), `puerta-kill-${randomUUID().slice(0, 8)}`));
  try {
    const { accepted, emails } = await killWhileApplying(folder, { kills: 20, applications: 200 });
    expect(accepted).toHaveLength(200);
    for (const address of accepted) {
      const ids = emails.filter(({ to }) => to === address).map(({ messageId }) => messageId);
      expect(ids.length, address).toBeGreaterThan(0);
      expect(new Set(ids).size, address).toBe(1);
    }
    // Otherwise, no kill interrupted an email.
    expect(emails.length).toBeGreaterThan(accepted.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
