import type { Process, Scheduler } from "./scheduler";

interface Waiting {
  bytes: Uint8Array;
  taken: () => void;
  failed: (error: unknown) => void;
}

/**
 * workerd's FixedLengthStream, as the body of a request uses it: without a buffer, so that a write is done
 * when its bytes have been read.
 */
export function fixedLengthStream(length: number) {
  const waiting: Waiting[] = [];
  let reader: { go: () => void } | undefined;
  let error: Error | undefined;
  let left = length;
  let isOver = false;
  const fail = (why: unknown) => {
    error ??= why instanceof Error ? why : new Error("cut off");
    for (const { failed } of waiting.splice(0)) failed(error);
    reader?.go();
  };
  const read = async (): Promise<{ done: boolean; value?: Uint8Array }> => {
    if (waiting.length === 0 && !isOver && error === undefined) {
      await new Promise<void>((resolve) => {
        reader = { go: resolve };
      });
      reader = undefined;
    }
    if (error !== undefined) throw error;
    const next = waiting.shift();
    if (!next) return { done: true };
    next.taken();
    return { done: false, value: next.bytes };
  };
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      left -= bytes.byteLength;
      if (left < 0) fail(new TypeError("Attempt to write too many bytes"));
      if (error !== undefined) {
        reject(error);
        return;
      }
      waiting.push({ bytes: bytes.slice(), taken: resolve, failed: reject });
      reader?.go();
    });
  const close = async () => {
    if (left > 0) fail(new TypeError("FixedLengthStream did not see all expected bytes"));
    isOver = true;
    reader?.go();
  };
  return {
    readable: {
      getReader: () => ({ read, cancel: async () => fail(new Error("cancelled")) }),
    },
    writable: { getWriter: () => ({ write, close, abort: async (why: unknown) => fail(why) }) },
  };
}

/** workerd's IdentityTransformStream between two objects: what is written here is read there. */
export function identityStream(scheduler: Scheduler) {
  const writer = scheduler.current;
  const waiting: Waiting[] = [];
  let controller: ReadableByteStreamController | undefined;
  let wanted: { process: Process; go: () => void } | undefined;
  let isOver = false;
  let isCut = false;
  const cut = () => controller?.error(new Error("cut off"));
  const serve = () => {
    if (!wanted || !controller || (waiting.length === 0 && !isOver)) return;
    const { process, go } = wanted;
    wanted = undefined;
    // The reader goes on in a turn of its own.
    scheduler.later(process, 0, "", () => {
      const next = waiting.shift();
      if (next) {
        controller?.enqueue(next.bytes);
        scheduler.later(writer, 0, "", next.taken);
      } else {
        controller?.close();
        controller?.byobRequest?.respond(0);
      }
      go();
    });
  };
  writer.connections.add(() => {
    isCut = true;
    if (wanted) scheduler.later(wanted.process, 0, "", cut);
  });
  const readable = new ReadableStream({
    type: "bytes",
    start(given) {
      controller = given;
    },
    pull: () =>
      new Promise<void>((resolve) => {
        wanted = { process: scheduler.current, go: resolve };
        if (isCut) scheduler.later(wanted.process, 0, "", cut);
        else serve();
      }),
  });
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ bytes: bytes.slice(), taken: resolve, failed: reject });
      serve();
    });
  const close = async () => {
    isOver = true;
    serve();
  };
  const abort = async (reason: unknown) => controller?.error(reason);
  return { readable, writable: { getWriter: () => ({ write, close, abort }) } };
}
