import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";

interface Limits {
  /** Whether this visitor may have the platform asked. */
  mayAsk: () => boolean;
  /** Is called for each read that begins, with the time in ms since 1970. */
  onRead?: (begunAt: number) => void;
  /** Is called when the platform has answered 404. */
  onMissing: () => void;
}

/**
 * The same reads, as far as a visitor may have the platform asked. Whoever asks for what is not there
 * makes a call each time, so that they are counted.
 *
 * Each read throws `PlatformError`, of the kind `too-often` where the platform is not asked.
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

/** Why something was not looked for. */
export const tooOften = (): PlatformError =>
  new PlatformError({ kind: "too-often", message: "The visitor's network asks too often" });
