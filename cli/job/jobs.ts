import * as z from "zod";
import { JobWithDescription, type CompanyRow } from "~/contract/admin";
import { compareJobs } from "~/contract/compare-names";
import { foldText } from "~/contract/fold-text";
import { Stop } from "~/scripts/stop";
import { findCompany, type Platform } from "../lib/platform";

const Jobs = z.object({
  jobs: z.array(JobWithDescription),
  applications: z.record(z.string(), z.number()),
});

const jobsPath = ({ uuid }: CompanyRow) => `/companies/${uuid}/jobs`;

/** Finds a company by code or uuid, and reads its jobs: newest first, then by name in the company's language. */
export async function readJobs(platform: Platform, which: string) {
  const company = await findCompany(platform, which);
  const { jobs, applications } = await platform.read(Jobs, "GET", jobsPath(company));
  return { company, jobs: jobs.sort(compareJobs(company.language_default)), applications };
}

/** Saves all changes, or none if one is invalid. */
export const saveJobs = (
  platform: Platform,
  company: CompanyRow,
  changes: {
    jobs?: readonly JobWithDescription[];
    open?: readonly string[];
    close?: readonly string[];
  },
) => platform.call("POST", jobsPath(company), changes);

/** Finds a job by slug, uuid or reference. @throws Stop unless exactly one matches */
export function findJob(
  jobs: readonly JobWithDescription[],
  which: string,
  code: string,
): JobWithDescription {
  const text = foldText(which);
  const found = jobs.filter(({ uuid, slug, identifier }) =>
    [uuid, slug, identifier].some((known) => known && foldText(known) === text),
  );
  const [job] = found;
  if (!job) throw new Stop(`${code} has no job ${which}. List them: npx puerta job list ${code}`);
  if (found.length === 1) return job;
  const uuids = found.map(({ uuid, location }) => `${uuid} (${location})`).join(", ");
  throw new Stop(`${found.length} jobs match ${which}. Use a uuid: ${uuids}.`);
}
