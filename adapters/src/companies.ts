import * as z from "zod";
import { isPlatformId } from "~/contract/ids";
import { Company } from "./company-format";

export type { Company };

/** The contents of the company folders. `cli/boards/worker.ts` inserts them into the build. */
declare const COMPANIES: unknown;

/** A company with an invalid folder. */
const InvalidCompany = z.object({
  code: z.string(),
  uuid: z.string().optional(),
  error: z.string(),
});

const companies = z.array(z.union([InvalidCompany, Company])).parse(COMPANIES);

export class InvalidFolder extends Error {}

/** Returns the companies with valid folders. */
export const validCompanies = (): Company[] =>
  companies.flatMap((company) => ("error" in company ? [] : [company]));

/** Finds a company by its uuid or code. @throws InvalidFolder */
export function findCompany(ref: string): Company | undefined {
  const found = companies.find(({ uuid, code }) => uuid === ref || code === ref);
  if (found && "error" in found) throw new InvalidFolder(`${found.code}: ${found.error}`);
  return found;
}

/**
 * Parses a position's id, `<company code>_<id in the company's system>`.
 *
 * @returns undefined if the id is malformed or the company is unknown
 * @throws InvalidFolder
 */
export function parsePositionId(id: string): { company: Company; externalId: string } | undefined {
  const end = id.indexOf("_");
  const company = end > 0 ? findCompany(id.slice(0, end)) : undefined;
  const externalId = id.slice(end + 1);
  return company && id.startsWith(`${company.code}_`) && externalId !== ""
    ? { company, externalId }
    : undefined;
}

/** Creates a position's id. @returns undefined if the id is not valid in the contract */
export function positionId(
  { code }: Pick<Company, "code">,
  externalId: string,
): string | undefined {
  const id = `${code}_${externalId}`;
  return isPlatformId(id) ? id : undefined;
}
