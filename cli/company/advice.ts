import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompanyRow } from "../../contract/admin";
import { findBlanks } from "../../app/platform/policy-blanks.mjs";
import { count } from "../lib/command";
import { brandWarnings } from "./brand";
import { COMPANIES, type CompanyFolder } from "./files";
import { shortPath } from "./text-file";

interface Policy {
  name: string;
  code: string;
  policy: string;
  file?: string;
}

function describeBlanks({ name, code, policy, file }: Policy): string[] {
  const blanks = findBlanks(policy);
  if (blanks.length === 0) return [];
  const path = file ?? join(COMPANIES, code, "privacy.md");
  const at = existsSync(path) ? `${shortPath(path)}:` : "line ";
  return [
    `${name} accepts no applications yet: its privacy policy has ${count(blanks.length, "blank")} to fill in.`,
    ...blanks.map(({ line, column, text }) => `  ${at}${line}:${column}  ${text}`),
  ];
}

export async function findAdvice({ folder, company }: CompanyFolder) {
  const file = join(folder, "privacy.md");
  const warnings = await brandWarnings(company.apply_page_css);
  return {
    blanks: describeBlanks({ ...company, policy: company.privacy_policy, file }),
    warnings: warnings.map(
      ({ line, text }) => `${shortPath(join(folder, "brand.css"))}:${line}: ${text}`,
    ),
  };
}

export const storedBlanks = (company: CompanyRow): string[] =>
  describeBlanks({ ...company, policy: company.unpublished_policy ?? "" });
