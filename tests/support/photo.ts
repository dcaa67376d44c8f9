import type { Page } from "playwright/test";

/** An EXIF segment with an orientation (rotated by 90 degrees) and a camera. */
const EXIF = (() => {
  const camera = "A camera at 40.4168 N";
  const tiff = Buffer.alloc(38 + camera.length + 1);
  tiff.write("II*\0", 0, "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  // The entries are Make (0x010f) and Orientation (0x0112). Orientation 6: rotate by 90 degrees clockwise.
  tiff.writeUInt16LE(0x010f, 10);
  tiff.writeUInt16LE(2, 12);
  tiff.writeUInt32LE(camera.length + 1, 14);
  tiff.writeUInt32LE(38, 18);
  tiff.writeUInt16LE(0x0112, 22);
  tiff.writeUInt16LE(3, 24);
  tiff.writeUInt32LE(1, 26);
  tiff.writeUInt16LE(6, 30);
  tiff.write(camera, 38, "latin1");
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
})();

/** The pixel dimensions of a phone's photo, and of the smallest photo that the site reduces. */
const LARGE = [4032, 3024] as const;
const SMALL = [2016, 1512] as const;

interface PhotoOptions {
  /** Leaves out the orientation, so that the photo is landscape. */
  isUpright?: boolean;
  /** Creates a photo of 12 megapixels instead of 3. */
  isLarge?: boolean;
}

const drawings = new Map<readonly number[], Promise<string>>();

/** Creates a photo of a written page, as a phone would take it: with grain, and rotated. */
export async function phonePhoto(
  page: Page,
  name: string,
  { isUpright = false, isLarge = false }: PhotoOptions = {},
) {
  const size = isLarge ? LARGE : SMALL;
  const drawing = drawings.get(size) ?? drawPage(page, size);
  drawings.set(size, drawing);
  const jpeg = Buffer.from(await drawing, "base64");
  const exif = isUpright ? [] : [EXIF];
  const buffer = Buffer.concat([jpeg.subarray(0, 2), ...exif, jpeg.subarray(2)]);
  return { name, mimeType: "image/jpeg", buffer };
}

/** Draws a written page in the browser. @returns a JPEG in base64 */
const drawPage = (page: Page, size: readonly [width: number, height: number]) =>
  page.evaluate(([width, height]) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    if (!context) throw new Error("No canvas");
    context.fillStyle = "#e8e6e0";
    // Draw for 4032 × 3024 pixels.
    context.scale(width / 4032, height / 3024);
    context.fillRect(0, 0, 4032, 3024);
    // The page is upright after rotating the photo by 90 degrees.
    context.translate(0, 3024);
    context.rotate(-Math.PI / 2);
    context.fillStyle = "#222";
    context.font = "120px serif";
    context.fillText("Ana García López", 240, 400);
    // A font size of 11 points at 300 dots per inch.
    context.font = "46px serif";
    for (let line = 0; line < 45; line += 1) {
      context.fillText(
        `2019-2024 Taller Norte, responsable de pagos, línea ${line}`,
        240,
        560 + line * 70,
      );
    }
    // Add deterministic grain.
    let state = 7;
    const grain = document.createElement("canvas");
    [grain.width, grain.height] = [504, 504];
    const pen = grain.getContext("2d");
    const noise = pen?.createImageData(504, 504);
    if (!pen || !noise) throw new Error("No canvas");
    for (let at = 0; at < noise.data.length; at += 4) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      noise.data.fill(state % 256, at, at + 3);
      noise.data[at + 3] = 28;
    }
    pen.putImageData(noise, 0, 0);
    context.fillStyle = context.createPattern(grain, "repeat") ?? "";
    context.fillRect(0, 0, 3024, 4032);
    return canvas.toDataURL("image/jpeg", 0.95).split(",")[1] ?? "";
  }, size);

/** Returns the width and height in a JPEG's first frame header. */
export function jpegSize(jpeg: Buffer): [width: number, height: number] {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  throw new Error("Not a JPEG");
}

/** Draws an empty WebP of this size in the browser. */
export async function drawWebp(page: Page, width: number, height: number) {
  const dataUrl = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      return canvas.toDataURL("image/webp");
    },
    [width, height] as const,
  );
  return Buffer.from(dataUrl.split(",")[1] ?? "", "base64");
}
