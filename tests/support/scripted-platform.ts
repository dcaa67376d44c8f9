import { vi } from "vitest";
import type { PlatformConnection } from "~/app/platform/connection.server";
import { PlatformError } from "~/app/platform/errors";
import { createHiringPlatform } from "~/app/platform/hiring-platform.server";

/** A connection with the default time-outs, but without `fetch`. */
export const CONNECTION: Omit<PlatformConnection, "fetch"> = {
  baseUrl: "https://platform.example/api/v1",
  apiKey: "the-key",
  apiKeyHeader: "X-Api-Key",
  readTimeoutMs: 10_000,
  applyTimeoutMs: 30_000,
};

export type Reply = () => Response | Promise<Response>;

export const json = (body: unknown, status = 200) => Response.json(body, { status });

/** Creates the platform's calls. `client` and `positions` return only the value of a read. */
export function createCalls(connection: PlatformConnection) {
  const platform = createHiringPlatform(connection);
  return {
    ...platform,
    client: async (id: string) => (await platform.read("client", id)).value,
    positions: async (id: string) => (await platform.read("positions", id)).value,
  };
}

/** Creates a hiring platform with these replies, one per call. Additional calls throw. */
export function scriptPlatform(...replies: Reply[]) {
  const fetch = vi.fn<PlatformConnection["fetch"]>(async () => {
    const reply = replies.shift();
    if (!reply) throw new Error("The platform has no more replies");
    return reply();
  });
  return {
    // `createHiringPlatform` must remove this trailing slash.
    platform: createCalls({ ...CONNECTION, baseUrl: `${CONNECTION.baseUrl}/`, fetch }),
    fetch,
    addresses: () => fetch.mock.calls.map(([address]) => address),
  };
}

/** Returns the error of a failed read of the platform. */
export async function catchError(read: Promise<unknown>): Promise<PlatformError> {
  const error: unknown = await read.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`not a PlatformError: ${String(error)}`);
  return error;
}
