import type { PlatformReads } from "./hiring-platform.server";

/** One read of the platform that has ended, whether it succeeded or failed. */
interface TimedRead {
  call: keyof PlatformReads;
  /** What was read: a position's or a client's id. */
  id: string;
  tookMs: number;
}

/** The same reads; `done` lists, as they end, which they were and how long each took. */
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

/** The reads as the header `Server-Timing` writes them (W3C), for the browser's developer tools. */
export const serverTiming = (reads: readonly TimedRead[]): string =>
  reads.map(({ call, tookMs }) => `platform-${call};dur=${tookMs}`).join(", ");
