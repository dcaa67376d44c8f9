import { z } from "zod";
import { count } from "../lib/command";
import { addressLines, companyNamed, type Platform } from "../lib/platform";
import { adviceOn } from "./advice";
import { readCompany, type CompanyFolder } from "./files";

const Jobs = z.object({ jobs: z.array(z.object({ uuid: z.string() })) });

/** Adds or replaces a company, and adds the jobs that the platform does not have. Returns how many. */
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

/** Puts the company of a folder on the platform. Returns its addresses and advice, for the terminal. */
export async function putFolder(platform: Platform, folder: string) {
  const contents = await readCompany(folder);
  const added = await putCompany(platform, contents);
  const { blanks, warnings } = await adviceOn(contents);
  return {
    addresses: addressLines(platform.site, await companyNamed(platform, contents.company.uuid)),
    advice: [`${count(added, "job")} added.`, ...blanks, ...warnings],
  };
}
