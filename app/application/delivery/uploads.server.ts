import * as z from "zod";
import { createByteReader } from "~/app/runtime/streams.server";
import { FileScan } from "../inspection/file-scan.server";
import type { Finding } from "../inspection/finding";
import { inspectFile } from "../inspection/inspect-file.server";
import { fileExtension, nameWithExtension } from "../model/file-name";
import { usualContentType } from "../model/file-types";
import { MAX_HELD_BYTES } from "../model/files";
import { MAX_PIECE_BYTES } from "../model/upload-piece";
import { nextTask } from "~/app/runtime/next-task.server";
import { createSha256 } from "~/app/runtime/sha256.server";
import { ROW_BYTES } from "./store.server";
import type { NewFile, Store, StoredFile, UploadProgress } from "./store.server";

/** Size of the buffer for reading a piece. */
const CHUNK_BYTES = 16 * 1024;

/** Limit on upload requests per application and hour. */
const MAX_REQUESTS_PER_HOUR = 3000;
/** Limit on unfinished uploads per field. Several tabs can upload at the same time. */
const MAX_UNFINISHED = 3;
const HOUR_MS = 60 * 60 * 1000;

/** `sent`: the application was sent and cannot be corrected. `other-position`: it is for another position. */
export type BeginResult =
  | { outcome: "started"; upload: number }
  | { outcome: "too-large" | "rate-limited" | "sent" | "other-position" };

export type ProgressResult =
  | ({ outcome: "appended" } & UploadProgress)
  | { outcome: "whole"; file: StoredFile }
  | { outcome: "gone" | "rate-limited" | "wrong-type" };

/** `conflict`: the piece does not begin where the stored bytes end. */
export type AppendResult =
  | ProgressResult
  | ({ outcome: "conflict" } & UploadProgress)
  | { outcome: "too-large" };

const usageSchema = z.object({
  /** Start of the hour in which `requests` are counted, in ms since 1970. */
  since: z.number(),
  requests: z.number(),
  /** Total bytes received in pieces, by field. */
  bytes: z.array(z.tuple([z.string(), z.number()])),
});

type Usage = z.infer<typeof usageSchema>;
type Whole = Awaited<ReturnType<ReturnType<typeof createFileReader>["end"]>>;

/**
 * Receives entire files, and files in pieces. The pieces for a field can total twice its maximum file size, and
 * all pieces twice `MAX_HELD_BYTES`.
 */
export class Uploads {
  #receiving = 0;
  /** Pieces that are being received, by upload. */
  readonly #appending = new Map<number, { stop: AbortController; ended: Promise<unknown> }>();
  /** Checks in progress, by upload. */
  readonly #finishing = new Map<number, Promise<ProgressResult>>();

  constructor(
    private readonly store: Store,
    private readonly kv: SyncKvStorage,
  ) {}

  /** Time of the candidate's last change, in ms since 1970. The current time while a file arrives. */
  get touchedAt(): number {
    return this.isReceiving ? Date.now() : this.store.touchedAt;
  }

  get isReceiving(): boolean {
    return this.#receiving > 0;
  }

