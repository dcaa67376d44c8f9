import type { FileExtension } from "~/contract/lists";

/** Content that a file with a given extension can have. */
export interface FileType {
  /**
   * `document`: programs open documents and images even under each other's extensions, so the content can
   * match any extension of this group that the field accepts. `own`: the content must match the file's own
   * extension. `text`: the content must have no NUL bytes.
   */
  group: "document" | "own" | "text";
  /** Allowed content types as the `file-type` package spells them, the usual type first. */
  content: readonly string[];
  /** Other content types that browsers send for such a file. */
  named?: readonly string[];
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const DOCX = `${OFFICE}.wordprocessingml.document`;
const PPTX = `${OFFICE}.presentationml.presentation`;
const XLSX = `${OFFICE}.spreadsheetml.sheet`;
const ODT = "application/vnd.oasis.opendocument.text";
/** Old Office formats, and new formats with a password. */
const CFB = "application/x-cfb";
const EXCEL = "application/vnd.ms-excel";
const POWERPOINT = "application/vnd.ms-powerpoint";
const ZIPPED = "application/x-zip-compressed";

const MSWORD = "application/msword";
const JPEG: FileType = { group: "document", content: ["image/jpeg"] };

const TYPES: Record<FileExtension, FileType> = {
  pdf: { group: "own", content: ["application/pdf"] },
  doc: { group: "document", content: [CFB, MSWORD, DOCX] },
  docx: { group: "document", content: [DOCX, CFB, MSWORD] },
  rtf: { group: "document", content: ["application/rtf"], named: ["text/rtf"] },
  odt: { group: "document", content: [ODT] },
  jpg: JPEG,
  jpeg: JPEG,
  png: { group: "document", content: ["image/png"] },
  webp: { group: "document", content: ["image/webp"] },
  gif: { group: "document", content: ["image/gif"] },
  ppt: { group: "own", content: [CFB, PPTX], named: [POWERPOINT] },
  pptx: { group: "own", content: [PPTX, CFB] },
  xls: { group: "own", content: [CFB, XLSX], named: [EXCEL] },
  xlsx: { group: "own", content: [XLSX, CFB] },
  zip: {
    group: "own",
    content: ["application/zip", DOCX, PPTX, XLSX, ODT, "application/epub+zip"],
    named: [ZIPPED],
  },
  mp4: { group: "own", content: ["video/mp4", "video/x-m4v"] },
  txt: { group: "text", content: [], named: ["text/plain"] },
  csv: { group: "text", content: [], named: ["text/csv", "text/plain", EXCEL] },
};

export const FILE_TYPES: ReadonlyMap<string, FileType> = new Map(Object.entries(TYPES));

/** Returns the allowed content types of a file. @param accept extensions that the field accepts */
export function contentTypes(extension: string, accept: readonly string[]): readonly string[] {
  const type = FILE_TYPES.get(extension);
  if (type?.group !== "document") return type?.content ?? [];
  const alike = accept.flatMap((other) => FILE_TYPES.get(other) ?? []);
  return alike.filter(({ group }) => group === "document").flatMap(({ content }) => content);
}

/** Formats extensions for display. Both JPEG extensions become `JPG`. */
export const formatTypes = (extensions: readonly string[]): string =>
  [
    ...new Set(
      extensions.map((extension) => (extension === "jpeg" ? "JPG" : extension.toUpperCase())),
    ),
  ].join(", ");

/** The content type that browsers send for files with an extension. */
export function usualContentType(extension: string): string {
  const { content = [], named = [] } = FILE_TYPES.get(extension) ?? {};
  const [first, other] = content;
  return (first === CFB ? (named[0] ?? other) : (first ?? named[0])) ?? "application/octet-stream";
}

/** Returns the accepted extension for a content type, for a file without an extension. */
export const extensionForContent = (type: string, accept: readonly string[]): string | undefined =>
  accept.find((extension) => FILE_TYPES.get(extension)?.content[0] === type) ??
  accept.find((extension) => FILE_TYPES.get(extension)?.content.includes(type));
