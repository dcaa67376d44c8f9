import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";

interface Limits {
  /** Whether this client may cause a call to the platform. */
  mayAsk: () => boolean;
  /** Called when a read begins, with the time in ms since 1970. */
  onRead?: (begunAt: number) => void;
  /** Called after a 404 from the platform. */
  onMissing: () => void;
}

/**
 * Rate-limits the reads that a client causes. Missing positions are not cached, so each request for one
 * would be a call.
 *
 * Each read throws `PlatformError`, of kind `too-often` over the limit.
 */
export function limitedReads(
  platform: PlatformReads,
  { mayAsk, onRead, onMissing }: Limits,
): PlatformReads {
  const limited = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!mayAsk()) throw tooOften();
    onRead?.(Date.now());
    try {
      return await ask();
    } catch (error) {
      if (error instanceof PlatformError && error.kind === "not-found") onMissing();
      throw error;
    }
  };
  return {
    position: (id) => limited(() => platform.position(id)),
    client: (id) => limited(() => platform.client(id)),
    positions: (id) => limited(() => platform.positions(id)),
  };
}

/** The error over the limit. */
export const tooOften = (): PlatformError =>
  new PlatformError({ kind: "too-often", message: "The visitor's network asks too often" });