  /**
   * Receives an entire file.
   * @returns undefined if the file is not accepted, "too-large" if all files together are too large
   * @throws if the stream is cut off
   */
  receive(file: NewFile, content: ReadableStream<Uint8Array>) {
    return this.#whileReceiving(async () => {
      const upload = this.store.addFile(file, null);
      const received = await this.#receiveAll(upload, file, content).catch((error: unknown) => {
        this.store.deleteFile(upload);
        throw error;
      });
      if (typeof received !== "object") this.store.deleteFile(upload);
      return received;
    });
  }

  /** Starts an upload of `length` bytes in pieces. */
  begin(file: NewFile, length: number): BeginResult {
    if (!this.#countRequest()) return { outcome: "rate-limited" };
    const { field, rules } = file;
    const others = this.store.bytesOfOtherFields(field);
    const limit = Math.min(rules.maxBytes, this.#bytesLeft(file));
    const isTooLarge = others > 0 && others + length > MAX_HELD_BYTES;
    if (length > limit || isTooLarge) return { outcome: "too-large" };
    const upload = this.store.addFile(file, length);
    // Delete the oldest uploads, which were probably abandoned.
    this.store.deleteUnfinished(field, MAX_UNFINISHED);
    return { outcome: "started", upload };
  }

  /** Returns an upload's progress. Finishes a complete file, which a crash may have left unfinished. */
  async progress(upload: number): Promise<ProgressResult> {
    if (!this.#countRequest()) return { outcome: "rate-limited" };
    return this.#progress(upload);
  }

  /** Receives a piece. If the connection breaks, keeps the bytes that have arrived. */
  append(
    upload: number,
    offset: number,
    content: ReadableStream<Uint8Array>,
  ): Promise<AppendResult> {
    return this.#whileReceiving(() => this.#append(upload, offset, content));
  }

  async cancel(upload: number): Promise<void> {
    await this.#stop(upload);
    if (this.store.progress(upload)) this.store.deleteFile(upload);
  }

  async #append(
    upload: number,
    offset: number,
    content: ReadableStream<Uint8Array>,
  ): Promise<AppendResult> {
    const reject = async (result: AppendResult) => {
      await content.cancel().catch(() => undefined);
      return result;
    };
    if (!this.#countRequest()) return reject({ outcome: "rate-limited" });
    while (this.#appending.has(upload)) await this.#stop(upload);
    const before = this.store.progress(upload);
    const file = this.store.begunFile(upload);
    if (!before || !file) return reject({ outcome: "gone" });
    if (before.offset !== offset) return reject({ outcome: "conflict", ...before });

    const stop = new AbortController();
    const { field } = file;
    const limit = Math.min(MAX_PIECE_BYTES, before.length - offset, this.#bytesLeft(file));
    const appending = this.#storePiece(upload, content, limit, stop.signal);
    const ended = appending.then(
      ({ bytes }) => this.#countBytes(field, bytes),
      () => undefined,
    );
    this.#appending.set(upload, { stop, ended });
    const { isTooLarge } = await appending.finally(() => this.#appending.delete(upload));
    await ended;

    return isTooLarge ? { outcome: "too-large" } : this.#progress(upload);
  }

  async #progress(upload: number): Promise<ProgressResult> {
    const progress = this.store.progress(upload);
    if (!progress) return { outcome: "gone" };
    if (progress.offset < progress.length) return { outcome: "appended", ...progress };
    // Several requests can wait for the same check.
    const finishing =
      this.#finishing.get(upload) ??
      this.#finish(upload).finally(() => this.#finishing.delete(upload));
    this.#finishing.set(upload, finishing);
    return finishing;
  }

  /** Stops receiving an upload's current piece, if any. */
  async #stop(upload: number): Promise<void> {
    const appending = this.#appending.get(upload);
    appending?.stop.abort();
    await appending?.ended;
  }

  /** Stores a piece. @returns `isTooLarge` if bytes beyond `limit` were dropped */
  async #storePiece(
    upload: number,
    content: ReadableStream<Uint8Array>,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ bytes: number; isTooLarge: boolean }> {
    const row = new Uint8Array(ROW_BYTES);
    let partial = this.store.partialRow(upload);
    let filled = partial?.bytes.byteLength ?? 0;
    if (partial) row.set(partial.bytes);
    let bytes = 0;
    const flush = () => {
      if (partial && bytes > 0) this.store.replaceRow(partial.id, row.subarray(0, filled));
      else if (!partial && filled > 0) this.store.addBytes(upload, row.subarray(0, filled));
      partial = undefined;
      filled = 0;
    };
    const add = (chunk: Uint8Array) => {
      bytes += chunk.byteLength;
      for (let start = 0; start < chunk.byteLength;) {
        const part = chunk.subarray(start, start + ROW_BYTES - filled);
        row.set(part, filled);
        filled += part.byteLength;
        start += part.byteLength;
        if (filled === ROW_BYTES) flush();
      }
    };
    // `createByteReader` waits for a full buffer, which a broken connection would lose.
    const reader = content.getReader({ mode: "byob" });
    const cancel = () => void reader.cancel().catch(() => undefined);
    signal.addEventListener("abort", cancel);
    try {
      let chunk = new Uint8Array(CHUNK_BYTES);
      for (;;) {
        const { done, value } = await reader.read(chunk);
        if (done || signal.aborted) break;
        const isTooLarge = value.byteLength > limit - bytes;
        add(value.subarray(0, limit - bytes));
        if (isTooLarge) {
          cancel();
          return { bytes, isTooLarge };
        }
        chunk = new Uint8Array(value.buffer);
      }
    } catch {
      // The connection broke. The browser can request the offset and send the remaining bytes.
    } finally {
      signal.removeEventListener("abort", cancel);
      flush();
    }
    return { bytes, isTooLarge: false };
  }

  /** Finishes a file that arrived in pieces. Deletes a file that is not accepted. */
  async #finish(upload: number): Promise<ProgressResult> {
    const finished = this.store.file(upload);
    if (finished) return { outcome: "whole", file: finished };
    const whole = await readStoredFile(this.store, upload);
    const begun = this.store.begunFile(upload);
    const file = begun && (await this.#accept(upload, begun, whole));
    if (file) return { outcome: "whole", file };
    // The upload may have been cancelled meanwhile.
    if (!this.store.begunFile(upload)) return { outcome: "gone" };
    this.store.deleteFile(upload);
    return { outcome: "wrong-type" };
  }

  /**
   * Receives an entire file with one buffer, because uncollected garbage counts towards the memory limit.
   * Reads to the end even if the file is too large.
   */
  async #receiveAll(upload: number, file: NewFile, content: ReadableStream<Uint8Array>) {
    const others = this.store.bytesOfOtherFields(file.field);
    const limit = others === 0 ? Infinity : MAX_HELD_BYTES - others;
    const read = createByteReader(content);
    const reading = createFileReader();
    let row = await read(new Uint8Array(ROW_BYTES));
    while (row) {
      if ((await reading.update(row)) <= limit) this.store.addBytes(upload, row);
      await nextTask();
      row = await read(new Uint8Array(row.buffer));
    }
    const whole = await reading.end();
    return whole.size > limit ? "too-large" : this.#accept(upload, file, whole);
  }

  /** Marks a file as complete. @returns undefined if the file is not accepted */
  async #accept(upload: number, file: NewFile, { size, scanned, sha256 }: Whole) {
    const { name, rules } = file;
    const found = await inspectFile(name, rules.accept, scanned, this.store.openFile(upload));
    if (!found) return undefined;
    const { extension, finding } = found;
    const named = completeFile(file, extension);
    return this.store.finishFile(upload, { ...named, size, sha256, finding });
  }

  async #whileReceiving<T>(receive: () => Promise<T>): Promise<T> {
    this.#receiving += 1;
    try {
      return await receive();
    } finally {
      this.#receiving -= 1;
      this.store.touch();
    }
  }

  get #usage(): Usage {
    const { data } = usageSchema.safeParse(this.kv.get("usage"));
    return data ?? { since: 0, requests: 0, bytes: [] };
  }

  /** Counts a request. @returns whether it is within the hourly limit */
  #countRequest(): boolean {
    const usage = this.#usage;
    const now = Date.now();
    if (now - usage.since >= HOUR_MS) Object.assign(usage, { since: now, requests: 0 });
    if (usage.requests >= MAX_REQUESTS_PER_HOUR) return false;
    this.kv.put("usage", { ...usage, requests: usage.requests + 1 } satisfies Usage);
    return true;
  }

  #countBytes(field: string, more: number): void {
    const usage = this.#usage;
    const bytes = new Map(usage.bytes);
    bytes.set(field, (bytes.get(field) ?? 0) + more);
    this.kv.put("usage", { ...usage, bytes: [...bytes] } satisfies Usage);
  }

  /** Number of bytes that the field may still receive in pieces. */
  #bytesLeft({ field, rules }: NewFile): number {
    const bytes = new Map(this.#usage.bytes);
    const all = [...bytes.values()].reduce((sum, count) => sum + count, 0);
    return Math.min(2 * rules.maxBytes - (bytes.get(field) ?? 0), 2 * MAX_HELD_BYTES - all);
  }
}

