import { z } from "zod";
import type { Platform } from "../lib/platform";
import type { CompanyFolder } from "./files";

const Jobs = z.object({ jobs: z.array(z.object({ uuid: z.string() })) });

/**
 * Adds or replaces a company on the platform, and adds jobs that it does not have. Jobs that it has stay
 * as they are.
 *
 * @returns how many jobs were added
 */
export async function putCompany(
  platform: Platform,
  { company, jobs }: Pick<CompanyFolder, "company" | "jobs">,
): Promise<number> {
  const path = `/companies/${company.uuid}`;
  await platform.call("PUT", path, company);
  const existing = await platform.read(Jobs, "GET", `${path}/jobs`);
  const known = new Set(existing.jobs.map(({ uuid }) => uuid));
  const added = jobs.filter(({ uuid }) => !known.has(uuid));
  if (added.length > 0) await platform.call("POST", `${path}/jobs`, { jobs: added });
  return added.length;
}
