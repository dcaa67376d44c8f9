import type { PlatformReads } from "./hiring-platform.server";

/** A finished read, successful or not. */
interface TimedRead {
  call: keyof PlatformReads;
  /** The id of the position or client. */
  id: string;
  tookMs: number;
}

/** Times the reads; `done` lists them in the order in which they finish. */
export function timedReads(
  platform: PlatformReads,
): PlatformReads & { done: readonly TimedRead[] } {
  const done: TimedRead[] = [];
  const timed = async <T>(call: TimedRead["call"], id: string, answer: Promise<T>) => {
    const begunAt = Date.now();
    try {
      return await answer;
    } finally {
      done.push({ call, id, tookMs: Date.now() - begunAt });
    }
  };
  return {
    done,
    position: (id) => timed("position", id, platform.position(id)),
    client: (id) => timed("client", id, platform.client(id)),
    positions: (id) => timed("positions", id, platform.positions(id)),
  };
}

/** Formats the reads as a `Server-Timing` header, for the browser's developer tools. */
export const serverTiming = (reads: readonly TimedRead[]): string =>
  reads.map(({ call, tookMs }) => `platform-${call};dur=${tookMs}`).join(", ");