/** Adds the extension that the content implies, because platforms need one. */
function completeFile({ name, contentType }: NewFile, extension: string) {
  const lacksExtension = fileExtension(name) === "";
  return {
    name: nameWithExtension(name, extension),
    contentType: lacksExtension ? usualContentType(extension) : contentType,
  };
}

/** Creates a reader that digests and scans a file's bytes. */
function createFileReader() {
  const digest = createSha256();
  const scan = new FileScan();
  let size = 0;
  return {
    async update(bytes: Uint8Array) {
      size += bytes.byteLength;
      scan.update(bytes);
      await digest.update(bytes);
      return size;
    },
    end: async () => ({ size, scanned: scan.end(), sha256: await digest.end() }),
  };
}

async function readStoredFile(store: Pick<Store, "bytes">, upload: number): Promise<Whole> {
  const reading = createFileReader();
  for (const bytes of store.bytes(upload)) {
    await reading.update(bytes);
    await nextTask();
  }
  return reading.end();
}

/**
 * Returns whether a file has active content. If an earlier version stored the file without a result, searches
 * it and stores the result.
 */
export async function findActiveContent(
  store: Pick<Store, "bytes" | "openFile" | "finishFile">,
  file: StoredFile,
): Promise<Finding> {
  if (file.finding) return file.finding;
  const { upload, name, rules } = file;
  const { scanned } = await readStoredFile(store, upload);
  const found = await inspectFile(name, rules.accept, scanned, store.openFile(upload));
  const finding = found?.finding ?? "unchecked";
  store.finishFile(upload, { ...file, finding });
  return finding;
}
