import * as z from "zod";
import { locationOptions, type Region } from "../config/region";
import type { PlatformError } from "../platform/errors";
import { withTimeout } from "../runtime/deadline.server";
import { formatError, logEvent } from "../runtime/log.server";
import { sha256Hex } from "../runtime/sha256.server";
import { copySchema } from "./copy-format";
import type { DurableCopy } from "./durable-copy.server";

/** How long after a write this isolate assumes that the copy still exists, in ms. */
const TRUST_WRITE_MS = 60 * 60 * 1000;

/** Minimum time between calls to `confirm` for an unchanged response, in ms. `confirm` clears a recorded 404. */
const REPORT_MS = 10_000;

export const COPY_TIMEOUT_MS = 2000;

/** Maximum size of a stored copy, in bytes. A Durable Object limits values to 2 MB. */
const MAX_COPY_BYTES = 1_900_000;

/** A parsed copy. Times are in ms since 1970. */
export interface Copy {
  texts: string[];
  readAt: number;
  isGone: boolean;
}

export interface LastWrite {
  /** The response's texts. An unchanged response keeps the same array. */
  texts: readonly string[];
  digest: string;
  at: number;
  reportedAt: number;
}

/** A response to write. `readAt` is when the read began, in ms since 1970. */
interface CopyInput {
  texts: readonly string[];
  readAt: number;
  lastWrite?: LastWrite | undefined;
}

const textsSchema = z.array(z.string());

/** Creates functions that read and write durable copies. They log errors instead of throwing. */
export function createCopies(
  copies: DurableObjectNamespace<DurableCopy>,
  { forgetAfterMs, region }: { forgetAfterMs: number; region?: Region | undefined },
) {
  const getObject = (key: string) => copies.get(copies.idFromName(key), locationOptions(region));

  async function write(
    key: string,
    { texts, readAt, lastWrite: last }: CopyInput,
    prepare: (texts: readonly string[]) => readonly string[] = (all) => all,
  ): Promise<LastWrite> {
    const json = () => JSON.stringify(prepare(texts));
    const digest = last?.texts === texts ? last.digest : await sha256Hex(json());
    const now = Date.now();
    if (last?.digest === digest && now - last.at < TRUST_WRITE_MS) {
      if (readAt - last.reportedAt < REPORT_MS) return { ...last, texts };
      if (await getObject(key).confirm(readAt)) return { ...last, texts, reportedAt: readAt };
    }
    const gzip = await compress(json());
    if (gzip.byteLength <= MAX_COPY_BYTES) await getObject(key).put(gzip, readAt);
    else logEvent("copy-too-large", { bytes: gzip.byteLength });
    return { texts, digest, at: now, reportedAt: readAt };
  }

  async function read(fetchCopy: () => Promise<unknown>): Promise<Copy | undefined> {
    // Retry once, because the first call to a Durable Object can fail after a deployment.
    const stored = await withTimeout(COPY_TIMEOUT_MS, () => fetchCopy().catch(fetchCopy));
    if (stored === undefined) return undefined;
    const { gzip, readAt, isGone = false } = copySchema.parse(stored);
    return { texts: textsSchema.parse(JSON.parse(await decompress(gzip))), readAt, isGone };
  }

  return {
    /**
     * Writes a response. Skips most writes of an unchanged response.
     *
     * @returns the last write; undefined after an error
     */
    write: (...input: Parameters<typeof write>) => logFailure(write(...input)),

    get: (key: string) => logFailure(read(() => getObject(key).get())),

    /**
     * Returns the copy after a failed read. Marks the copy if the data is gone. @param at when the read began
     */
    after: (key: string, { kind, isFinal }: PlatformError, at: number) =>
      logFailure(
        read(async () => {
          const copy = getObject(key);
          if (isFinal) return copy.markGone();
          return kind === "not-found" ? copy.markMissing(at, forgetAfterMs) : copy.get();
        }),
      ),
  };
}

const logFailure = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof z.ZodError) {
      const at = error.issues.map(({ path }) => path.join(".") || "(the copy)").join(", ");
      logEvent("copy-unreadable", { at });
    } else console.error("A durable copy failed:", formatError(error));
    return undefined;
  });

export type Copies = ReturnType<typeof createCopies>;

const compress = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();

const decompress = (gzip: ArrayBuffer): Promise<string> =>
  new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
