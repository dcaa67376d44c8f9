import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPicture } from "./picture";

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
      ),
    ),
  );
const uint32 = (value: number) => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
const little32 = (value: number) => uint32(value).reverse();

const chunk = (name: string, data: Uint8Array | number[]) =>
  bytes(uint32(data.length), name, data, [0, 0, 0, 0]);
const png = (width: number, height: number, ...extra: Uint8Array[]) =>
  bytes(
    "\x89PNG\r\n\x1a\n",
    chunk("IHDR", [...uint32(width), ...uint32(height), 8, 0, 0, 0, 0]),
    ...extra,
    chunk("IDAT", deflateSync(Buffer.alloc(2))),
    chunk("IEND", []),
  );

const segment = (marker: number, data: Uint8Array) =>
  bytes([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255], data);
const exif = (orientation: number) =>
  bytes(
    "Exif\0\0II*\0",
    little32(8),
    [2, 0],
    [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0],
    [...[0x25, 0x88, 4, 0, 1, 0, 0, 0, 99, 0, 0, 0]],
    "GPS 40.4168,-3.7038",
  );
const jpeg = (...extra: Uint8Array[]) =>
  bytes(
    [0xff, 0xd8],
    ...extra,
    segment(0xc0, bytes([8, 0, 20, 0, 10, 1, 1, 0x11, 0])),
    segment(0xda, bytes([1, 1, 0, 0, 63, 0])),
    [1, 2, 0xff, 0, 3, 0xff, 0xd9],
  );

const webpChunk = (name: string, data: Uint8Array) =>
  bytes(name, little32(data.length), data, data.length % 2 ? [0] : []);
const webp = (...chunks: Uint8Array[]) => {
  const body = bytes(...chunks);
  return bytes("RIFF", little32(body.length + 4), "WEBP", body);
};
const VP8X = webpChunk("VP8X", bytes([0x0c, 0, 0, 0, 9, 0, 0, 19, 0, 0]));

const read = (given: Uint8Array) => {
  const picture = readPicture(given);
  if (typeof picture === "string") throw new Error(picture);
  return { ...picture, text: Buffer.from(picture.bytes).toString("latin1") };
};

test.each([
  ["PNG", png(10, 20, chunk("tEXt", bytes("GPS")), chunk("eXIf", bytes("GPS")))],
  ["JPEG", jpeg(segment(0xe1, exif(1)), segment(0xfe, bytes("GPS")), segment(0xed, bytes("GPS")))],
  ["WebP", webp(VP8X, webpChunk("EXIF", bytes("GPS!")), webpChunk("VP8L", bytes([1])))],
])("removes metadata, and bytes after the end, from %s", (_, given) => {
  const { width, height, text } = read(bytes(given, "GPS <script>"));
  expect([width, height]).toEqual([10, 20]);
  expect(text).not.toMatch(/GPS|script/);
  expect(read(bytes(text)).text).toBe(text);
});

test("keeps only the orientation from a photo's Exif, and rotates its size", () => {
  const { width, height, text } = read(jpeg(segment(0xe1, exif(6))));
  expect([width, height]).toEqual([20, 10]);
  expect(text).toContain("Exif");
  expect(text).not.toContain("GPS");
  expect(read(bytes(text))).toMatchObject({ width: 20, height: 10, text });
});

test("clears WebP's flags for Exif and XMP", () => {
  expect(read(webp(VP8X, webpChunk("VP8L", bytes([1])))).bytes[20]).toBe(0);
});

test.each([
  ["type", bytes("<svg onload=alert(1)>")],
  ["type", bytes("GIF89a")],
  ["type", bytes("")],
  ["broken", png(10, 20).slice(0, 40)],
  ["broken", bytes("\x89PNG\r\n\x1a\n")],
  ["broken", jpeg().slice(0, 20)],
  ["broken", bytes([0xff, 0xd8, 0xff])],
  ["broken", webp()],
  ["broken", png(0, 20)],
  ["pixels", png(8001, 1)],
  ["pixels", png(7000, 7000)],
  ["bytes", new Uint8Array(5 * 1024 * 1024 + 1)],
])("refuses, as %s, a file that pages cannot show as a picture", (error, given) => {
  expect(readPicture(given)).toBe(error);
});
