// What the desk shows of a file in a browser tab, and what it names before (docs/decisions/0072-the-inbox.md).

/** Larger files are only downloads, because a file is searched in memory before it is shown. */
export const MAX_SHOWN_BYTES = 16 * 1024 * 1024;

/** File names for which the page offers to open the file. The first bytes decide whether it is shown. */
export const isNamedShowable = (name: string): boolean =>
  /\.(?:pdf|png|jpe?g|gif|webp)$/i.test(name);

/** Types that are shown, as patterns of a file's first bytes in Latin-1. */
const TYPES = [
  ["application/pdf", /^%PDF-\d/],
  ["image/png", /^\x89PNG\r\n.\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
] as const;

/** Returns the type of a file that a browser may show. */
export function findShownType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return TYPES.find(([, pattern]) => pattern.test(start))?.[0];
}

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** What a PDF may contain besides pages. A destination as `OpenAction` only scrolls, and every word processor writes it. */
const CONTENT = {
  script: /\/JavaScript(?![\w.-])|\/JS[\s\0]*(?:[(<]|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/,
  launch: /\/Launch(?![\w.-])/,
  action: /\/(?:OpenAction|AA)[\s\0]*(?:<<|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/,
  form: /\/(?:SubmitForm|ImportData)(?![\w.-])/,
  attachment: /\/EmbeddedFiles?(?![\w.-])/,
  media: /\/(?:RichMedia|Rendition|Movie)(?![\w.-])/,
  encrypted: /\/Encrypt[\s\0]*(?:<<|\d{1,9}\s{1,9}\d{1,5}\s{1,9}R)/,
};

/** `unchecked` means that the file is too complex to be searched as a whole. */
export type PdfContent = keyof typeof CONTENT | "unchecked";

const KINDS = Object.keys(CONTENT) as (keyof typeof CONTENT)[]; // has no other keys

/** Names can have characters as hexadecimal: `/J#61vaScript`. */
const decodeNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );

/** The type of object streams, whose objects are compressed (ISO 32000-1, section 7.5.7). */
const OBJECT_STREAM = "/ObjStm";
const STREAM = /\bstream\r?\n/;
const MAX_DICTIONARY_BYTES = 1024;

const MAX_STREAMS = 500;
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;

/** Searches a PDF, also the objects that are compressed. */
export async function findPdfContent(bytes: Uint8Array<ArrayBuffer>): Promise<PdfContent[]> {
  const found = new Set<PdfContent>();
  const search = (text: string) => {
    const decoded = decodeNames(text);
    for (const kind of KINDS) if (CONTENT[kind].test(decoded)) found.add(kind);
  };
  const text = latin1(bytes);
  search(text);
  let left = MAX_INFLATED_BYTES;
  let streams = 0;
  for (let at = 0; (at = text.indexOf(OBJECT_STREAM, at)) >= 0;) {
    streams += 1;
    if (streams > MAX_STREAMS || left <= 0) {
      found.add("unchecked");
      break;
    }
    const keyword = STREAM.exec(text.slice(at, at + MAX_DICTIONARY_BYTES));
    const start = at + (keyword ? keyword.index + keyword[0].length : OBJECT_STREAM.length);
    at = start;
    if (!keyword) continue;
    const end = text.indexOf("endstream", start);
    const inflated = await inflate(bytes.slice(start, end < 0 ? undefined : end), left);
    left -= inflated.byteLength;
    search(latin1(inflated));
  }
  return [...found];
}

/** Inflates up to `limit` bytes, and as much of broken data as can be read. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const packed = new Response(bytes).body;
    const reader = packed?.pipeThrough(new DecompressionStream("deflate")).getReader();
    while (reader && size < limit) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.byteLength;
    }
    await reader?.cancel();
  } catch {
    // The rest cannot be read by a viewer either.
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
