import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";

/**
 * Loads a client's career site: calls 2 and 3, in parallel.
 *
 * @throws PlatformError of kind `not-found` also if the client has neither a name nor positions
 *   (specification, section 2)
 */
export async function loadCareerSite(
  platform: Pick<PlatformReads, "client" | "positions">,
  clientUuid: string,
) {
  const [company, listed] = await Promise.all([
    platform.client(clientUuid),
    platform.positions(clientUuid),
  ]);
  if (company.name === "" && listed.length === 0) {
    throw new PlatformError({ kind: "not-found", message: "The career site is empty" });
  }
  return { company, jobs: listed };
}

export type CareerSite = Awaited<ReturnType<typeof loadCareerSite>>;
export type Job = CareerSite["jobs"][number];
