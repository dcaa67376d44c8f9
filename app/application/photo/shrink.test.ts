import { expect, test } from "vitest";
import { hasMetadata } from "./shrink";

const SCAN = "\xff\xda and pixels";

test.each([
  ["Exif", "\xff\xd8\xff\xe1\0\x20Exif\0\0"],
  ["XMP", "\xff\xd8\xff\xe1\0\x20http://ns.adobe.com/xap/1.0/"],
  ["IPTC", "\xff\xd8\xff\xed\0\x20Photoshop 3.0"],
  ["a comment", `\xff\xd8\xff\xfe\0\x09Lisbon${SCAN}`],
  ["Exif in a PNG", "\x89PNG IDAT eXIf"],
  ["text in a PNG", "\x89PNG zTXtRaw profile type exif"],
  ["HEIC", "\0\0\0\x18ftypheic"],
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
