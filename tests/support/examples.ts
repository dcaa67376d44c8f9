import { readCompanies } from "../../cli/company/files";
import { putCompany } from "../../cli/company/put";
import { platformAt } from "../../cli/lib/platform";

/** The admin interface's secret where a test sets its own. */
export const ADMIN_SECRET = "an-admin-secret-for-tests-with-enough-characters";

/** The example companies, each in one object with its `slug` and `positions`. */
export const readExamples = async () =>
  (await readCompanies()).map(({ slug, company, jobs }) => ({ ...company, slug, positions: jobs }));

export type Example = Awaited<ReturnType<typeof readExamples>>[number];

/** Adds the example companies over the admin interface of a site or of a platform alone. */
export async function addExamples(url: string, adminSecret = ADMIN_SECRET): Promise<void> {
  const platform = platformAt({ url, adminSecret, isRemote: false });
  for (const company of await readCompanies()) await putCompany(platform, company);
}
