import { createHash } from "node:crypto";
import { Random } from "./random";
import type { Scheduler, Process } from "./scheduler";

/** Computes SHA-256 digests synchronously, so that no other event runs meanwhile. */
class VirtualDigestStream {
  readonly #hash = createHash("sha256");
  #end: (digest: ArrayBuffer) => void = () => undefined;
  readonly digest = new Promise<ArrayBuffer>((resolve) => {
    this.#end = resolve;
  });

  getWriter() {
    return {
      write: async (bytes: Uint8Array) => void this.#hash.update(bytes),
      close: async () => this.#end(toBytes(this.#hash.digest())),
    };
  }
}

const toBytes = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;

/** A polyfill for `ArrayBuffer.prototype.transfer` for Node 20. */
function transfer(this: ArrayBuffer, length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  structuredClone(this, { transfer: [this] });
  return bytes.buffer;
}

/**
 * Replaces the clock, timers, random numbers, digests and streams of the runtime, and records the log.
 * @returns a function that restores the originals
 */
export function virtualGlobals(seed: number, scheduler: Scheduler, logged: string[]): () => void {
  const random = new Random(seed, "application");
  const set = (holder: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    Object.defineProperty(holder, name, { value, configurable: true, writable: true });
    undo.push(() => {
      if (before) Object.defineProperty(holder, name, before);
      else Reflect.deleteProperty(holder, name);
    });
  };
  const undo: (() => void)[] = [];
  const log = (...words: unknown[]) => {
    const line = words.map(String).join(" ");
    logged.push(line);
    scheduler.trace?.push(`    log: ${line.split("\n")[0] ?? ""}`);
  };
  for (const name of ["log", "warn", "error"]) set(console, name, log);
  set(Date, "now", () => scheduler.now);
  set(Math, "random", () => random.next());
  set(globalThis, "setTimeout", (run: () => void, ms = 0) =>
    scheduler.schedule(scheduler.current, ms, "", run),
  );
  set(globalThis, "clearTimeout", (event: ReturnType<Scheduler["schedule"]> | undefined) =>
    scheduler.cancel(event),
  );
  set(AbortSignal, "timeout", (ms: number) => {
    const controller = new AbortController();
    const end = () => controller.abort(new DOMException("timed out", "TimeoutError"));
    scheduler.schedule(scheduler.current, ms, "", end);
    return controller.signal;
  });
  // Stack traces are slow and unused.
  set(Error, "stackTraceLimit", 0);
  const fill = <T extends Uint8Array | Uint32Array>(array: T): T => {
    for (let at = 0; at < array.length; at += 1) array[at] = Math.floor(random.next() * 2 ** 32);
    return array;
  };
  set(crypto, "getRandomValues", fill);
  set(crypto, "randomUUID", () => {
    const hex = Buffer.from(fill(new Uint8Array(16))).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  });
  set(crypto, "DigestStream", VirtualDigestStream);
  set(crypto, "subtle", {
    digest: async (_: string, bytes: Uint8Array) =>
      toBytes(createHash("sha256").update(bytes).digest()),
  });
  set(globalThis, "IdentityTransformStream", function identity() {
    return identityStream(scheduler);
  });
  set(globalThis, "FixedLengthStream", function fixedLength(length: number) {
    return fixedLengthStream(length);
  });
  set(ArrayBuffer.prototype, "transfer", transfer);
  return () => {
    for (const step of undo.reverse()) step();
  };
}

interface Waiting {
  bytes: Uint8Array;
  taken: () => void;
}

/** Imitates workerd's `FixedLengthStream`, in which a write resolves when its bytes have been read. */
function fixedLengthStream(length: number) {
  let left = length;
  return new TransformStream<Uint8Array, Uint8Array>(
    {
      transform(bytes, controller) {
        left -= bytes.byteLength;
        if (left < 0) throw new TypeError("Attempt to write too many bytes");
        controller.enqueue(bytes.slice());
      },
      flush() {
        if (left > 0) throw new TypeError("FixedLengthStream did not see all expected bytes");
      },
    },
    { highWaterMark: 0 },
    { highWaterMark: 0 },
  );
}

/** Imitates workerd's `IdentityTransformStream` between two objects. */
function identityStream(scheduler: Scheduler) {
  const writer = scheduler.current;
  const waiting: Waiting[] = [];
  let controller: ReadableByteStreamController | undefined;
  let pendingPull: { process: Process; go: () => void } | undefined;
  let isOver = false;
  let isCut = false;
  const cut = () => controller?.error(new Error("cut off"));
  const serve = () => {
    if (!pendingPull || !controller || (waiting.length === 0 && !isOver)) return;
    const { process, go } = pendingPull;
    pendingPull = undefined;
    // The reader continues in a separate event.
    scheduler.schedule(process, 0, "", () => {
      const next = waiting.shift();
      if (next) {
        controller?.enqueue(next.bytes);
        scheduler.schedule(writer, 0, "", next.taken);
      } else {
        controller?.close();
        controller?.byobRequest?.respond(0);
      }
      go();
    });
  };
  writer.connections.add(() => {
    isCut = true;
    if (pendingPull) scheduler.schedule(pendingPull.process, 0, "", cut);
  });
  const readable = new ReadableStream({
    type: "bytes",
    start(given) {
      controller = given;
    },
    pull: () =>
      new Promise<void>((resolve) => {
        pendingPull = { process: scheduler.current, go: resolve };
        if (isCut) scheduler.schedule(pendingPull.process, 0, "", cut);
        else serve();
      }),
  });
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => {
      waiting.push({ bytes: bytes.slice(), taken: resolve });
      serve();
    });
  const close = async () => {
    isOver = true;
    serve();
  };
  const abort = async (reason: unknown) => controller?.error(reason);
  return { readable, writable: { getWriter: () => ({ write, close, abort }) } };
}
