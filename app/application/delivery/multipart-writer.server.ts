import { formatError } from "~/app/runtime/log.server";
import { writeAll } from "~/app/runtime/streams.server";

/**
 * A file that can be streamed more than once. Each chunk is consumed before the next is pulled, so the source
 * may reuse its buffer.
 */
export interface StreamableFile {
  fileName: string;
  contentType: string;
  /** Size in bytes. */
  size: number;
  stream(): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface NamedPart {
  name: string;
  content: StreamableFile;
}

export interface MultipartForm {
  fields: readonly (readonly [name: string, value: string])[];
  /** Written after the fields, so that the platform can read the fields before the files arrive. */
  files?: readonly NamedPart[];
}

/**
 * Encodes a form as `multipart/form-data` in UTF-8. In names and file names, `"`, CR and LF become %22, %0D and
 * %0A. Values and file contents are unchanged.
 * @see WHATWG HTML, "multipart/form-data encoding algorithm"
 */
export function encodeMultipart(form: MultipartForm, boundary = randomBoundary()) {
  const { fields, files = [] } = form;
  const encode = (text: string) => new TextEncoder().encode(text);
  const [first, ...others] = files;
  const partHead = ({ name, content }: NamedPart) => fileHead(name, content, boundary);
  const before = fields.map((field) => fieldPart(field, boundary)).join("");
  const head = encode(before + (first ? partHead(first) : ""));
  const rest = others.map((file) => ({ head: encode(`\r\n${partHead(file)}`), ...file }));
  const tail = encode(`${first ? "\r\n" : ""}--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    /** Length of the body, in bytes. */
    length: rest.reduce(
      (sum, part) => sum + part.head.byteLength + part.content.size,
      head.byteLength + (first?.content.size ?? 0) + tail.byteLength,
    ),
    /** Generates the body from the start. Throws if a file does not have its declared size. */
    async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
      yield head;
      if (first) yield* exactBytes(first.content);
      for (const part of rest) {
        yield part.head;
        yield* exactBytes(part.content);
      }
      yield tail;
    },
  };
}

export type EncodedMultipart = ReturnType<typeof encodeMultipart>;

/**
 * Creates the body for `fetch`. In workerd, the request then has a Content-Length. `whenSent` resolves when
 * the whole body has been sent, and rejects if the body is cancelled or cut off.
 */
export function multipartBody(encoded: EncodedMultipart): {
  body: ReadableStream<Uint8Array>;
  whenSent: Promise<void>;
} {
  // Outside workerd, the length is not declared, which affects only tests.
  const { readable, writable } =
    typeof FixedLengthStream === "undefined"
      ? new TransformStream<Uint8Array, Uint8Array>()
      : new FixedLengthStream(encoded.length);
  const whenSent = writeAll(writable, encoded.chunks());
  // `fetch` also receives errors through `readable`.
  whenSent.catch(() => undefined);
  return { body: readable, whenSent };
}

const fieldPart = ([name, value]: readonly [string, string], boundary: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`;

function fileHead(name: string, content: StreamableFile, boundary: string): string {
  const disposition = `form-data; name="${escapeName(name)}"; filename="${escapeName(content.fileName)}"`;
  const contentType = safeContentType(content.contentType);
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${contentType}\r\n\r\n`;
}

function escapeName(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function safeContentType(contentType: string): string {
  return /^[\x20-\x7e]+$/.test(contentType) ? contentType : "application/octet-stream";
}

function randomBoundary(): string {
  return `----puerta-${crypto.randomUUID().replaceAll("-", "")}`;
}

async function* exactBytes(file: StreamableFile): AsyncGenerator<Uint8Array, void, undefined> {
  let sent = 0;
  try {
    for await (const chunk of readChunks(file)) {
      sent += chunk.byteLength;
      if (sent > file.size) break;
      yield chunk;
    }
    if (sent !== file.size) {
      throw new Error(`The file does not have its declared size of ${file.size} bytes`);
    }
  } catch (error) {
    // Log the error: the outcome alone looks like an unreachable platform.
    console.error("A stored file could not be read during an attempt:", formatError(error));
    throw error;
  }
}

async function* readChunks(file: StreamableFile): AsyncGenerator<Uint8Array, void, undefined> {
  const source = file.stream();
  if (!("getReader" in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
