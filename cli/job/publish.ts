import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { CompanyRow, JobWithDescription } from "~/contract/admin";
import { Stop } from "~/scripts/stop";
import { describeUnpublishedBlanks } from "../company/advice";
import type { Platform } from "../lib/platform";
import { jobDefaults, toPosition, parseJob } from "./job";
import { readJobs, saveJobs } from "./jobs";
import { problemFormatter, type Entry } from "./parse-source";

interface Publication {
  before?: JobWithDescription | undefined;
  /** Facts that the entry may leave out. */
  known?: Record<string, unknown>;
}

/** Saves a new job, or a new version of `before`. @throws Stop if a fact is invalid */
export async function publishJob(
  entry: Entry,
  name: string,
  platform: Platform,
  company: CompanyRow,
  { before, known = jobDefaults(company) }: Publication = {},
): Promise<void> {
  const { job: parsed, problems } = parseJob(entry, known);
  if (!parsed) throw new Stop(problems.map(problemFormatter(name)).join("\n"));
  const job = toPosition({ ...parsed, id: before?.uuid ?? randomUUID() });
  const now = before && (await readJobs(platform, company.uuid)).jobs;
  if (now && !now.some((current) => isDeepStrictEqual(current, before))) {
    throw new Stop(`${before.name} was changed in the meantime. Edit it again.`);
  }
  await saveJobs(platform, company, { jobs: [job] });
  const change = before ? "has changed" : `is ${job.status}`;
  const address = `${platform.site}/${company.code}/${job.slug}/${job.uuid}`;
  console.log(
    [`${job.name} ${change}:`, `  ${address}`, ...describeUnpublishedBlanks(company)].join("\n"),
  );
}
