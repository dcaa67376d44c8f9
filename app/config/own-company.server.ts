import { isSameCompany } from "./hosts";
import { PlatformError } from "../platform/errors";
import type { PlatformReads } from "../platform/hiring-platform.server";
import type { PositionPages } from "../platform/position-pages.server";

/*
 * On a company's own host there is no other company: what is another's is as if the platform did not
 * have it. What is asked of the platform and remembered is the same on all hosts.
 */

const missing = () =>
  new PlatformError({ kind: "not-found", message: "Not of this host's company" });

/** The reads, of one company alone; another one is not asked for. */
export function readsOfCompany<Reads extends Pick<PlatformReads, "client" | "positions">>(
  owner: string,
  reads: Reads,
): Reads {
  const ifOwn =
    <T>(read: (uuid: string) => Promise<T>) =>
    async (uuid: string): Promise<T> => {
      if (!isSameCompany(uuid, owner)) throw missing();
      return read(uuid);
    };
  return { ...reads, client: ifOwn(reads.client), positions: ifOwn(reads.positions) };
}

type Loads = Pick<PositionPages, "load" | "loadForApplication">;

/** The loading of positions, of one company alone: whose a position is is known once it was read. */
export function loadsOfCompany(owner: string, pages: Loads): Loads {
  const ifOwn = (load: Loads["load"]) => async (positionUuid: string) => {
    const page = await load(positionUuid).catch((error: unknown) => {
      throw error instanceof PlatformError ? ownError(error, owner) : error;
    });
    if (!isSameCompany(page.clientUuid, owner)) throw missing();
    return page;
  };
  return { load: ifOwn(pages.load), loadForApplication: ifOwn(pages.loadForApplication) };
}

/** What is said of a position that cannot be read: of another company's nothing. */
function ownError(error: PlatformError, owner: string): PlatformError {
  const { clientUuid, kind, message } = error;
  if (clientUuid !== undefined) return isSameCompany(clientUuid, owner) ? error : missing();
  // Whose it was is not known, so it is not named.
  return error.position ? new PlatformError({ kind, message }, { cause: error }) : error;
}
