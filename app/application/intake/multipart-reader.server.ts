import { BODY_READ_LIMIT } from "~/app/runtime/body-limit.server";
import { concatenate, createByteReader } from "~/app/runtime/streams.server";

/**
 * An event for a part of a `multipart/form-data` body. A file has several events. `fileName` is undefined if
 * the part's headers are ambiguous or malformed.
 */
export type MultipartEvent =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string | undefined; contentType: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "file-end" };

/** Thrown if the body is cut off or malformed, or has too many or too large fields. */
export class MalformedFormError extends Error {
  override name = "MalformedFormError";
}

/** Thrown if the body is longer than `BODY_READ_LIMIT`. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

const MAX_PARTS = 1000;
/** Limit on boundary strings inside contents, which are not followed by a line break or "--". */
const MAX_FALSE_BOUNDARIES = 100;
const MAX_HEADER_BYTES = 16 * 1024;
/** Limit on the total length of all parts' headers. */
const MAX_HEADERS_LENGTH = 256 * 1024;
const MAX_FIELD_BYTES = 64 * 1024;
/** Limit on the total length of all fields, which are in memory at the same time. */
const MAX_FIELDS_LENGTH = 2 * 1024 * 1024;

const CRLF = encode("\r\n");
const HEADER_END = encode("\r\n\r\n");

/**
 * Reads a form as a stream. Yields file bytes as they arrive and never reads ahead, so a file of any size needs
 * one buffer. An event's bytes are valid only until the next event is requested.
 * @throws MalformedFormError, BodyTooLargeError, or the error of the stream
 * @see RFC 7578 (multipart/form-data), RFC 2046, section 5.1 (multipart)
 */
export async function* readMultipart(request: Request): AsyncGenerator<MultipartEvent> {
  const boundary = parseBoundary(request.headers.get("Content-Type") ?? "");
  if (!request.body || boundary === undefined) throw new MalformedFormError("Not a form");
  // Prepend a line break, so that the first delimiter looks like the others.
  const source = new ByteSource(request.body as ReadableStream<Uint8Array>, CRLF);
  const delimiter = encode(`\r\n--${boundary}`);

  try {
    yield* readParts(source, delimiter);
  } catch (error) {
    // Browsers show the response only after they have sent the entire request.
    if (error instanceof MalformedFormError) await source.drain();
    throw error;
  }
  await source.drain();
}

async function* readParts(
  source: ByteSource,
  delimiter: Uint8Array,
): AsyncGenerator<MultipartEvent> {
  let headersLength = 0;
  let fieldsLength = 0;
  await source.skipPast(delimiter);
  for (let parts = 0; ; parts++) {
    if ((await source.take(2)) === "--") break;
    if (parts === MAX_PARTS) throw new MalformedFormError("Too many parts");
    const headers = await collectText(source.readUntil(HEADER_END), MAX_HEADER_BYTES);
    headersLength += headers.length;
    if (headersLength > MAX_HEADERS_LENGTH) throw new MalformedFormError("Too many headers");
    const part = parsePart(headers);
    if (!part.isFile) {
      const value = await collectText(source.readUntil(delimiter, true), MAX_FIELD_BYTES);
      fieldsLength += part.name.length + value.length;
      if (fieldsLength > MAX_FIELDS_LENGTH) throw new MalformedFormError("Too much text");
      yield { kind: "field", name: part.name, value };
      continue;
    }
    const { name, fileName, contentType } = part;
    yield { kind: "file", name, fileName, contentType };
    for await (const bytes of source.readUntil(delimiter, true)) yield { kind: "bytes", bytes };
    yield { kind: "file-end" };
  }
}

const BUFFER_BYTES = 64 * 1024;

/**
 * Reads a byte stream up to a delimiter, regardless of chunk boundaries. Uses one buffer, so returned bytes
 * are valid only until the next read.
 */
class ByteSource {
  readonly #read: ReturnType<typeof createByteReader>;
  /** Bytes that were read but not yet returned. */
  #buffered: Uint8Array;
  #buffer = new Uint8Array(BUFFER_BYTES);
  #received = 0;
  #falseBoundaries = 0;
  #isEnded = false;

  constructor(stream: ReadableStream<Uint8Array>, before: Uint8Array) {
    this.#read = createByteReader(stream);
    this.#buffered = before;
  }

