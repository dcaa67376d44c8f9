import type { FileExtension } from "../../../contract/lists";

/** What the content of a file with an ending must look like. */
export interface FileType {
  /**
   * `document`: programs open each document and image under each of their endings, so its content may
   * be that of any of the field's endings with this word. `own`: only what the ending says. `text`: no
   * content types; it has no NUL bytes.
   */
  group: "document" | "own" | "text";
  /** The content types of what the file may be, as `file-type` names them. */
  content: readonly string[];
  /** Other content types that browsers give such a file. */
  named?: readonly string[];
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const DOCX = `${OFFICE}.wordprocessingml.document`;
const PPTX = `${OFFICE}.presentationml.presentation`;
const XLSX = `${OFFICE}.spreadsheetml.sheet`;
const ODT = "application/vnd.oasis.opendocument.text";
/** The old formats of Office; the new ones too, where they have a password. */
const CFB = "application/x-cfb";
const EXCEL = "application/vnd.ms-excel";
const POWERPOINT = "application/vnd.ms-powerpoint";
const ZIPPED = "application/x-zip-compressed";

const WORD: FileType = {
  group: "document",
  content: [CFB, "application/msword", DOCX],
};
const JPEG: FileType = { group: "document", content: ["image/jpeg"] };

/** Every ending that a field may accept. */
const TYPES: Record<FileExtension, FileType> = {
  pdf: { group: "own", content: ["application/pdf"] },
  doc: WORD,
  docx: WORD,
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

/** The content types that a file with this ending may have in a field that accepts these endings. */
export function contentTypes(ending: string, accept: readonly string[]): readonly string[] {
  const type = FILE_TYPES.get(ending);
  if (type?.group !== "document") return type?.content ?? [];
  const alike = accept.flatMap((one) => FILE_TYPES.get(one) ?? []);
  return alike.filter(({ group }) => group === "document").flatMap(({ content }) => content);
}

/** The types as a candidate reads them: both endings of a JPEG are one type. */
export const formatTypes = (endings: readonly string[]): string =>
  [...new Set(endings.map((ending) => (ending === "jpeg" ? "JPG" : ending.toUpperCase())))].join(
    ", ",
  );

/** Whether a file's name has one of these endings. */
export const hasExtension = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
