/** A body without an end, of a byte repeated; it counts what is pulled of it, and whether it was cancelled. */
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
