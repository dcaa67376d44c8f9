// Companies and their positions in the embedded platform's database.
import { z } from "zod";
import { rowsOf } from "../../scripts/database.mjs";
import { Stop } from "../../scripts/local.mjs";

/** @typedef {import("../../scripts/database.mjs").Where} Where */

const Company = z
  .object({
    uuid: z.string(),
    code: z.string(),
    name: z.string(),
    language_default: z.string(),
    country: z.string().nullable(),
    open: z.number(),
    closed: z.number(),
    first: z.string().nullable(),
    unpublished: z.string().nullable(),
  })
  .transform(({ first, unpublished, ...company }) => ({
    ...company,
    /** Its privacy policy, if that has blanks to fill in. */
    unpublishedPolicy: unpublished ?? "",
    careerSitePath: `/${company.code}/${company.uuid}`,
    positionPath: first === null ? undefined : `/${company.code}/${first}`,
  }));

/** @typedef {z.infer<typeof Company>} Company */

/**
 * The companies that a platform has, by their codes.
 *
 * @param {Where} where
 * @returns {Promise<Company[]>}
 */
export const companiesAt = (where) =>
  rowsOf(
    where,
    `SELECT uuid, code, name, language_default, country,
       CASE WHEN instr(privacy_policy, '{{') > 0 THEN privacy_policy END AS unpublished,
       (SELECT count(*) FROM positions WHERE client_uuid = c.uuid AND status = 'open') AS open,
       (SELECT count(*) FROM positions WHERE client_uuid = c.uuid AND status = 'closed') AS closed,
       (SELECT slug || '/' || uuid FROM positions WHERE client_uuid = c.uuid AND status = 'open'
          ORDER BY published_at DESC, name, uuid LIMIT 1) AS first
     FROM clients c ORDER BY code, uuid`,
    Company,
  );

/**
 * The company with a code or uuid.
 *
 * @param {Where} where @param {string} which
 * @throws {Stop} when there is none, or several have the code
 */
export async function companyAt(where, which) {
  const all = await companiesAt(where);
  const text = which.toLowerCase();
  const found = all.filter(({ uuid, code }) => uuid === text || code === text);
  const [company] = found;
  if (!company) {
    const codes = all.map(({ code }) => code).join(", ");
    throw new Stop(
      `The platform has no company ${which}. ${codes === "" ? "It has none: npm run company -- new" : `It has: ${codes}.`}`,
    );
  }
  if (found.length > 1) {
    const uuids = found.map(({ uuid, name }) => `  ${uuid}  ${name}`).join("\n");
    throw new Stop(
      `${found.length} companies have the code ${which}. Name one by its uuid:\n${uuids}`,
    );
  }
  return company;
}
