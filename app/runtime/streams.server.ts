/** workerd's own addition, which the browser's types hide: waits for a buffer to be full. */
type AtLeastReader = ReadableStreamBYOBReader & {
  readAtLeast?: (least: number, buffer: Uint8Array) => Promise<{ value?: Uint8Array | undefined }>;
};

/**
 * Reads a stream of bytes into a buffer that is given, and gives back what came as a view of the
 * same memory; undefined at the end. In workerd the buffer is filled: many small reads cost more
 * than they carry, and a new buffer for each is garbage that lies about.
 */
export function byteReader(stream: ReadableStream<Uint8Array>) {
  const reader: AtLeastReader = stream.getReader({ mode: "byob" });
  return async (buffer: Uint8Array): Promise<Uint8Array | undefined> => {
    const { value } = await (reader.readAtLeast?.(buffer.byteLength, buffer) ??
      reader.read(buffer));
    return value && value.byteLength > 0 ? value : undefined;
  };
}

/** Writes pieces one after the other: the next is asked for when the one before has been taken. */
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
