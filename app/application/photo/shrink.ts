import type { Photo } from "../upload/photo-field";
import { latin1 } from "./pdf";

/** Maximum long side in pixels. On an A4 page, this is about 170 dpi. */
const MAX_LONG_SIDE = 2000;
/** Minimum short side in pixels. Overrides the maximum for long screenshots. */
const MIN_SHORT_SIDE = 1000;

/** Target size in bytes. The first quality whose result fits is used, or else the last quality. */
const TARGET_BYTES = 500 * 1024;
const QUALITIES = [0.8, 0.65, 0.5];

/** Share of the work that is done once a photo is decoded. Browsers don't report decoding progress. */
const DECODED = 0.5;
/** Number of steps for drawing a photo. */
const STRIPS = 8;

/** Maximum size of a photo that can be sent unchanged, in bytes. */
const SMALL_BYTES = 600 * 1024;

/** Exif, XMP, IPTC and text in PNGs. */
const METADATA = /Exif|eXIf|iTXt|tEXt|zTXt|ns\.adobe\.com\/xap|Photoshop 3\.0/;

/** Whether a photo might reveal where, when or how it was taken. @param photo the bytes, decoded as Latin-1 */
export function hasMetadata(photo: string): boolean {
  if (METADATA.test(photo)) return true;
  // Comments come before a JPEG's first scan. After that, the same bytes are pixels.
  return (
    photo.startsWith("\xff\xd8") && photo.split("\xff\xda", 1)[0]?.includes("\xff\xfe") === true
  );
}

/** Whether a photo is small and has no metadata. */
export const isLight = async (photo: Blob): Promise<boolean> =>
  photo.size <= SMALL_BYTES && (await isSendable(photo)) && !hasMetadata(await latin1(photo));

/**
 * Whether a photo is a JPEG or PNG, regardless of its name. Few programs can open HEIC, and the form refuses WebP. True
 * for a file that can't be read, which has its own message.
 */
export const isSendable = (photo: Blob): Promise<boolean> =>
  latin1(photo.slice(0, 4)).then(
    (start) => /^(\xff\xd8\xff|\x89PNG)/.test(start),
    () => true,
  );

/**
 * Re-encodes a photo as a small, upright JPEG without metadata. The page stays responsive between the steps.
 *
 * @param onStep receives the share of the work done. If it returns false, the work stops.
 * @returns undefined if this fails, for example because the browser doesn't support the format
 */
export async function shrinkPhoto(
  file: Blob,
  onStep: (share: number) => boolean,
): Promise<Photo | undefined> {
  try {
    const picture = await decode(file);
    const { width, height } = picture;
    const scale = Math.max(
      MAX_LONG_SIDE / Math.max(width, height),
      MIN_SHORT_SIDE / Math.min(width, height),
    );
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * Math.min(1, scale));
    canvas.height = Math.round(height * Math.min(1, scale));
    const context = canvas.getContext("2d");
    if (!context) return undefined;
    context.imageSmoothingQuality = "high";
    // Make transparent areas white instead of black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    const stripTop = (strip: number) => Math.round((canvas.height * strip) / STRIPS);
    for (let strip = 0; strip < STRIPS; strip += 1) {
      if (!onStep(DECODED + ((1 - DECODED) * strip) / STRIPS)) return undefined;
      await new Promise((resolve) => setTimeout(resolve));
      context.save();
      context.beginPath();
      context.rect(0, stripTop(strip), canvas.width, stripTop(strip + 1) - stripTop(strip));
      context.clip();
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      context.restore();
    }
    // Free the memory before encoding. Only bitmaps have `close`.
    if ("close" in picture) picture.close();
    let jpeg: Blob | null = null;
    for (const quality of QUALITIES) {
      jpeg = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, "image/jpeg", quality);
      });
      if (!jpeg || jpeg.size <= TARGET_BYTES) break;
    }
    return jpeg?.type === "image/jpeg" && jpeg.size > 0
      ? { jpeg, width: canvas.width, height: canvas.height }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decodes a photo upright. Chromium does this in another thread. Does not use `resizeWidth`, because Chromium
 * would resize in one long step, and Firefox would ignore `resizeQuality`.
 */
const decode = (file: Blob): Promise<ImageBitmap | HTMLImageElement> =>
  createImageBitmap(file, { imageOrientation: "from-image" })
    // Before Chrome 112, Firefox 111 and Safari 16, only `<img>` is known to be upright.
    .catch(async () => loadPicture(await dataUrl(file)));

const loadPicture = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error("Not a picture"));
    picture.src = address;
  });

/** Returns a `data:` URL, because the page's Content-Security-Policy doesn't allow `blob:` images. */
export const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string); // `readAsDataURL` returns a string
    reader.onerror = () => reject(new Error("Could not read the photo"));
    reader.readAsDataURL(file);
  });
