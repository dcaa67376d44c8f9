// Names the blanks of privacy policies that are not published yet.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { policyBlanks } from "../../app/platform/policy-blanks.mjs";
import { shown } from "./files.mjs";
import { COMPANIES } from "./new.mjs";

/**
 * The blanks of a company's policy, for its author; none if it is published.
 *
 * @param {{ name: string, code: string, policy: string, file?: string | undefined }} company
 *   without a file, it is looked for in `companies`
 */
export function unpublished({ name, code, policy, file = join(COMPANIES, code, "privacy.md") }) {
  const blanks = policyBlanks(policy);
  if (blanks.length === 0) return [];
  const at = existsSync(file) ? `${shown(file)}:` : "line ";
  return [
    `Nobody can apply to ${name} yet: its privacy policy has ${blanks.length === 1 ? "a blank" : `${blanks.length} blanks`} to fill in.`,
    ...blanks.map(({ line, column, text }) => `  ${at}${line}:${column}  ${text}`),
  ];
}
