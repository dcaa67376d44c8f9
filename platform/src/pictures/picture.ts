// Checks pictures by their content, and removes data that is not part of the image: location, camera, comments, and
// bytes after its end.

const PICTURE_LIMITS = {
  bytes: 5 * 1024 * 1024,
  /** Width and height. */
  pixels: 8000,
  /** Width times height, because browsers decode the whole picture into memory. */
  area: 40_000_000,
  /** Segments or chunks of a file. */
  parts: 20_000,
};

export interface Picture {
  type: "png" | "jpg" | "webp";
  /** The size as shown, after turning a photo upright. */
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

export type PictureError = "type" | "broken" | "bytes" | "pixels";

interface ParsedPicture extends Omit<Picture, "bytes"> {
  parts: Uint8Array[];
}

/** Reads a picture. Returns it without metadata, or the reason why it is refused. */
export function readPicture(given: Uint8Array): Picture | PictureError {
  if (given.length > PICTURE_LIMITS.bytes) return "bytes";
  const read = READERS.find(({ isType }) => isType(given))?.read;
  if (!read) return "type";
  let image: ParsedPicture | undefined;
  try {
    image = read(given, new DataView(given.buffer, given.byteOffset, given.byteLength));
  } catch (error) {
    // A read past the end of a truncated picture.
    if (!(error instanceof RangeError)) throw error;
  }
  if (!image || image.width < 1 || image.height < 1) return "broken";
  const { type, width, height, parts } = image;
  const { pixels, area } = PICTURE_LIMITS;
  if (width > pixels || height > pixels || width * height > area) return "pixels";
  return { type, width, height, bytes: join(parts) };
}

const READERS = [
  { isType: (bytes: Uint8Array) => startsWith(bytes, "\x89PNG\r\n\x1a\n"), read: readPng },
  { isType: (bytes: Uint8Array) => startsWith(bytes, "\xff\xd8\xff"), read: readJpeg },
  {
    isType: (bytes: Uint8Array) => startsWith(bytes, "RIFF") && ascii(bytes, 8, 4) === "WEBP",
    read: readWebp,
  },
];

/** Chunks of the image itself, its colours and its resolution. Source: PNG (W3C), section 11. */
const PNG_CHUNKS = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP pHYs".split(" "),
);

function readPng(bytes: Uint8Array, view: DataView): ParsedPicture | undefined {
  const parts = [bytes.subarray(0, 8)];
  let at = 8;
  for (let count = 0; count < PICTURE_LIMITS.parts; count += 1) {
    const end = at + 12 + view.getUint32(at);
    const name = ascii(bytes, at + 4, 4);
    if (end > bytes.length || (at === 8) !== (name === "IHDR")) return undefined;
    if (PNG_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    if (name === "IEND") {
      return { type: "png", width: view.getUint32(16), height: view.getUint32(20), parts };
    }
    at = end;
  }
  return undefined;
}

/** Creates an Exif segment that contains only the photo's orientation. */
const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.from([
    ...[0xff, 0xe1, 0, 34, ...encode("Exif\0\0"), ...encode("MM\0*"), 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ]);

/** Source: ITU-T T.81, annex B. */
function readJpeg(bytes: Uint8Array, view: DataView): ParsedPicture | undefined {
  const parts = [bytes.subarray(0, 2)];
  let [at, width, height, orientation] = [2, 0, 0, 1];
  for (let count = 0; count < PICTURE_LIMITS.parts; count += 1) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // Fill bytes may precede a marker.
      continue;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    // Start-of-frame markers are C0 to CF, except C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    }
    if (marker === 0xe1) orientation = readOrientation(segment) ?? orientation;
    if (isKeptSegment(marker, segment)) parts.push(segment);
    at = end;
    if (marker === 0xda) break;
  }
  // The compressed data and, in a progressive photo, additional scans. A phone's photo can have a video after its end.
  const end = findJpegEnd(bytes, at);
  if (width === 0 || end === undefined) return undefined;
  parts.push(bytes.subarray(at, end));
  if (orientation !== 1) parts.splice(1, 0, orientationSegment(orientation));
  const isTurned = orientation >= 5;
  const [w, h] = isTurned ? [height, width] : [width, height];
  return { type: "jpg", width: w, height: h, parts };
}

/**
 * Whether to keep a segment. Comments and APP segments are dropped, except JFIF, the colour profile and
 * Adobe's colour space.
 */
function isKeptSegment(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe2) return ascii(segment, 4, 11) === "ICC_PROFILE";
  if (marker === 0xe0 || marker === 0xee) return true;
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef);
}

/** Finds the end-of-image marker. In compressed data, FF is followed by 0 or by a restart marker. */
function findJpegEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return at + 2;
  }
  return undefined;
}

/** Reads the photo's orientation (1 to 8) from an Exif segment. Source: Exif 2.32, section 4.6. */
function readOrientation(segment: Uint8Array): number | undefined {
  if (ascii(segment, 4, 4) !== "Exif") return undefined;
  const view = new DataView(segment.buffer, segment.byteOffset + 10, segment.byteLength - 10);
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  const entries = Math.min(view.getUint16(directory, isLittle), 100);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    if (view.getUint16(at, isLittle) !== 0x0112) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

const WEBP_CHUNKS = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP", "ANIM", "ANMF"]);

/** Source: RFC 9649. */
function readWebp(bytes: Uint8Array, view: DataView): ParsedPicture | undefined {
  const parts: Uint8Array[] = [];
  const size = { width: 0, height: 0 };
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true));
  let at = 12;
  for (let count = 0; at + 8 <= end && count < PICTURE_LIMITS.parts; count += 1) {
    const name = ascii(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (next > bytes.length) return undefined;
    const chunk = bytes.slice(at, next);
    if (name === "VP8X") {
      // Clear the flags for Exif and XMP.
      chunk[8] = (chunk[8] ?? 0) & ~0x0c;
      size.width = 1 + view.getUint16(at + 12, true) + (view.getUint8(at + 14) << 16);
      size.height = 1 + view.getUint16(at + 15, true) + (view.getUint8(at + 17) << 16);
    } else if (name === "VP8 " && size.width === 0) {
      size.width = view.getUint16(at + 14, true) & 0x3fff;
      size.height = view.getUint16(at + 16, true) & 0x3fff;
    } else if (name === "VP8L" && size.width === 0) {
      const bits = view.getUint32(at + 9, true);
      size.width = 1 + (bits & 0x3fff);
      size.height = 1 + ((bits >> 14) & 0x3fff);
    }
    if (WEBP_CHUNKS.has(name)) parts.push(chunk);
    at = next;
  }
  const header = new Uint8Array(12);
  header.set([...encode("RIFF\0\0\0\0WEBP")]);
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  new DataView(header.buffer).setUint32(4, length, true);
  return { type: "webp", ...size, parts: [header, ...parts] };
}

const encode = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const startsWith = (bytes: Uint8Array, text: string) => ascii(bytes, 0, text.length) === text;

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
