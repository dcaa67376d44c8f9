import { z } from "zod";
import { isPlatformId } from "../../contract/ids";
import { Company } from "./company-format";

export type { Company };

/** What `cli/boards/worker.ts` has read from the companies' folders; it writes it in here. */
declare const COMPANIES: unknown;

/** A company whose folder was wrong at the build. */
const Faulty = z.object({ code: z.string(), uuid: z.string().optional(), fault: z.string() });

const companies = z.array(z.union([Faulty, Company])).parse(COMPANIES);

/** A company's folder is wrong: whether it has a position is not known. */
export class InvalidFolder extends Error {}

/** The company with this uuid or code. @throws InvalidFolder */
export function findCompany(ref: string): Company | undefined {
  const found = companies.find(({ uuid, code }) => uuid === ref || code === ref);
  if (found && "fault" in found) throw new InvalidFolder(`${found.code}: ${found.fault}`);
  return found;
}

/**
 * The company and the id at its system that a position's id names, `<code>_<id there>`.
 *
 * @returns undefined if it is of no company here
 */
export function parsePositionId(id: string): { company: Company; externalId: string } | undefined {
  const end = id.indexOf("_");
  const company = end > 0 ? findCompany(id.slice(0, end)) : undefined;
  const externalId = id.slice(end + 1);
  return company && id.startsWith(`${company.code}_`) && externalId !== ""
    ? { company, externalId }
    : undefined;
}

/** A position's id, or undefined where the contract has no room for it. */
export function positionId(
  { code }: Pick<Company, "code">,
  externalId: string,
): string | undefined {
  const id = `${code}_${externalId}`;
  return isPlatformId(id) ? id : undefined;
}
