import { expect, test } from "vitest";
import { hasMetadata, isLight, isSendable } from "./shrink";

const SCAN = "\xff\xda and pixels";

test.each([
  ["Exif", "\xff\xd8\xff\xe1\0\x20Exif\0\0"],
  ["XMP", "\xff\xd8\xff\xe1\0\x20http://ns.adobe.com/xap/1.0/"],
  ["IPTC", "\xff\xd8\xff\xed\0\x20Photoshop 3.0"],
  ["a comment", `\xff\xd8\xff\xfe\0\x09Lisbon${SCAN}`],
  ["Exif in a PNG", "\x89PNG IDAT eXIf"],
  ["text in a PNG", "\x89PNG zTXtRaw profile type exif"],
])("finds metadata: %s", (_, photo) => {
  expect(hasMetadata(photo)).toBe(true);
});

test.each([
  ["a JPEG", `\xff\xd8\xff\xe0\0\x10JFIF${SCAN}`],
  ["pixels of a JPEG that look like a comment", `\xff\xd8${SCAN}\xff\xfe`],
  ["pixels of a PNG that look like a JPEG's comment", "\x89PNG IDAT\xff\xfe"],
])("finds no metadata in %s", (_, photo) => {
  expect(hasMetadata(photo)).toBe(false);
});

test.each([
  ["a WebP", "RIFF\x10\0\0\0WEBPVP8 "],
  ["an AVIF", "\0\0\0\x1cftypavif"],
  ["a GIF", "GIF89a\x01\0"],
  ["a bitmap", "BM\x46\0\0\0"],
  ["a TIFF", "II*\0\x08\0"],
])("re-encodes %s regardless of its name", async (_, start) => {
  const photo = new File([Buffer.from(start, "latin1")], "cv.jpg", { type: "image/jpeg" });
  expect(await isSendable(photo)).toBe(false);
  expect(await isLight(photo)).toBe(false);
});

test.each([
  ["a JPEG", `\xff\xd8\xff\xe0\0\x10JFIF${SCAN}`],
  ["a PNG", "\x89PNG\r\n IDAT"],
])("sends %s unchanged", async (_, start) => {
  const photo = new File([Buffer.from(start, "latin1")], "cv.webp", { type: "image/webp" });
  expect(await isLight(photo)).toBe(true);
});
