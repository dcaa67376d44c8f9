import * as z from "zod";
import { count, type TargetOptions } from "../lib/command";
import { readLanguages } from "../lib/languages";
import { addressLines, findCompany, type Platform } from "../lib/platform";
import { findAdvice } from "./advice";
import { readCompany, type CompanyFolder } from "./files";

const Jobs = z.object({ jobs: z.array(z.object({ uuid: z.string() })) });

/** Adds or replaces a company and adds missing jobs. Returns the number of added jobs. */
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

export async function putFolder(platform: Platform, folder: string, target: TargetOptions) {
  const contents = await readCompany(folder);
  const added = await putCompany(platform, contents);
  const { blanks, warnings } = await findAdvice(contents, () => readLanguages(target));
  return {
    addresses: addressLines(platform.site, await findCompany(platform, contents.company.uuid)),
    advice: [`${count(added, "job")} added.`, ...blanks, ...warnings],
  };
}
