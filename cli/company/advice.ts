// Names the work that is left in a company's files: blanks of its policy, and warnings about its CSS.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompanyRow } from "../../contract/admin";
import { findBlanks } from "../../app/platform/policy-blanks.mjs";
import { count } from "../lib/command";
import { brandWarnings } from "./brand";
import { COMPANIES, shown, type CompanyFolder } from "./files";

interface Policy {
  name: string;
  code: string;
  policy: string;
  /** The policy's file, if it is not in `companies`. */
  file?: string;
}

/** The blanks of a company's privacy policy, and their effect; nothing if it has none. */
function unpublished({ name, code, policy, file }: Policy): string[] {
  const blanks = findBlanks(policy);
  if (blanks.length === 0) return [];
  const path = file ?? join(COMPANIES, code, "privacy.md");
  const at = existsSync(path) ? `${shown(path)}:` : "line ";
  return [
    `${name} takes no applications yet: its privacy policy has ${count(blanks.length, "blank")} to fill in.`,
    ...blanks.map(({ line, column, text }) => `  ${at}${line}:${column}  ${text}`),
  ];
}

export async function adviceOn({ folder, company }: CompanyFolder) {
  const file = join(folder, "privacy.md");
  const warnings = await brandWarnings(company.apply_page_css);
  return {
    blanks: unpublished({ ...company, policy: company.privacy_policy, file }),
    warnings: warnings.map(
      ({ line, text }) => `${shown(join(folder, "brand.css"))}:${line}: ${text}`,
    ),
  };
}

/** The blanks of a company's policy on the platform. */
export const blanksStored = (company: CompanyRow): string[] =>
  unpublished({ ...company, policy: company.unpublished_policy ?? "" });
