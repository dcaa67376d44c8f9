import { BODY_READ_LIMIT } from "../../runtime/body-limit.server";
import { createByteReader } from "../../runtime/streams.server";

/**
 * The parts of a `multipart/form-data` body, in their order; a file comes in several events. A file
 * without a name is one whose headers cannot be read as a browser writes them.
 */
export type MultipartEvent =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string | undefined; contentType: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "file-end" };

/** The body is not a form: it was cut off, is not multipart, or has too many or too large fields. */
export class MalformedFormError extends Error {
  override name = "MalformedFormError";
}

/** The body is too large, although its `Content-Length` did not say so. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/** More parts than any position has questions. */
const MAX_PARTS = 1000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_FIELD_BYTES = 64 * 1024;
/** Characters of all fields together, which are in memory at once. */
const MAX_FIELDS_LENGTH = 2 * 1024 * 1024;

const CRLF = encode("\r\n");
const HEADER_END = encode("\r\n\r\n");

/**
 * Reads a form as a stream. A file's bytes are handed on as they come, and nothing is read ahead of
 * the caller, so a body of any size costs one buffer. The bytes of an event are valid only until the
 * caller asks for the next event.
 *
 * @throws MalformedFormError, BodyTooLargeError
 * @see RFC 7578 (multipart/form-data), RFC 2046, section 5.1 (multipart)
 */
export async function* readMultipart(request: Request): AsyncGenerator<MultipartEvent> {
  const boundary = parseBoundary(request.headers.get("Content-Type") ?? "");
  if (!request.body || boundary === undefined) throw new MalformedFormError("Not a form");
  // A line end in front of the body makes the first delimiter look like all others.
  const source = new ByteSource(request.body, CRLF);
  const delimiter = encode(`\r\n--${boundary}`);

  try {
    yield* readParts(source, delimiter);
  } catch (error) {
    // A browser that is still sending sees the answer only once everything was read.
    if (error instanceof MalformedFormError) await source.drain();
    throw error;
  }
  await source.drain();
}

async function* readParts(
  source: ByteSource,
  delimiter: Uint8Array,
): AsyncGenerator<MultipartEvent> {
  let fieldsLength = 0;
  await source.skip(delimiter);
  for (let parts = 0; ; parts++) {
    if ((await source.take(2)) === "--") break;
    if (parts === MAX_PARTS) throw new MalformedFormError("Too many parts");
    const part = parsePart(await collectText(source.readUntil(HEADER_END), MAX_HEADER_BYTES));
    if (!part.isFile) {
      const value = await collectText(source.readUntil(delimiter), MAX_FIELD_BYTES);
      fieldsLength += part.name.length + value.length;
      if (fieldsLength > MAX_FIELDS_LENGTH) throw new MalformedFormError("Too much text");
      yield { kind: "field", name: part.name, value };
      continue;
    }
    const { name, fileName, contentType } = part;
    yield { kind: "file", name, fileName, contentType };
    for await (const bytes of source.readUntil(delimiter)) yield { kind: "bytes", bytes };
    yield { kind: "file-end" };
  }
}

/** Size of the buffer that a body is read through, in bytes. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Reads a stream of bytes up to a mark, however its chunks are cut. It has one buffer, so the bytes
 * that it gives are valid only until it is asked for more.
 */
class ByteSource {
  readonly #read: (buffer: Uint8Array) => Promise<Uint8Array | undefined>;
  /** Bytes that were read and not yet given. */
  #buffered: Uint8Array;
  #buffer: Uint8Array = new Uint8Array(BUFFER_BYTES);
  #received = 0;
  #isEnded = false;

  constructor(stream: ReadableStream<Uint8Array>, before: Uint8Array) {
    this.#read = createByteReader(stream);
    this.#buffered = before;
  }

