/** workerd can wait until a buffer is full; the browser's types do not know it. */
type AtLeastReader = ReadableStreamBYOBReader & {
  readAtLeast?: (least: number, buffer: Uint8Array) => Promise<{ value?: Uint8Array | undefined }>;
};

/**
 * A function that reads a stream of bytes into the buffer that it is given, and returns what came
 * as a view of the same memory, or undefined at the end. In workerd it fills the buffer: many small
 * reads, with a new buffer for each, cost more than the bytes that they bring.
 */
export function byteReader(stream: ReadableStream<Uint8Array>) {
  const reader: AtLeastReader = stream.getReader({ mode: "byob" });
  return async (buffer: Uint8Array): Promise<Uint8Array | undefined> => {
    const { value } = await (reader.readAtLeast?.(buffer.byteLength, buffer) ??
      reader.read(buffer));
    return value && value.byteLength > 0 ? value : undefined;
  };
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
