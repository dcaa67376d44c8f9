import type { Photo } from "../upload/photo-field";

/** The longer side of an A4 page, in points. */
const PAGE_POINTS = 842;

/**
 * Creates a PDF with a page for each photo. The JPEGs are embedded unchanged.
 *
 * Source: ISO 32000-1, sections 7.4.8 (DCTDecode) and 7.5 (file structure).
 */
export function photoPdf(photos: readonly Photo[]): Blob {
  const parts: (string | Blob)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Blob) => {
    parts.push(part);
    // All strings are ASCII, so each character is one byte.
    length += typeof part === "string" ? part.length : part.size;
  };
  const writeObject = (dictionary: string, stream?: string | Blob) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n<<${dictionary}>>\n`);
    if (stream !== undefined) {
      write("stream\n");
      write(stream);
      write("\nendstream\n");
    }
    write("endobj\n");
  };

  // Objects 1 and 2 are the catalog and the page tree. Each page has three more objects.
  const pageNumber = (index: number) => 3 + 3 * index;
  const kids = photos.map((_, index) => `${pageNumber(index)} 0 R`).join(" ");
  write("%PDF-1.4\n");
  writeObject("/Type /Catalog /Pages 2 0 R");
  writeObject(`/Type /Pages /Count ${photos.length} /Kids [${kids}]`);
  photos.forEach(({ jpeg, width, height }, index) => {
    const page = pageNumber(index);
    const scale = PAGE_POINTS / Math.max(width, height);
    const size = `${Math.round(width * scale)} ${Math.round(height * scale)}`;
    const drawing = `${size.replace(" ", " 0 0 ")} 0 0 cm /Photo Do`;
    writeObject(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${page + 1} 0 R ` +
        `/Resources <</XObject <</Photo ${page + 2} 0 R>>>>`,
    );
    writeObject(`/Length ${drawing.length}`, drawing);
    writeObject(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size}`,
      jpeg,
    );
  });

  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = offsets.length + 1;
  const trailer = `trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  write(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
  return new Blob(parts, { type: "application/pdf" });
}

/** Extracts the photos of a PDF that `photoPdf` created. From other PDFs, it can extract other data. */
export async function extractPhotos(pdf: Blob): Promise<Photo[]> {
  const text = await latin1(pdf);
  const photos: Photo[] = [];
  const dictionary = /\/Subtype \/Image \/Width (\d+) \/Height (\d+) .*\/Length (\d+)>>\nstream\n/g;
  for (let found = dictionary.exec(text); found; found = dictionary.exec(text)) {
    const [width = 0, height = 0, length = 0] = found.slice(1).map(Number);
    const start = dictionary.lastIndex;
    const jpeg = pdf.slice(start, start + length, "image/jpeg");
    photos.push({ jpeg, width, height });
    // The JPEG's bytes can look like a dictionary.
    dictionary.lastIndex = start + length;
  }
  return photos;
}

/** Decodes each byte as one character. */
export async function latin1(bytes: Blob): Promise<string> {
  let text = "";
  for (const byte of new Uint8Array(await bytes.arrayBuffer())) text += String.fromCharCode(byte);
  return text;
}
