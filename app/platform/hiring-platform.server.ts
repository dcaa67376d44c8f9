import * as z from "zod";
import { isPlatformId } from "~/contract/ids";
import { LIST_LIMITS, RESPONSE_LIMITS } from "~/contract/limits";
import type { TolerantResult } from "~/contract/tolerant";
import { readClient, toClient } from "./client.server";
import { buildUrl, reportCall, type PlatformConnection } from "./connection.server";
import { PlatformError } from "./errors";
import { readListedPositions, removeDuplicates } from "./listed-positions.server";
import { readPosition, type Position } from "./position.server";
import { fetchResponse, parseResponse, type ReadRoute } from "./read.server";
import type { ReadCall, ReadValues } from "./types";

/** The platform's response, as text and as a parsed value. */
export interface PlatformResponse<T> {
  /** The JSON of each page. Only a list has several pages. */
  texts: readonly string[];
  value: T;
}

interface Call<T> extends ReadRoute {
  segments: (id: string) => string[];
  parse: (pages: Iterable<unknown>, id: string, connection: PlatformConnection) => T;
}

const CALLS: { [Name in ReadCall]: Call<ReadValues[Name]> } = {
  position: {
    route: "GET /hiring/positions/{positionId}",
    gone: "closed",
    segments: (id) => ["hiring", "positions", id],
    parse: ([response], id) => requireOpen(logDropped("a position", readPosition(response, id))),
  },
  client: {
    route: "GET /account/clients/{clientId}/public",
    gone: "gone",
    segments: (id) => ["account", "clients", id, "public"],
    parse: ([response], id, { publicOrigin }) =>
      toClient(logDropped("a client", readClient(response, id, publicOrigin))),
  },
  positions: {
    route: "GET /hiring/{clientRef}/positions-public",
    gone: "gone",
    segments: (id) => ["hiring", id, "positions-public"],
    // A list that grows between two requests can repeat positions.
    parse: (pages) =>
      removeDuplicates(
        Array.from(
          pages,
          (page) => logDropped("a list of positions", readListedPositions(page)).results,
        ).flat(),
      ),
  },
};

const nextSchema = z.object({ next: z.string() });

/**
 * Creates functions that read a position, a company or a list of positions from the platform. They throw
 * `PlatformError`, of kind `not-found` for an invalid id. `apply-call.server.ts` sends applications.
 */
export function createHiringPlatform(connection: PlatformConnection) {
  async function fetchTexts(
    call: ReadCall,
    id: string,
    previous: readonly string[] = [],
  ): Promise<string[]> {
    const { route, segments } = CALLS[call];
    const texts: string[] = [];
    const visited = new Set<string>();
    let remainingBytes = LIST_LIMITS.bytes;
    let url: string | undefined = buildUrl(connection, ...segments(id));
    while (url !== undefined && !visited.has(url)) {
      visited.add(url);
      const maxBytes = Math.min(RESPONSE_LIMITS.bytes, remainingBytes);
      const text: string | undefined =
        texts.length < LIST_LIMITS.pages
          ? await fetchResponse(connection, url, CALLS[call], maxBytes)
          : undefined;
      if (text === undefined) {
        endEarly(route, texts.length);
        break;
      }
      texts.push(text);
      remainingBytes -= new TextEncoder().encode(text).byteLength;
      const isRepeat: boolean = texts.length === previous.length && text === previous.at(-1);
      url = call === "positions" && !isRepeat ? findNextUrl(text, url, route) : undefined;
    }
    return texts;
  }

  const parse = <Name extends ReadCall>(call: Name, id: string, texts: readonly string[]) =>
    parseResponse(texts, CALLS[call].route, (pages) => CALLS[call].parse(pages, id, connection));

  async function read<Name extends ReadCall>(
    call: Name,
    id: string,
    previous?: PlatformResponse<ReadValues[Name]>,
  ): Promise<PlatformResponse<ReadValues[Name]>> {
    if (!isPlatformId(id)) {
      throw new PlatformError({ kind: "not-found", message: `${CALLS[call].route}: not an id` });
    }
    const fetchNew = async () => {
      const texts = await fetchTexts(call, id, previous?.texts);
      return previous && areSame(previous.texts, texts)
        ? previous
        : { texts, value: parse(call, id, texts) };
    };
    return reportCall(connection, { call, id }, fetchNew, () => ({ outcome: "answered" }));
  }

  return {
    /** @param previous the last response, which is returned without parsing if nothing changed */
    read,
    /** Parses a response's texts. @throws PlatformError of kind `contract`, or `closed` for a closed position */
    parse,
    position: async (id: string): Promise<Position> => (await read("position", id)).value,
    connection,
  };
}

export type HiringPlatform = ReturnType<typeof createHiringPlatform>;

/** @throws PlatformError of kind `closed` if the response's `status` is closed */
function requireOpen(position: Position): Position {
  const { status, clientUuid, name, location, contractType } = position;
  if (status !== "closed") return position;
  throw new PlatformError({
    kind: "closed",
    message: `${CALLS.position.route}: status is closed`,
    clientUuid,
    position: { name, location, contractType },
  });
}

/** Finds the URL of the next page. Ignores other origins, which must not receive our API key. */
function findNextUrl(text: string, current: string, route: string): string | undefined {
  if (!text.includes('"next"')) return undefined;
  const next = parseResponse([text], route, ([page]) => nextSchema.safeParse(page).data?.next);
  if (next === undefined || !URL.canParse(next, current)) return undefined;
  const url = new URL(next, current);
  if (url.origin === new URL(current).origin) return url.href;
  console.warn(`${route}: "next" is on another origin and was not followed`);
  return undefined;
}

/** Logs that a list is shown without its other pages. @throws PlatformError of kind `contract` without a first page */
function endEarly(route: string, pages: number): void {
  const mb = (bytes: number) => `${bytes / 1024 ** 2} MB`;
  if (pages === 0) {
    const message = `${route} answered more than ${mb(RESPONSE_LIMITS.bytes)}`;
    throw new PlatformError({ kind: "contract", message, status: 200 });
  }
  console.error(
    `${route}: the list is shown up to page ${pages}, because it has more than ${LIST_LIMITS.pages} pages or ${mb(LIST_LIMITS.bytes)}, or a page has more than ${mb(RESPONSE_LIMITS.bytes)}`,
  );
}

const areSame = (texts: readonly string[], others: readonly string[]) =>
  texts.length === others.length && texts.every((text, index) => text === others[index]);

/** Logs the paths of up to five dropped values, without the values. */
function logDropped<T>(what: string, { value, dropped }: TolerantResult<T>): T {
  if (dropped.length > 0) {
    const places = dropped.slice(0, 5).map(({ place }) => place);
    const rest = dropped.length - 5;
    const more = rest > 0 ? ` and ${rest} more` : "";
    console.warn(`Ignored malformed values in ${what}: ${places.join(", ")}${more}`);
  }
  return value;
}
