import { positionPath } from "../addresses";
import type { Links } from "../links.server";
import type { Company } from "../platform/companies.server";
import type { PlatformError } from "../platform/errors";
import type { PlatformReads } from "../platform/hiring-platform.server";
import { within } from "../runtime/deadline.server";
import type { Screen } from "../ui/page/screen";
import { similarJobs } from "./similar-jobs";

/** How long the company's other jobs are waited for, in ms: who came for this one waits already. */
const JOBS_MS = 1000;

/**
 * What the screen of a position that is gone shows besides its company: its name, and up to five similar
 * jobs. What is not known, or does not come in time, is left out.
 *
 * @param error why the position cannot be shown
 */
export async function goneScreen(
  { isGone, position }: PlatformError,
  company: Company | undefined,
  positionUuid: string,
  reads: Pick<PlatformReads, "positions">,
  links: Links,
): Promise<Partial<Screen>> {
  if (!isGone) return {};
  const named = position && { position: position.name };
  if (!company) return { ...named };
  const { uuid, code } = company;
  const jobs = await within(JOBS_MS, () => reads.positions(uuid)).catch(() => []);
  return {
    ...named,
    jobs: similarJobs({ uuid: positionUuid, ...position }, jobs).map((job) => ({
      name: job.name,
      location: job.location,
      href: links.along(job.applyUrl ?? positionPath(code, job.name, job.uuid)),
    })),
  };
}
