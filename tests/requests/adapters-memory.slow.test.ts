import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boardSystem as GREENHOUSE } from "../../adapters/src/greenhouse/fake-system";
import { contractForm, createCompany, startAdapters } from "../support/adapters";

const MB = 1024 * 1024;

/** The peak memory of this process's workerd, in bytes. */
function peakMemory(): number {
  const statuses = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/status`, "utf8");
      } catch {
        return ""; // The process has ended.
      }
    });
  const own = statuses.filter(
    (status) => /^Name:\s+workerd/m.test(status) && status.includes(`PPid:\t${process.pid}\n`),
  );
  return Math.max(...own.map((one) => Number(/^VmHWM:\s+(\d+)/m.exec(one)?.[1]) * 1024));
}

test.runIf(process.platform === "linux")(
  "accepts an application of 58 MB without copying it, and refuses one of 62 MB",
  async () => {
    const greenhouse = await GREENHOUSE.start();
    const board = { ...GREENHOUSE.board, address: greenhouse.address, apply: "on" };
    const adapters = await startAdapters({
      companies: [createCompany(board)],
      secrets: GREENHOUSE.secrets,
    });
    const send = (size: number) => {
      const bytes = new Uint8Array(size).fill(37);
      const cv = new File([bytes], "cv.pdf", { type: "application/pdf" });
      const path = `hiring/taller/positions/taller_${greenhouse.jobId("plain")}/apply`;
      return adapters.call(path, { method: "POST", body: contractForm({ cv }) });
    };
    const memoryAfter = async (size: number) => {
      expect((await send(size)).status).toBe(201);
      return peakMemory();
    };
    try {
      const idle = await memoryAfter(1000);
      expect(idle).toBeGreaterThan(0);
      // A third copy would exceed this.
      expect((await memoryAfter(58 * MB)) - idle).toBeLessThan(2 * 58 * MB + 20 * MB);
      expect(greenhouse.applications).toHaveLength(2);

      const tooLarge = await send(62 * MB);
      expect([tooLarge.status, await tooLarge.json()]).toEqual([
        413,
        { detail: "Your application is too large. The files can be up to 60 MB in total." },
      ]);
      expect(greenhouse.applications).toHaveLength(2);
    } finally {
      await adapters.stop();
      await greenhouse.stop();
    }
  },
  120_000,
);
