import type { PlatformReads } from "./shared-reads.server";

/** One read of the platform: which, of what, and how long it took, in ms. */
export interface TimedRead {
  name: keyof PlatformReads;
  id: string;
  took: number;
}

/** The same reads, each written down when it is done. */
export function timedReads(
  platform: PlatformReads,
): PlatformReads & { done: readonly TimedRead[] } {
  const done: TimedRead[] = [];
  const timed = async <T>(name: TimedRead["name"], id: string, reading: Promise<T>) => {
    const begun = Date.now();
    try {
      return await reading;
    } finally {
      done.push({ name, id, took: Date.now() - begun });
    }
  };
  return {
    done,
    position: (id) => timed("position", id, platform.position(id)),
    client: (id) => timed("client", id, platform.client(id)),
    positions: (id) => timed("positions", id, platform.positions(id)),
  };
}

/** The reads as `Server-Timing` says it (W3C), which developers' tools show. */
export const serverTiming = (reads: readonly TimedRead[]): string =>
  reads.map(({ name, took }) => `platform-${name};dur=${took}`).join(", ");
