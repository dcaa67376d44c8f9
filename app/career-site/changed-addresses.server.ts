import { careerSitePath, positionPath } from "../addresses";
import { loadCareerSite } from "../platform/career-site.server";
import { PlatformError } from "../platform/errors";
import type { PlatformReads } from "../platform/hiring-platform.server";
import type { Publishing } from "../ui/page/publishing";
import { foundAddresses } from "./sitemap";

/** What a platform says has changed: one position, or anything of a client. */
export type Changed = { client: string } | { position: string };

/**
 * The public addresses that a change has changed, as whole URLs: a position's, open or closed, and its
 * career site's; or all of a client's.
 *
 * @param clientUuid of the client whose change it is
 * @throws PlatformError where the platform does not answer
 */
export async function changedAddresses(
  changed: Changed,
  clientUuid: string,
  reads: PlatformReads,
  { originOf, careerSiteAt }: Publishing,
): Promise<string[]> {
  const company = await reads.client(clientUuid);
  const path = careerSitePath(company.code, company.uuid);
  const place = { origin: originOf(company.uuid), careerSite: careerSiteAt(company.uuid, path) };
  if ("client" in changed) {
    const site = await loadCareerSite(reads, clientUuid);
    return foundAddresses(site, place).map(({ href }) => href);
  }
  const name = await nameOf(changed.position, reads);
  const pages = name === undefined ? [] : [positionPath(company.code, name, changed.position)];
  return [...pages, place.careerSite].map((page) => new URL(page, place.origin).href);
}

/** The name of a position, also of one that is closed; undefined if the platform does not know it. */
async function nameOf(positionUuid: string, reads: PlatformReads): Promise<string | undefined> {
  try {
    return (await reads.position(positionUuid)).name;
  } catch (error) {
    if (error instanceof PlatformError && error.isGone) return error.position?.name;
    throw error;
  }
}
