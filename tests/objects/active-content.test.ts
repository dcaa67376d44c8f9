import { deflateRawSync, deflateSync } from "node:zlib";
import { Buffer } from "node:buffer";
import { expect, test, vi } from "vitest";
import { hasActiveContent } from "../../app/application/model/active-content.server";

/** A PDF with one object stream. */
const pdf = (compressed: Uint8Array) =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n5 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n"),
    compressed,
    Buffer.from("\nendstream\nendobj\n"),
  ]);

const isActive = (file: Uint8Array) =>
  hasActiveContent(function* () {
    yield file;
  });

const ACTION = "1 0 <</S/JavaScript/JS(app.alert(1))>>";
/** Returns random hexadecimal digits. */
const noise = (bytes: number) => {
  const random = crypto.getRandomValues(new Uint8Array(bytes / 2));
  return Buffer.from(random).toString("hex");
};

test.each<[string, Uint8Array]>([
  ["valid compressed data", deflateSync(ACTION)],
  ["data with trailing junk", Buffer.concat([deflateSync(ACTION), Buffer.from("x")])],
  ["data with much trailing junk", Buffer.concat([deflateSync(ACTION), Buffer.alloc(5000, 120)])],
  [
    "data with a wrong checksum",
    Buffer.concat([deflateSync(ACTION).subarray(0, -4), Buffer.alloc(4)]),
  ],
  ["data without a checksum", deflateSync(ACTION).subarray(0, -4)],
  [
    "long data with trailing junk",
    Buffer.concat([deflateSync(noise(20_000) + ACTION), Buffer.from("x")]),
  ],
  ["data in many slices", deflateSync(noise(100_000) + ACTION)],
])("hasActiveContent finds an action in %s", async (_, compressed) => {
  expect(await isActive(pdf(compressed))).toBe(true);
});

test.each<[string, Uint8Array]>([
  ["an empty stream", Buffer.alloc(0)],
  ["text", deflateSync(noise(100_000))],
  ["junk", Buffer.alloc(10_000, 120)],
  ["data without a header", deflateRawSync(ACTION)],
])("hasActiveContent finds no action in %s", async (_, compressed) => {
  expect(await isActive(pdf(compressed))).toBe(false);
});

/** Records the sizes of writes to the decompressor. */
function spyOnWrites(): number[] {
  const sizes: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- `write.call` passes the writer
  const { write } = WritableStreamDefaultWriter.prototype;
  vi.spyOn(WritableStreamDefaultWriter.prototype, "write").mockImplementation(function (
    this: WritableStreamDefaultWriter,
    chunk: Uint8Array,
  ) {
    sizes.push(chunk.byteLength);
    return write.call(this, chunk);
  });
  return sizes;
}

const ZEROS = deflateSync(Buffer.alloc(32 * 1024 * 1024));

test("hasActiveContent stops after the first 2 KB of a stream that expands to 32 MB", async () => {
  const sizes = spyOnWrites();
  expect(await isActive(pdf(ZEROS))).toBe(false);
  expect(sizes).toEqual([2048]);
});

test("hasActiveContent limits the decompressed data per file and still scans uncompressed data", async () => {
  const sizes = spyOnWrites();
  const streams = Array.from({ length: 50 }, () => pdf(ZEROS));
  expect(await isActive(Buffer.concat([...streams, Buffer.from("<</S/JavaScript>>")]))).toBe(true);
  sizes.length = 0;
  expect(await isActive(Buffer.concat([...streams, pdf(deflateSync(ACTION))]))).toBe(false);
  expect(sizes.length).toBeLessThan(6);
});
