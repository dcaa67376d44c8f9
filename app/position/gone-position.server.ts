import type { AppLoadContext } from "@remix-run/cloudflare";
import { positionPath } from "../addresses";
import type { Company } from "../platform/companies.server";
import type { PlatformError } from "../platform/errors";
import type { Screen } from "../ui/page/screen";
import { similarJobs } from "./similar-jobs";

/**
 * The name of a position that is gone, and up to five similar jobs of its company. Leaves out whatever is
 * unknown or takes too long.
 *
 * @param error why the position cannot be shown
 */
export async function goneScreen(
  { isGone, position }: PlatformError,
  company: Company | undefined,
  positionUuid: string,
  { inTime, links, reads }: Pick<AppLoadContext, "inTime" | "links" | "reads">,
): Promise<Partial<Screen>> {
  if (!isGone) return {};
  const named = position && { position: position.name };
  if (!company) return { ...named };
  const { uuid, code } = company;
  const jobs = await inTime(() => reads.positions(uuid)).catch(() => []);
  return {
    ...named,
    jobs: similarJobs({ uuid: positionUuid, ...position }, jobs).map((job) => ({
      name: job.name,
      location: job.location,
      href: links.along(job.applyUrl ?? positionPath(code, job.name, job.uuid)),
    })),
  };
}
