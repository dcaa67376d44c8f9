import { latin1, type Photo } from "./pdf";

/** Longest side in pixels. A page of A4 then has 170 dots per inch, enough for print of 6 points. */
const MAX_LONG_SIDE = 2000;
/** A long screenshot keeps this width, in pixels. */
const MIN_SHORT_SIDE = 1000;

/** Bytes of a page whose text is readable: the first quality below it is taken. */
const TARGET_BYTES = 500 * 1024;
const QUALITIES = [0.8, 0.65, 0.5];

/** In bytes. A smaller file without metadata is sent as it is. */
const SMALL_BYTES = 600 * 1024;

/** Exif, XMP, IPTC, and the texts of a PNG. Few programs open HEIC: it is always re-encoded. */
const METADATA = /Exif|eXIf|iTXt|tEXt|zTXt|ns\.adobe\.com\/xap|Photoshop 3\.0|^.{4}ftyp/s;

/** Whether a photo, as text of Latin-1, may say where, when or with what it was taken. */
export function hasMetadata(photo: string): boolean {
  if (METADATA.test(photo)) return true;
  // A JPEG's comments are before its first scan; in other data these bytes are pixels.
  return (
    photo.startsWith("\xff\xd8") && photo.split("\xff\xda", 1)[0]?.includes("\xff\xfe") === true
  );
}

/** Whether a photo is sent as it is: small, and without metadata. */
export const isLight = async (photo: Blob): Promise<boolean> =>
  photo.size <= SMALL_BYTES && !hasMetadata(await latin1(photo));

/**
 * Re-encodes a photo as a JPEG that takes little time to upload, upright and without metadata.
 *
 * @returns undefined if this browser cannot: it does not know the format, or lacks the memory
 */
export async function shrinkPhoto(file: Blob): Promise<Photo | undefined> {
  try {
    const picture = await loadPicture(await dataUrl(file));
    const { naturalWidth: width, naturalHeight: height } = picture;
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
    // Paper instead of black behind what is transparent.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
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

/** An `<img>` turns a photo upright in all browsers; `createImageBitmap` does not in older ones. */
const loadPicture = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error("Not a picture"));
    picture.src = address;
  });

/** A file as a `data:` URL: the page's policy does not allow pictures from `blob:`. */
export const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string); // of a data URL
    reader.onerror = () => reject(new Error("The photo cannot be read"));
    reader.readAsDataURL(file);
  });
