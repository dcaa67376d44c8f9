import { expect, test, vi } from "vitest";
import type * as Pako from "pako";
import { FILE_EXTENSIONS } from "~/contract/lists";
import { countSteps } from "~/tests/support/count-steps";
import { isLong } from "~/tests/support/size";
import { realFile, WORST_FILES } from "~/tests/support/worst-files";
import { FileScan } from "./file-scan.server";
import { inspectFile } from "./inspect-file.server";

const ROW_BYTES = 64 * 1024;

let unpackedBytes = 0;

vi.mock("pako", async (importOriginal) => {
  const pako = await importOriginal<typeof Pako>();
  const zlibInflate: typeof pako.zlibInflate = (stream, flush) => {
    const status = pako.zlibInflate(stream, flush);
    unpackedBytes += stream.next_in + stream.next_out;
    return status;
  };
  return { ...pako, zlibInflate };
});

/**
 * Scans and inspects a file as `Uploads` does, and counts the work.
 * @returns `rows`: row reads. `bytes`: bytes read, unpacked and produced. `steps`: steps outside pako, whose
 * work `bytes` measures
 */
async function measureCost(extension: string, file: Buffer) {
  const rows = Math.ceil(file.length / ROW_BYTES);
  const costs = { rows, bytes: file.length, steps: 0 };
  unpackedBytes = 0;
  const read = (start: number, end: number) => {
    const part = new Uint8Array(file.subarray(start, end));
    costs.bytes += part.length;
    costs.rows += Math.ceil((start + part.length) / ROW_BYTES) - Math.floor(start / ROW_BYTES);
    return part;
  };
  const inspect = async () => {
    const scan = new FileScan();
    for (let i = 0; i < file.length; i += ROW_BYTES) {
      scan.update(file.subarray(i, i + ROW_BYTES));
    }
    const stored = { size: file.length, read };
    await inspectFile(`cv.${extension}`, FILE_EXTENSIONS, scan.end(), stored);
  };
  costs.steps = await countSteps(inspect, (url) => !url.includes("/pako/"));
  costs.bytes += unpackedBytes;
  return costs;
}

const SIZES = [100_000, isLong ? 3_000_000 : 1_000_000];

const realCosts = new Map<string, ReturnType<typeof measureCost>>();

/** Measures the real CV of a type and size once. */
function realCost(extension: string, size: number) {
  const key = `${extension} ${size}`;
  const known = realCosts.get(key);
  if (known) return known;
  const measured = realFile(extension, size).then((file) => measureCost(extension, file));
  realCosts.set(key, measured);
  return measured;
}

test.each(WORST_FILES)(
  "a %s with %s costs at most ten times as much as a real CV of its size",
  async (extension, _, create) => {
    for (const size of SIZES) {
      const real = await realCost(extension, size);
      const worst = await measureCost(extension, create(size));
      for (const unit of ["rows", "bytes", "steps"] as const) {
        expect(worst[unit] / real[unit], `${unit} for ${size} bytes`).toBeLessThanOrEqual(10);
      }
    }
  },
);
