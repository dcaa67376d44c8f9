/** Returns an endless body of one repeated byte. `seen` has the number of pulled bytes. */
export function endlessBody(byte = "x") {
  const piece = new TextEncoder().encode(byte.repeat(10_000));
  const seen = { pulled: 0, isCancelled: false };
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      seen.pulled += piece.byteLength;
      controller.enqueue(piece.slice());
    },
    cancel: () => void (seen.isCancelled = true),
  });
  return { body, seen };
}
