import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { applicationForm, companyAt, startAdapters } from "../support/adapters";
import { GREENHOUSE_KEY, startGreenhouse } from "../support/greenhouse";
import { idOfKind } from "../support/greenhouse-jobs";

const MB = 1024 * 1024;

/** The most memory that this process's workerd has had, in bytes; Linux says it. */
function mostMemory(): number {
  const statuses = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/status`, "utf8");
      } catch {
        return ""; // it has ended
      }
    });
  const own = statuses.filter(
    (status) => /^Name:\s+workerd/m.test(status) && status.includes(`PPid:\t${process.pid}\n`),
  );
  return Math.max(...own.map((one) => Number(/^VmHWM:\s+(\d+)/m.exec(one)?.[1]) * 1024));
}

test.runIf(process.platform === "linux")(
  "an application of 58 MB costs an adapter less memory than a copy of it more would",
  async () => {
    const greenhouse = await startGreenhouse();
    const board = {
      system: "greenhouse",
      board: "taller",
      address: greenhouse.address,
      key: "GREENHOUSE_KEY",
      apply: "on",
    };
    const adapters = await startAdapters({
      companies: [companyAt(board)],
      secrets: { GREENHOUSE_KEY },
    });
    const bytesOf = async (size: number) => {
      const cv = new File([new Uint8Array(size).fill(37)], "cv.pdf", { type: "application/pdf" });
      const path = `hiring/taller/positions/taller_${idOfKind("plain")}/apply`;
      const answer = await adapters.call(path, { method: "POST", body: applicationForm({ cv }) });
      expect(answer.status).toBe(201);
      return mostMemory();
    };
    try {
      const idle = await bytesOf(1000);
      expect(idle).toBeGreaterThan(0);
      // As many bytes again are what a copy would cost.
      expect((await bytesOf(58 * MB)) - idle).toBeLessThan(2 * 58 * MB + 20 * MB);
      expect(greenhouse.applications).toHaveLength(2);

      // What is too large is refused with words, once it has all been read.
      const cv = new File([new Uint8Array(62 * MB)], "cv.pdf", { type: "application/pdf" });
      const path = `hiring/taller/positions/taller_${idOfKind("plain")}/apply`;
      const answer = await adapters.call(path, { method: "POST", body: applicationForm({ cv }) });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({
        detail: "The application is too large. The files may have 60 MB together.",
      });
      expect(greenhouse.applications).toHaveLength(2);
    } finally {
      await adapters.stop();
      await greenhouse.stop();
    }
  },
  120_000,
);
