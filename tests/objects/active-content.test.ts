import { deflateRawSync, deflateSync } from "node:zlib";
import { Buffer } from "node:buffer";
import { expect, test, vi } from "vitest";
import { hasActiveContent } from "../../app/application/model/active-content.server";

/** A PDF with one object stream. */
const pdf = (packed: Uint8Array) =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n5 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n"),
    packed,
    Buffer.from("\nendstream\nendobj\n"),
  ]);

const isActive = (file: Uint8Array) =>
  hasActiveContent(function* () {
    yield file;
  });

const ACTION = "1 0 <</S/JavaScript/JS(app.alert(1))>>";
/** Text that barely compresses. */
const noise = (bytes: number) => {
  const random = crypto.getRandomValues(new Uint8Array(bytes / 2));
  return Buffer.from(random).toString("hex");
};

test.each<[string, Uint8Array]>([
  ["valid data", deflateSync(ACTION)],
  ["trailing junk", Buffer.concat([deflateSync(ACTION), Buffer.from("x")])],
  ["much trailing junk", Buffer.concat([deflateSync(ACTION), Buffer.alloc(5000, 120)])],
  ["a wrong checksum", Buffer.concat([deflateSync(ACTION).subarray(0, -4), Buffer.alloc(4)])],
  ["no checksum", deflateSync(ACTION).subarray(0, -4)],
  [
    "trailing junk after long data",
    Buffer.concat([deflateSync(noise(20_000) + ACTION), Buffer.from("x")]),
  ],
  ["data of many slices", deflateSync(noise(100_000) + ACTION)],
])("a compressed action is found: %s", async (_, packed) => {
  expect(await isActive(pdf(packed))).toBe(true);
});

test.each<[string, Uint8Array]>([
  ["nothing", Buffer.alloc(0)],
  ["no action", deflateSync(noise(100_000))],
  ["junk", Buffer.alloc(10_000, 120)],
  ["data without a header", deflateRawSync(ACTION)],
])("no action is found: %s", async (_, packed) => {
  expect(await isActive(pdf(packed))).toBe(false);
});

/** Records the sizes of writes to the decompressor. */
function spyOnWrites(): number[] {
  const sizes: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its writer
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

test("only 2 KB of 32 KB that hold 32 MB are unpacked", async () => {
  const sizes = spyOnWrites();
  expect(await isActive(pdf(ZEROS))).toBe(false);
  expect(sizes).toEqual([2048]);
});

test("streams share a file's budget, and later data is still scanned", async () => {
  const sizes = spyOnWrites();
  const streams = Array.from({ length: 50 }, () => pdf(ZEROS));
  expect(await isActive(Buffer.concat([...streams, Buffer.from("<</S/JavaScript>>")]))).toBe(true);
  sizes.length = 0;
  expect(await isActive(Buffer.concat([...streams, pdf(deflateSync(ACTION))]))).toBe(false);
  expect(sizes.length).toBeLessThan(6);
});
