import { apply, type ApplyAttempt } from "./apply.server";
import { isPlatformId } from "../../contract/ids";
import type { Read } from "../../contract/read";
import { readClient, toClient } from "./client.server";
import { addressOf, type PlatformConnection } from "./connection.server";
import { PlatformError } from "./errors";
import {
  withoutRepeats,
  readListedPositions,
  type ListedPosition,
  type ListPage,
} from "./listed-positions.server";
import { readPosition, toPosition } from "./position.server";
import { createReader } from "./read.server";

const positionRoute = "GET /hiring/positions/{positionId}";
const clientRoute = "GET /account/clients/{clientId}/public";
const positionsRoute = "GET /hiring/{clientRef}/positions-public";

/** Most pages of a list, in case it never ends. */
const MOST_PAGES = 50;

/**
 * The hiring platform's four calls (design, section 4). The three reads throw `PlatformError`, with kind
 * `not-found` also for invalid ids; `apply` returns an outcome and never throws.
 */
export function createHiringPlatform(connection: PlatformConnection) {
  const read = createReader(connection);
  return {
    /**
     * Call 1: a position, by its uuid.
     *
     * @throws PlatformError of kind `closed` also if the answer's `status` is closed
     */
    async position(id: string) {
      refuseForeignId(id, positionRoute);
      const position = await read({
        address: addressOf(connection, "hiring", "positions", id),
        route: positionRoute,
        parse: (answer) => toPosition(logged("A position", readPosition(answer, id))),
      });
      if (position.status !== "closed") return position;
      throw new PlatformError({
        kind: "closed",
        message: `${positionRoute}: status is closed`,
        clientUuid: position.clientUuid,
        position: {
          name: position.name,
          location: position.location,
          contractType: position.contractType,
        },
      });
    },

    /** Call 2: a client, by its uuid. */
    async client(id: string) {
      refuseForeignId(id, clientRoute);
      return read({
        address: addressOf(connection, "account", "clients", id, "public"),
        route: clientRoute,
        parse: (answer) =>
          toClient(logged("A client", readClient(answer, id, connection.publicOrigin))),
      });
    },

    /** Call 3: a client's open positions, by its uuid, from all pages, without duplicates. */
    async positions(clientRef: string): Promise<readonly ListedPosition[]> {
      refuseForeignId(clientRef, positionsRoute);
      const parts: (readonly ListedPosition[])[] = [];
      const visited = new Set<string>();
      let address: string | undefined = addressOf(
        connection,
        "hiring",
        clientRef,
        "positions-public",
      );
      while (address !== undefined && !visited.has(address)) {
        visited.add(address);
        const page: ListPage = await read({
          address,
          route: positionsRoute,
          parse: (answer) => logged("A list", readListedPositions(answer)),
        });
        parts.push(page.results);
        address = visited.size < MOST_PAGES ? nextAddress(page.next, address) : undefined;
      }
      const [whole = [], ...others] = parts;
      return others.length === 0 ? whole : withoutRepeats(parts.flat());
    },

    /** Call 4: delivers an application to the platform. */
    apply: (attempt: ApplyAttempt) => apply(connection, attempt),
  };
}

export type HiringPlatform = ReturnType<typeof createHiringPlatform>;

/** The platform's three reads. */
export type PlatformReads = Pick<HiringPlatform, "position" | "client" | "positions">;

/** Throws `not-found` for an invalid id, without a call. */
function refuseForeignId(id: string, route: string): void {
  if (isPlatformId(id)) return;
  throw new PlatformError({ kind: "not-found", message: `${route}: not an id` });
}

/** The URL of the next page. Undefined on another origin, which must not get our API key. */
function nextAddress(next: string | undefined, current: string): string | undefined {
  if (next === undefined || !URL.canParse(next, current)) return undefined;
  const address = new URL(next, current);
  if (address.origin === new URL(current).origin) return address.href;
  console.warn(`${positionsRoute}: next is on another origin and was not followed`);
  return undefined;
}

/** Logs up to five dropped paths, without their contents. */
function logged<T>(what: string, { value, dropped }: Read<T>): T {
  if (dropped.length > 0) {
    const places = dropped.slice(0, 5).map(({ place }) => place);
    const rest = dropped.length - 5;
    console.warn(`${what}: left out ${places.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`);
  }
  return value;
}
