import { readCompanies, type CompanyFolder } from "~/cli/company/files";
import { putCompany } from "~/cli/company/put";
import { createPlatformClient } from "~/cli/lib/platform";

export const ADMIN_SECRET = "an-admin-secret-for-tests-with-enough-characters";

let companies: Promise<CompanyFolder[]> | undefined;
const read = () => (companies ??= readCompanies());

/** Reads the example companies, each as one object with its `slug` and `positions`. */
export const readExamples = async () =>
  (await read()).map(({ slug, company, jobs }) => ({ ...company, slug, positions: jobs }));

/** Adds the example companies through the admin interface of a running site. */
export async function addExamples(url: string, adminSecret: string): Promise<void> {
  const platform = createPlatformClient({ url, adminSecret, isRemote: false });
  for (const company of await read()) await putCompany(platform, company);
}
