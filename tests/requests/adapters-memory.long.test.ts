import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boardSystem as GREENHOUSE } from "../support/systems/greenhouse";
import { contractForm, createCompany, startAdapters } from "../support/adapters";

const MB = 1024 * 1024;

/** Returns the highest peak memory of the workerd processes that this process started, in bytes. */
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
  const workers = statuses.filter(
    (status) => /^Name:\s+workerd/m.test(status) && status.includes(`PPid:\t${process.pid}\n`),
  );
  return Math.max(...workers.map((status) => Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) * 1024));
}

test.runIf(process.platform === "linux")(
  "the adapters hold an application of 58 MB in memory at most twice, and refuse 62 MB",
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
      // A third copy of the files would exceed this limit.
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