  /**
   * Yields the bytes up to a delimiter as they arrive, and skips the delimiter.
   * @param isBoundary whether the delimiter must be followed by a line break or "--"
   */
  async *readUntil(delimiter: Uint8Array, isBoundary = false): AsyncGenerator<Uint8Array> {
    const following = isBoundary ? BOUNDARY_END_BYTES : 0;
    let from = 0;
    for (;;) {
      const index = indexOf(this.#buffered, delimiter, from);
      const end = index + delimiter.length;
      if (index >= 0 && end + following <= this.#buffered.length) {
        if (isBoundary && !endsBoundary(this.#buffered, end)) {
          this.#falseBoundaries += 1;
          if (this.#falseBoundaries > MAX_FALSE_BOUNDARIES) {
            throw new MalformedFormError("Too many boundaries inside contents");
          }
          from = end;
          continue;
        }
        if (index > 0) yield this.#buffered.subarray(0, index);
        this.#buffered = this.#buffered.subarray(end);
        return;
      }
      // The last bytes may be the start of the delimiter.
      const safe = index >= 0 ? index : Math.max(0, this.#buffered.length - delimiter.length + 1);
      if (safe > 0) yield this.#buffered.subarray(0, safe);
      this.#buffered = this.#buffered.subarray(safe);
      from = 0;
      if (!(await this.#readMore())) throw new MalformedFormError("The body was cut off");
    }
  }

  /** Skips everything up to and including a boundary. */
  async skipPast(boundary: Uint8Array): Promise<void> {
    const passed = this.readUntil(boundary, true);
    while (!(await passed.next()).done);
  }

  /** Reads the next `count` bytes as Latin-1. */
  async take(count: number): Promise<string> {
    while (this.#buffered.length < count) {
      if (!(await this.#readMore())) throw new MalformedFormError("The body was cut off");
    }
    const text = String.fromCharCode(...this.#buffered.subarray(0, count));
    this.#buffered = this.#buffered.subarray(count);
    return text;
  }

  /** Reads and drops the rest of the body, so that the browser can finish sending. */
  async drain(): Promise<void> {
    do this.#buffered = new Uint8Array();
    while (!this.#isEnded && (await this.#readMore()));
  }

  /** Reads more bytes after the buffered bytes. @returns false at the end of the body */
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
    // Reading detached the buffer and returned its memory as a new buffer.
    this.#buffer = new Uint8Array(value.buffer);
    this.#buffered = this.#buffer.subarray(0, start + value.byteLength);
    return true;
  }
}

const BOUNDARY_END_BYTES = 2;
const [CR, LF, DASH] = encode("\r\n-");

const endsBoundary = (bytes: Uint8Array, i: number): boolean =>
  (bytes[i] === CR && bytes[i + 1] === LF) || (bytes[i] === DASH && bytes[i + 1] === DASH);

/** Number of compared bytes after which the search switches to `nativeIndexOf`. */
const MAX_COMPARED_BYTES = 1000;

function indexOf(bytes: Uint8Array, delimiter: Uint8Array, from: number): number {
  const [first = 0] = delimiter;
  let compared = 0;
  for (let i = bytes.indexOf(first, from); i >= 0; i = bytes.indexOf(first, i + 1)) {
    if (i + delimiter.length > bytes.length) return -1;
    if (compared > MAX_COMPARED_BYTES) return nativeIndexOf(bytes, delimiter, i);
    let same = 1;
    while (same < delimiter.length && bytes[i + same] === delimiter[same]) same++;
    if (same === delimiter.length) return i;
    compared += same;
  }
  return -1;
}

const latin1 = new TextDecoder("latin1");

/** Searches as strings, which is slower unless the delimiter's first byte is frequent. */
function nativeIndexOf(bytes: Uint8Array, delimiter: Uint8Array, from: number): number {
  const wanted = latin1.decode(delimiter);
  let start = from;
  // The delimiter is often near, so convert as few bytes as possible.
  for (let size = 1024; start < bytes.length; size *= 2) {
    const index = latin1.decode(bytes.subarray(start, start + size)).indexOf(wanted);
    if (index >= 0) return start + index;
    start += size - wanted.length + 1;
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
  return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(concatenate(chunks));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function parseBoundary(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/** Matches a parameter of a header. */
const PARAMETER = /;\s*([\w*-]+)=(?:"([^"]*)"|[^;"]*)/g;

/** Matches an escaped quote inside a quoted value. Some clients other than browsers send such quotes. */
const INNER_QUOTE = /\\"(?!\s*(?:;|$))/g;

/**
 * Parses a part's headers. Browsers send raw UTF-8 in quotes, in which only `"`, CR and LF are escaped. Some
 * other clients escape a quote as `\"` or fold lines.
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

/** Parses a `Content-Disposition`. `isFile`: whether it has a file name, even an unreadable one. */
function parseDisposition(disposition: string) {
  const written = disposition.replace(INNER_QUOTE, "%22");
  const parameterText = /^form-data([^]*)/i.exec(written)?.[1] ?? "";
  // Match all parameters in order, so that quoted text is never mistaken for a parameter.
  const parameters = new Map(
    [...parameterText.matchAll(PARAMETER)].map(([, key = "", value]) => [key.toLowerCase(), value]),
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
