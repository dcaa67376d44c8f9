import { apply, type ApplyAttempt } from "./apply.server";
import { clientSchema } from "./client.server";
import { addressOf, type PlatformConnection } from "./connection.server";
import { PlatformError } from "./errors";
import { isPlatformId } from "./ids";
import { listedPositionsSchema, type ListedPosition } from "./listed-positions.server";
import { positionSchema } from "./position.server";
import { read } from "./read.server";

const positionRoute = "GET /hiring/positions/{positionId}";
const clientRoute = "GET /account/clients/{clientId}/public";
const positionsRoute = "GET /hiring/{clientRef}/positions-public";

const mostPages = 50;

/**
 * The hiring platform's four calls. The reads throw `PlatformError`; `apply` answers with an
 * outcome and never throws.
 */
export function createHiringPlatform(connection: PlatformConnection) {
  return {
    /** Call 1. A position that the platform says is closed is an error of the kind `closed`. */
    async position(id: string) {
      refuseForeignId(id, positionRoute);
      const position = await read(connection, {
        address: addressOf(connection, "hiring", "positions", id),
        route: positionRoute,
        schema: positionSchema(id),
      });
      if (position.status !== "closed") return position;
      throw new PlatformError({
        kind: "closed",
        message: `${positionRoute}: status is closed`,
        clientUuid: position.clientUuid,
      });
    },

    /** Call 2. */
    async client(id: string) {
      refuseForeignId(id, clientRoute);
      return read(connection, {
        address: addressOf(connection, "account", "clients", id, "public"),
        route: clientRoute,
        schema: clientSchema(id),
      });
    },

    /** Call 3, all its pages. */
    async positions(clientRef: string): Promise<ListedPosition[]> {
      refuseForeignId(clientRef, positionsRoute);
      const listed = new Map<string, ListedPosition>();
      const visited = new Set<string>();
      let address: string | undefined = addressOf(
        connection,
        "hiring",
        clientRef,
        "positions-public",
      );
      while (address !== undefined && !visited.has(address)) {
        visited.add(address);
        const page: Page = await read(connection, {
          address,
          route: positionsRoute,
          schema: listedPositionsSchema,
        });
        for (const position of page.results) {
          // A list that grows while it is paged through repeats itself.
          if (!listed.has(position.uuid)) listed.set(position.uuid, position);
        }
        address = visited.size < mostPages ? nextAddress(page.next, address) : undefined;
      }
      return [...listed.values()];
    },

    /** Call 4. */
    apply: (attempt: ApplyAttempt) => apply(connection, attempt),
  };
}

export type HiringPlatform = ReturnType<typeof createHiringPlatform>;

interface Page {
  results: ListedPosition[];
  next?: string | undefined;
}

/** What cannot be an id of the platform's is not found, without a call. */
function refuseForeignId(id: string, route: string): void {
  if (isPlatformId(id)) return;
  throw new PlatformError({ kind: "not-found", message: `${route}: not an id` });
}

/** The following page's address, when it is on the same origin: our key goes nowhere else. */
function nextAddress(next: string | undefined, current: string): string | undefined {
  if (next === undefined || !URL.canParse(next, current)) return undefined;
  const address = new URL(next, current);
  if (address.origin === new URL(current).origin) return address.href;
  console.warn(`${positionsRoute}: next is on another origin and was not followed`);
  return undefined;
}
