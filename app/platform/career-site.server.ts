import type { PlatformReads } from "./shared-reads.server";
import { PlatformError } from "./errors";
import { slugOf } from "./slug";

/**
 * Everything that a career site shows: calls 2 and 3, side by side. A client with neither a name
 * nor jobs is an error of the kind `not-found`.
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
  const jobs = listed.map((position) => ({
    ...position,
    applyUrl:
      position.applyUrl ??
      `/${encodeURIComponent(company.code)}/${slugOf(position.name)}/${position.uuid}`,
  }));
  return { company, jobs };
}

export type CareerSite = Awaited<ReturnType<typeof loadCareerSite>>;
export type Job = CareerSite["jobs"][number];
