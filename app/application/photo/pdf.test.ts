import { expect, test } from "vitest";
import { photoPdf, extractPhotos } from "./pdf";

const jpeg = (text: string) => new Blob([`\u00ff${text}`]);

test("writes a page for each photo, with the long side of A4 and the unchanged JPEG", async () => {
  const pdf = photoPdf([
    { jpeg: jpeg("one"), width: 1500, height: 2000 },
    { jpeg: jpeg("two"), width: 2000, height: 1000 },
  ]);
  const text = Buffer.from(await pdf.arrayBuffer()).toString("latin1");
  expect(text.match(/MediaBox \[.*?\]/g)).toEqual([
    "MediaBox [0 0 632 842]",
    "MediaBox [0 0 842 421]",
  ]);
  expect(text.match(/\d+ 0 0 \d+ 0 0 cm/g)).toEqual(["632 0 0 842 0 0 cm", "842 0 0 421 0 0 cm"]);
  expect(text).toContain("/Count 2 /Kids [3 0 R 6 0 R]");
  expect(text).toMatch(/Width 1500 \/Height 2000 .* \/Length 5>>\nstream\n..one\nendstream/s);
  expect(text).toMatch(/Width 2000 \/Height 1000 .* \/Length 5>>\nstream\n..two\nendstream/s);
});

test("writes the offsets of the objects and of the cross-reference table", async () => {
  const pdf = photoPdf([{ jpeg: jpeg("one"), width: 3, height: 4 }]);
  const text = Buffer.from(await pdf.arrayBuffer()).toString("latin1");
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `${number} 0 obj`),
  );
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe("xref");
  expect(pdf.type).toBe("application/pdf");
});

test("extracts the photos of a PDF that photoPdf created", async () => {
  const tricky = "/Subtype /Image /Width 1 /Height 1 /Length 2>>\nstream\nno";
  const photos = [
    { jpeg: jpeg("one"), width: 3, height: 4 },
    { jpeg: jpeg(tricky), width: 5, height: 6 },
    { jpeg: jpeg(""), width: 7, height: 8 },
  ];
  const extracted = await extractPhotos(photoPdf(photos));
  expect(extracted.map(({ width, height }) => [width, height])).toEqual([
    [3, 4],
    [5, 6],
    [7, 8],
  ]);
  expect(await Promise.all(extracted.map(({ jpeg }) => jpeg.text()))).toEqual(
    await Promise.all(photos.map(({ jpeg }) => jpeg.text())),
  );
  expect(await extractPhotos(new Blob(["%PDF-1.4 another"]))).toEqual([]);
});