  /** The bytes up to a mark, as they come; the mark itself is skipped. */
  async *readUntil(mark: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#buffered, mark);
      if (at >= 0) {
        if (at > 0) yield this.#buffered.subarray(0, at);
        this.#buffered = this.#buffered.subarray(at + mark.length);
        return;
      }
      // The last bytes may be the beginning of the mark.
      const sure = Math.max(0, this.#buffered.length - mark.length + 1);
      if (sure > 0) yield this.#buffered.subarray(0, sure);
      this.#buffered = this.#buffered.subarray(sure);
      if (!(await this.#readMore())) throw new MalformedFormError("The body was cut off");
    }
  }

  /** Skips everything up to a mark, and the mark. */
  async skip(mark: Uint8Array): Promise<void> {
    const passed = this.readUntil(mark);
    while (!(await passed.next()).done);
  }

  /** The next few bytes, as Latin-1. */
  async take(count: number): Promise<string> {
    while (this.#buffered.length < count) {
      if (!(await this.#readMore())) throw new MalformedFormError("The body was cut off");
    }
    const taken = String.fromCharCode(...this.#buffered.subarray(0, count));
    this.#buffered = this.#buffered.subarray(count);
    return taken;
  }

  /** Reads the rest and drops it, so that the browser can finish sending. */
  async drain(): Promise<void> {
    do this.#buffered = new Uint8Array();
    while (!this.#isEnded && (await this.#readMore()));
  }

  /** Reads more behind the bytes that are held, which are never longer than a mark. */
  async #readMore(): Promise<boolean> {
    const start = this.#buffered.length;
    this.#buffer.set(this.#buffered);
    const value = await this.#read(this.#buffer.subarray(start));
    if (!value) {
      this.#isEnded = true;
      return false;
    }
    this.#received += value.byteLength;
    if (this.#received > BODY_READ_LIMIT) throw new BodyTooLargeError("The body is too large");
    // Reading detached the buffer, and gave its memory back as another one.
    this.#buffer = new Uint8Array(value.buffer);
    this.#buffered = this.#buffer.subarray(0, start + value.byteLength);
    return true;
  }
}

/** Where a mark begins in some bytes, or -1. It looks only where the mark's first byte is. */
function indexOf(bytes: Uint8Array, mark: Uint8Array): number {
  const [first = 0] = mark;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + mark.length > bytes.length) return -1;
    let same = 1;
    while (same < mark.length && bytes[at + same] === mark[same]) same++;
    if (same === mark.length) return at;
  }
  return -1;
}

async function collectText(stream: AsyncGenerator<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > limit) throw new MalformedFormError("A field or its headers are too large");
    chunks.push(chunk.slice());
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(concatenate(chunks));
}

function concatenate(chunks: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function parseBoundary(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/** A parameter of a header. */
const PARAMETER = /;\s*([\w*-]+)=(?:"([^"]*)"|[^;"]*)/g;

/** A quotation mark inside a text, as programs write it that are no browsers: more stands behind it. */
const INNER_QUOTE = /\\"(?!\s*(?:;|$))/g;

/**
 * Reads a part's headers, as browsers write them: raw UTF-8 in quotes, with only `"`, CR and LF
 * escaped. A file's name may have any other control character. Other programs write `\"` for a
 * quotation mark, and fold lines.
 *
 * @see WHATWG HTML, "Multipart form data"
 */
function parsePart(headers: string) {
  const lines = headers.replace(/\r\n(?=[ \t])/g, "").split(/[\r\n]+/);
  const headerValues = (name: RegExp) => lines.flatMap((line) => name.exec(line)?.[1] ?? []);
  const dispositions = headerValues(/^content-disposition:\s*([^]*)/i).map(parseDisposition);
  const [first, ...others] = dispositions.filter(({ name }) => name !== undefined);
  if (first?.name === undefined) throw new MalformedFormError("No name");
  const isReadable = dispositions.length === 1;
  const mentioned = [first, ...others].find(({ isFile }) => isFile) ?? first;
  const contentType = headerValues(/^content-type:(.*)/i)[0]?.trim() ?? "";
  return {
    name: unescapeName(mentioned.name ?? first.name),
    isFile: mentioned.isFile,
    fileName: isReadable && first.fileName !== undefined ? unescapeName(first.fileName) : undefined,
    contentType: contentType === "" ? "application/octet-stream" : contentType,
  };
}

/** What a `Content-Disposition` says. `isFile`: it mentions the name of a file, read or not. */
function parseDisposition(disposition: string) {
  const written = disposition.replace(INNER_QUOTE, "%22");
  const given = /^form-data([^]*)/i.exec(written)?.[1] ?? "";
  // All parameters in turn, so that nothing inside a quoted text is taken for a parameter.
  const parameters = new Map(
    [...given.matchAll(PARAMETER)].map(([, key = "", value]) => [key.toLowerCase(), value]),
  );
  const unquoted = written.replace(PARAMETER, ";$1");
  return {
    name: parameters.get("name"),
    fileName: parameters.get("filename"),
    isFile: /filename/i.test(unquoted),
  };
}

const unescapeName = (text: string) =>
  text.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
