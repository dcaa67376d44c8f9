import type { D1Database } from "@cloudflare/workers-types";
import { ADMIN_PATH } from "../../contract/admin";
import { readCompanies, type CompanyFolder } from "../../cli/company/files";
import { putCompany } from "../../cli/company/put";
import { platformAt, type Platform } from "../../cli/lib/platform";
import { admin } from "../../platform/src/admin/admin";

export const ADMIN_SECRET = "an-admin-secret-for-tests-with-enough-characters";

let companies: Promise<CompanyFolder[]> | undefined;
const read = () => (companies ??= readCompanies());

/** Reads the example companies, each as one object with its `slug` and `positions`. */
export const readExamples = async () =>
  (await read()).map(({ slug, company, jobs }) => ({ ...company, slug, positions: jobs }));

/** Adds the example companies through the admin interface of a running site. */
export const addExamples = (url: string, adminSecret: string): Promise<void> =>
  add(platformAt({ url, adminSecret, isRemote: false }));

/** Adds the example companies by calling the admin interface without a Worker. Clears the desk's log. */
export async function addExamplesTo(DB: D1Database): Promise<void> {
  const headers = { Authorization: `Bearer ${ADMIN_SECRET}` };
  const call: Platform["call"] = async (method, path, body) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const request = new Request(`http://platform.test${ADMIN_PATH}${path}`, init);
    const response = await admin.fetch(request, { DB, ADMIN_SECRET });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  };
  await add({
    site: "",
    isRemote: false,
    where: "",
    call,
    read: async (schema, ...request) => schema.parse(await (await call(...request)).json()),
  });
  await DB.exec("DELETE FROM desk_log");
}

async function add(platform: Platform): Promise<void> {
  for (const company of await read()) await putCompany(platform, company);
}
