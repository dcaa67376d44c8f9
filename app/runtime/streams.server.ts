/** workerd can wait until a buffer is full; the browser's types do not know it. */
type AtLeastReader = ReadableStreamBYOBReader & {
  readAtLeast?: (least: number, buffer: Uint8Array) => Promise<{ value?: Uint8Array | undefined }>;
};

/**
 * A function that reads a stream of bytes into the buffer that it is given, and returns what came
 * as a view of the same memory, or undefined at the end. In workerd it fills the buffer: many small
 * reads, with a new buffer for each, cost more than the bytes that they bring.
 */
export function createByteReader(stream: ReadableStream<Uint8Array>) {
  const reader: AtLeastReader = stream.getReader({ mode: "byob" });
  return (buffer: Uint8Array) => readInto(reader, buffer);
}

async function readInto(reader: AtLeastReader, buffer: Uint8Array) {
  const { value } = await (reader.readAtLeast?.(buffer.byteLength, buffer) ?? reader.read(buffer));
  return value && value.byteLength > 0 ? value : undefined;
}

/** Size of one read, in bytes. */
const CHUNK = 64 * 1024;

/**
 * Reads a body as UTF-8 text, as fast as `response.text()` does. The rest of a longer body is
 * cancelled unread, and so is the body when `signal` is aborted.
 *
 * @param most bytes that are read at most, counted once they are decompressed
 * @returns undefined if the body is longer
 * @throws what the body fails with
 */
export async function readText(
  { body, headers }: Response,
  most: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!body) return "";
  const reader: AtLeastReader = body.getReader({ mode: "byob" });
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  let size = Number(headers.get("Content-Length")) > most ? Infinity : 0;
  while (size <= most) {
    const chunk = await readInto(reader, new Uint8Array(Math.min(CHUNK, most + 1 - size)));
    signal?.throwIfAborted();
    if (!chunk) return text + decoder.decode();
    size += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
  }
  cancel();
  return undefined;
}

/**
 * Writes pieces one after the other, and asks for each when the one before has been taken.
 *
 * @throws what the pieces or the stream fail with; the stream is aborted then
 */
export async function writeAll(
  writable: WritableStream<Uint8Array>,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const piece of pieces) await writer.write(piece);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
