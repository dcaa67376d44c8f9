import { Z_SYNC_FLUSH, ZStream, zlibInflate, zlibInflateInit2 } from "pako";

/** Window sizes with and without a zlib header. */
const WINDOW_BITS = { deflate: 15, "deflate-raw": -15 };

/**
 * Unpacks data into a buffer, until the data ends or is invalid, or the buffer is full. Data after the end of the
 * compressed data and wrong checksums are ignored, as in PDF readers. `DecompressionStream` would drop the output
 * before an error, and has no limit.
 * @returns the filled part of the buffer
 */
export function inflate(
  packed: Uint8Array,
  format: "deflate" | "deflate-raw",
  buffer: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (buffer.byteLength === 0) return buffer;
  const stream = new ZStream();
  zlibInflateInit2(stream, WINDOW_BITS[format]);
  stream.input = packed;
  stream.avail_in = packed.byteLength;
  stream.output = buffer;
  stream.avail_out = buffer.byteLength;
  zlibInflate(stream, Z_SYNC_FLUSH);
  return buffer.subarray(0, stream.next_out);
}
