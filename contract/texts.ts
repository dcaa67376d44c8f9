// Texts of the interface that a company may replace.
import * as z from "zod";
import { LANGUAGES } from "./languages";
import { TEXT_LIMITS } from "./limits";

/**
 * The texts that a company may replace, with their placeholders. The list omits texts about privacy, errors
 * and the outcome of an application, and texts that the specification quotes. Own fields have separate labels.
 */
export const COMPANY_TEXTS = {
  "career.title_at": ["company"],
  "career.open_positions": [],
  "career.search": [],
  "career.search_label": [],
  "career.none": [],
  "career.department": [],
  "career.location": [],
  "career.any": [],
  "career.filters": [],
  "career.other_jobs": [],
  "career.join_date": [],
  "career.clear": [],
  "career.results_one": [],
  "career.results": ["count"],
  "footer.copyright": ["year", "company"],
  "position.location": [],
  "position.contract": [],
  "position.essential": [],
  "position.nice_to_have": [],
  "position.company": ["company"],
  "position.all_jobs": [],
  "position.go_to_form": [],
  "position.share": [],
  "facts.pay": [],
  "facts.collective_agreement": [],
  "facts.workplace": [],
  "facts.employer": [],
  "facts.employment": [],
  "facts.published": [],
  "facts.closes": [],
  "facts.identifier": [],
  "facts.notices": [],
  "facts.notice_more": [],
  "apply.submit": [],
  "form.section_you": [],
  "form.section_cv": [],
  "form.section_questions": [],
  "screen.career_site": [],
  "screen.other_jobs": ["company"],
} as const satisfies Record<string, readonly string[]>;

export type CompanyTextKey = keyof typeof COMPANY_TEXTS;

/** Placeholders that a text may omit, because the page shows the company's name anyway. */
const OPTIONAL: ReadonlySet<string> = new Set(["company"]);

const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(" and ");

/** A single line of plain text with the given placeholders. */
function textWith(names: readonly string[]) {
  return z
    .string()
    .trim()
    .min(1)
    .max(TEXT_LIMITS.characters, `is longer than ${TEXT_LIMITS.characters} characters`)
    .regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, "must be one line of plain text")
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
      const unknown = used.filter((name) => !names.includes(name));
      const known = names.length > 0 ? `use ${braced(names)}` : "it has none";
      if (unknown.length > 0) refuse(`has the unknown placeholder ${braced(unknown)}: ${known}`);
      const missing = names.filter((name) => !OPTIONAL.has(name) && !used.includes(name));
      if (missing.length > 0) refuse(`lacks the placeholder ${braced(missing)}`);
    });
}

const size = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const shape = Object.fromEntries(
  Object.entries(COMPANY_TEXTS).map(([key, names]) => [key, textWith(names).exactOptional()]),
) as Record<CompanyTextKey, z.ZodExactOptional<ReturnType<typeof textWith>>>; // The same keys.

/** A company's texts in one language. */
export const LanguageTexts = z.object(shape).refine((texts) => size(texts) <= TEXT_LIMITS.bytes, {
  error: `are larger than ${TEXT_LIMITS.bytes} bytes in all`,
});

/** A company's texts by language. */
export const Texts = z
  .object(
    Object.fromEntries(
      LANGUAGES.map((language) => [language, LanguageTexts.exactOptional()]),
    ) as Record<(typeof LANGUAGES)[number], z.ZodExactOptional<typeof LanguageTexts>>, // The same keys.
  )
  .describe(
    "Own texts for the interface. The keys are in branding.md. Plain text, one line each, with the same placeholders",
  );

export type LanguageTexts = z.output<typeof LanguageTexts>;
export type Texts = z.output<typeof Texts>;
