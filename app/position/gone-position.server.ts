import { positionPath } from "../addresses";
import type { Links } from "../links.server";
import type { Loads } from "../reads/loads.server";
import type { Client } from "../platform/client.server";
import type { PlatformError } from "../platform/errors";
import type { Screen } from "../ui/page/screen";
import { findSimilarJobs } from "./similar-jobs";

interface GoneContext {
  links: Links;
  loads: Pick<Loads, "jobsForScreen">;
}

/**
 * Returns the name of a gone position, and up to five similar jobs of its company. Leaves out data that is unknown
 * or takes too long to load.
 *
 * @param error why the position cannot be shown
 */
export async function describeGonePosition(
  { isGone, position }: PlatformError,
  company: Client | undefined,
  positionUuid: string,
  { links, loads }: GoneContext,
): Promise<Partial<Screen>> {
  if (!isGone) return {};
  const named = position && { position: position.name };
  if (!company) return { ...named };
  const { uuid, code } = company;
  const jobs = await loads.jobsForScreen(uuid);
  return {
    ...named,
    jobs: findSimilarJobs({ uuid: positionUuid, ...position }, jobs).map((job) => ({
      name: job.name,
      location: job.location,
      href: links.keepParameters(job.applyUrl ?? positionPath(code, job.name, job.uuid)),
    })),
  };
}
