/** Bytes whose memory a read can take over. */
type Bytes = Uint8Array<ArrayBuffer>;

/** In workerd, a reader can wait until a buffer is full. Node, where unit tests run, lacks `readAtLeast`. */
type AtLeastReader = Pick<ReadableStreamBYOBReader, "read" | "cancel"> &
  Partial<Pick<ReadableStreamBYOBReader, "readAtLeast">>;

/**
 * Creates a function that reads a stream into a buffer. The function returns a view of the same memory, or
 * undefined at the end. In workerd, it fills the buffer, because many small reads are slow.
 */
export function createByteReader(stream: ReadableStream<Uint8Array>) {
  const reader: AtLeastReader = stream.getReader({ mode: "byob" });
  return (buffer: Bytes) => readInto(reader, buffer);
}

async function readInto(reader: AtLeastReader, buffer: Bytes) {
  const reading = reader.readAtLeast
    ? reader.readAtLeast(buffer.byteLength, buffer)
    : reader.read(buffer);
  const { value } = await reading;
  return value && value.byteLength > 0 ? value : undefined;
}

const CHUNK = 64 * 1024;

/**
 * Reads a body as UTF-8. Cancels the body if it is too long or `signal` is aborted.
 *
 * @param maxBytes maximum size after decompression
 * @returns the text; undefined if the body is longer
 * @throws the body's error, or the reason of `signal`
 */
export async function readText(
  { body, headers }: Response,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!body) return "";
  const reader: AtLeastReader = body.getReader({ mode: "byob" });
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  let size = Number(headers.get("Content-Length")) > maxBytes ? Infinity : 0;
  while (size <= maxBytes) {
    const chunk = await readInto(reader, new Uint8Array(Math.min(CHUNK, maxBytes + 1 - size)));
    signal?.throwIfAborted();
    if (!chunk) return text + decoder.decode();
    size += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
  }
  cancel();
  return undefined;
}

/**
 * Writes pieces one by one. Requests a piece after the previous piece has been written.
 *
 * @throws an error from the pieces or the stream, after aborting the stream
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

export function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    result.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return result;
}
