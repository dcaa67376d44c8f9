import * as z from "zod";
import { Company } from "~/contract/admin";
import { LANGUAGES } from "~/contract/languages";
import { CLIENT_LIMITS } from "~/contract/limits";
import { strictSchema } from "~/contract/strict";
import { COMPANY_TEXTS } from "~/contract/texts";
import {
  COLOUR_NAMES,
  COLOURS,
  parseColour,
  readColour,
  setColours,
  type ColourName,
} from "~/platform/src/companies/colours";
import { pick, readItems, getText, toErrors, type EntryError } from "./form";

const text = z.string();
const PictureEntry = z.object({ src: text, alt: text, width: z.number(), height: z.number() });
const SectionEntry = z.object({ title: text, text, pictures: z.array(PictureEntry) });
export type SectionEntry = z.infer<typeof SectionEntry>;

/** Fields with one picture each. */
export const PICTURES = ["logo", "main_image", "favicon"] as const;
const SOCIAL = ["linkedin", "instagram", "twitter"] as const;

/** Texts that the form shows as they are stored. */
const PLAIN = [
  ...(["name", "description", "language_default", "country", "privacy_policy"] as const),
  ...(["next_steps", ...PICTURES] as const),
];
const TEXTS = [...PLAIN, "retention_months" as const, ...SOCIAL, ...COLOUR_NAMES];
export type CompanyText = (typeof TEXTS)[number];

/** A text of the site that the company replaces. Not stored if empty. */
const OwnText = z.object({ key: text, language: text, text });

export const CompanyEntries = z.object({
  version: z.literal(1),
  own: z.array(OwnText),
  texts: z.record(z.enum(TEXTS), text),
  is_cv_required: z.boolean(),
  sections: z.array(SectionEntry),
});
export type CompanyEntries = z.infer<typeof CompanyEntries>;

/** A stored company. Its JSON columns may contain anything. */
type StoredCompany = { uuid: string; code: string; apply_page_css: string } & Record<
  Exclude<keyof Company, JsonColumn>,
  unknown
> &
  Partial<Record<JsonColumn, unknown>>;
type JsonColumn = keyof typeof Stored.shape;

const Stored = z.object({
  sections: Company.shape.sections.catch([]),
  social_links: Company.shape.social_links.catch({}),
  texts: Company.shape.texts.catch({}),
});

export function companyEntries(company: StoredCompany): CompanyEntries {
  const { sections, social_links: social, texts: own } = Stored.parse(company);
  const colour = (name: ColourName) => readColour(company.apply_page_css, name) ?? COLOURS[name];
  const values: Partial<Record<CompanyText, unknown>> = {
    ...{ ...pick(company, PLAIN), ...social, retention_months: company.retention_months },
    ...Object.fromEntries(COLOUR_NAMES.map((name) => [name, colour(name)])),
  };
  const texts = toTexts((name) => {
    const value = values[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  });
  return {
    version: 1,
    texts: { ...texts, country: texts.country.toUpperCase() },
    own: Object.entries(own).flatMap(([language, replaced]) =>
      Object.entries(replaced).map(([key, words]) => ({ key, language, text: words })),
    ),
    is_cv_required: company.is_cv_required === true,
    sections: sections.map(({ title, text: words = "", pictures = [] }) => ({
      ...{ title, text: words },
      pictures: pictures.map(({ alt = "", ...picture }) => ({ ...picture, alt })),
    })),
  };
}

const toTexts = (text: (name: CompanyText) => string) =>
  Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Record<CompanyText, string>; // has all keys

/** Maximum number of own texts: each text in each language. */
const MAX_OWN_TEXTS = Object.keys(COMPANY_TEXTS).length * LANGUAGES.length;

export function readCompanyForm(form: FormData): CompanyEntries {
  const { sections: most, pictures: mostPictures } = CLIENT_LIMITS;
  const sections = readItems(form, "s", "title", most, (part, at) => {
    const entries = readItems(form, `${at}.p`, "src", mostPictures, (value) => ({
      ...{ isRemoved: value("remove") === "yes", src: value("src"), alt: value("alt") },
      ...{ width: Number(value("width")) || 0, height: Number(value("height")) || 0 },
    }));
    const pictures = entries.flatMap(({ isRemoved, ...picture }) => (isRemoved ? [] : [picture]));
    return { title: part("title"), text: part("text"), pictures };
  });
  const texts = toTexts((name) => getText(form, name));
  for (const name of PICTURES) if (getText(form, `${name}.remove`) === "yes") texts[name] = "";
  const own = readItems(form, "o", "text", MAX_OWN_TEXTS, (part) => ({
    ...{ key: part("key"), language: part("language"), text: part("text") },
  }));
  const is_cv_required = getText(form, "is_cv_required") === "yes";
  return { version: 1, own, texts, is_cv_required, sections };
}

/**
 * Validates entries as a company, with the rules of the admin interface.
 *
 * @param before the stored company, which provides the slug, the script, and the CSS except its colours
 */
export function toCompany(
  entries: CompanyEntries,
  before: StoredCompany,
): { company?: Company; errors: EntryError[] } {
  const { texts, is_cv_required, sections } = entries;
  const wrong = COLOUR_NAMES.filter((name) => parseColour(texts[name]) === undefined);
  const colours = Object.fromEntries(
    COLOUR_NAMES.map((name) => [name, parseColour(texts[name])]),
  ) as Partial<Record<(typeof COLOUR_NAMES)[number], string>>; // undefined for invalid colours
  const months = texts.retention_months.trim();
  const candidate = {
    ...{ uuid: before.uuid, code: before.code, ...pick(texts, PLAIN), is_cv_required },
    social_links: pick(texts, SOCIAL),
    texts: groupOwnTexts(entries.own),
    sections: sections.map(({ pictures, ...section }) =>
      pictures.length > 0 ? { ...section, pictures } : section,
    ),
    retention_months: /^\d+$/.test(months) ? Number(months) : months,
    apply_page_css: setColours(before.apply_page_css, colours),
    apply_page_js: before.apply_page_js,
  };
  const result = strictSchema(Company).safeParse(candidate);
  const issues = result.success ? [] : result.error.issues;
  const errors = [
    ...wrong.map((field) => ({ field, message: "must be a colour" })),
    ...findRepeated(entries.own),
    ...toErrors(issues, (path) => toField(path, entries.own)),
  ];
  return result.success && errors.length === 0 ? { company: result.data, errors } : { errors };
}

type OwnTexts = CompanyEntries["own"];

function groupOwnTexts(ownTexts: OwnTexts) {
  const texts: Record<string, Record<string, string>> = {};
  for (const { key, language, text: words } of ownTexts) {
    if (words.trim() !== "") (texts[language] ??= {})[key] = words;
  }
  return texts;
}

const findRepeated = (ownTexts: OwnTexts): EntryError[] =>
  ownTexts.flatMap(({ key, language }, index) => {
    const first = ownTexts.findIndex((entry) => entry.key === key && entry.language === language);
    return first === index ? [] : [{ field: `o${index}.text`, message: "repeated" }];
  });

function toField([name, part, key]: readonly PropertyKey[], ownTexts: OwnTexts): string {
  if (name === "texts") {
    const isIt = (one: OwnTexts[number]) => one.language === part && (key ?? one.key) === one.key;
    return `o${Math.max(0, ownTexts.findIndex(isIt))}.text`;
  }
  if (name === "social_links") return typeof part === "string" ? part : "linkedin";
  if (name === "sections") {
    const index = typeof part === "number" ? part : 0;
    return `s${index}.${key === "text" ? "text" : "title"}`;
  }
  return String(name);
}
