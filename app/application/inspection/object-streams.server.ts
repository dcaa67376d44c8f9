import { nextTask } from "~/app/runtime/next-task.server";
import type { Finding } from "./finding";
import { inflate } from "./inflate.server";
import { isActive, type PdfContent } from "./pdf-scan.server";
import type { RandomAccessFile } from "./zip-directory.server";

/** Limits for one object stream. */
const MAX_PACKED_BYTES = 256 * 1024;
const MAX_INFLATED_BYTES = 512 * 1024;

/** Number of object streams allowed in any file, and bytes of the file per additional stream. */
const BASE_STREAMS = 16;
const BYTES_PER_STREAM = 2048;

/**
 * Unpacking work per byte of packed data and per byte of output. Short blocks take longer than their
 * output suggests.
 */
const PACKED_WORK = 16;
const OUTPUT_WORK = 2;

/**
 * Limits on the work: fixed, per byte of the file, and in total. Long tagged documents have the largest share
 * of object streams.
 */
const BASE_WORK = 32 * 1024;
const WORK_PER_BYTE = 13;
const MAX_WORK = 40 * 1024 * 1024;

/** Amount of work between yields to other events. */
const YIELD_WORK = 1024 * 1024;

const latin1 = new TextDecoder("latin1");

/** Searches the object streams of a PDF, within limits that grow with the file. */
export async function searchObjectStreams(
  { objectStreams, hasMore }: PdfContent,
  file: RandomAccessFile,
): Promise<Finding> {
  const isTooMany = hasMore || objectStreams.length > BASE_STREAMS + file.size / BYTES_PER_STREAM;
  if (isTooMany) return "unchecked";
  let left = Math.min(MAX_WORK, BASE_WORK + WORK_PER_BYTE * file.size);
  let yieldAt = left - YIELD_WORK;
  let isCut = false;
  const buffer = new Uint8Array(MAX_INFLATED_BYTES);
  for (const { start, end } of objectStreams) {
    if (start === end) continue;
    const packed = file.read(start, Math.min(end, start + MAX_PACKED_BYTES));
    left -= PACKED_WORK * packed.byteLength;
    if (left <= 0) return "unchecked";
    const space = buffer.subarray(0, Math.ceil(left / OUTPUT_WORK));
    const output = inflate(packed, "deflate", space);
    if (isActive(latin1.decode(output.byteLength > 0 ? output : packed))) return "active";
    isCut ||= end - start > MAX_PACKED_BYTES || output.byteLength === space.byteLength;
    left -= OUTPUT_WORK * output.byteLength;
    if (left > yieldAt) continue;
    yieldAt = left - YIELD_WORK;
    await nextTask();
  }
  return isCut ? "unchecked" : "none";
}
