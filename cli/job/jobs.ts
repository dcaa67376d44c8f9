// A company's jobs on the platform.
import { z } from "zod";
import { JobWithDescription, type CompanyRow } from "../../contract/admin";
import { Stop } from "../../scripts/local";
import { companyNamed, type Platform } from "../lib/platform";

const Jobs = z.object({
  jobs: z.array(JobWithDescription),
  /** How many applications jobs have, by their ids. */
  applications: z.record(z.string(), z.number()),
});

const pathOf = ({ uuid }: CompanyRow) => `/companies/${uuid}/jobs`;

/** A company by its code or uuid, and its jobs. The newest job comes first. */
export async function jobsOf(platform: Platform, which: string) {
  const company = await companyNamed(platform, which);
  return { company, ...(await platform.read(Jobs, "GET", pathOf(company))) };
}

/** Makes all changes or, if one is refused, none. */
export const saveJobs = (
  platform: Platform,
  company: CompanyRow,
  changes: {
    jobs?: readonly JobWithDescription[];
    open?: readonly string[];
    close?: readonly string[];
  },
) => platform.call("POST", pathOf(company), changes);

/** The job with a slug, a uuid or a reference. @throws Stop if there is none or more than one */
export function jobNamed(
  jobs: readonly JobWithDescription[],
  which: string,
  code: string,
): JobWithDescription {
  const found = jobs.filter(
    ({ uuid, slug, identifier }) =>
      uuid === which.toLowerCase() || slug === which || identifier === which,
  );
  const [job] = found;
  if (!job) throw new Stop(`${code} has no job ${which}. List them: npx puerta job list ${code}`);
  if (found.length === 1) return job;
  const uuids = found.map(({ uuid, location }) => `${uuid} (${location})`).join(", ");
  throw new Stop(`${found.length} jobs are called ${which}. Give a uuid: ${uuids}.`);
}
