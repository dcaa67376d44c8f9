import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CompanyRow } from "~/contract/admin";
import { STANDARD_LANGUAGES, type Language } from "~/contract/languages";
import { findBlanks } from "~/contract/policy-blanks";
import { count } from "../lib/command";
import { TURN_ON } from "../lib/languages";
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

/** @param getLanguages reads the site's enabled languages (slow) */
export async function findAdvice({ folder, company }: CompanyFolder, getLanguages: GetLanguages) {
  const file = join(folder, "privacy.md");
  const warnings = await brandWarnings(company.apply_page_css);
  return {
    blanks: describeBlanks({ ...company, policy: company.privacy_policy, file }),
    warnings: [
      ...(await languageWarnings({ folder, company }, getLanguages)),
      ...warnings.map(
        ({ line, text }) => `${shortPath(join(folder, "brand.css"))}:${line}: ${text}`,
      ),
    ],
  };
}

type GetLanguages = () => Promise<readonly Language[]>;

async function languageWarnings(
  { folder, company }: Pick<CompanyFolder, "folder" | "company">,
  getLanguages: GetLanguages,
): Promise<string[]> {
  const { language_default: language } = company;
  if (STANDARD_LANGUAGES.some((standard) => standard === language)) return [];
  if ((await getLanguages()).includes(language)) return [];
  const file = shortPath(join(folder, "company.json"));
  return [`${file}: the pages are in English, because ${language} is off: ${TURN_ON}`];
}

export const describeUnpublishedBlanks = (company: CompanyRow): string[] =>
  describeBlanks({ ...company, policy: company.unpublished_policy ?? "" });
