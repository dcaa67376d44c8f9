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
} from "~/platform/src/companies/colours";
import { textOf, toErrors, type EntryError } from "./form";

const PictureEntry = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
});

const SectionEntry = z.object({
  title: z.string(),
  text: z.string(),
  pictures: z.array(PictureEntry),
});
export type SectionEntry = z.infer<typeof SectionEntry>;

const TEXTS = [
  ...(["name", "description", "language_default", "country", "privacy_policy"] as const),
  ...(["next_steps", "retention_months", "linkedin", "instagram", "twitter"] as const),
  ...(["logo", "main_image", "favicon", ...COLOUR_NAMES] as const),
];
export type CompanyText = (typeof TEXTS)[number];

/** The pictures that are one file each, with the names of their file inputs. */
export const PICTURES = ["logo", "main_image", "favicon"] as const;

/** One of the company's own texts for the interface. An empty one is not stored. */
const OwnText = z.object({ key: z.string(), language: z.string(), text: z.string() });

export const CompanyEntries = z.object({
  version: z.literal(1),
  own: z.array(OwnText),
  texts: z.record(z.enum(TEXTS), z.string()),
  is_cv_required: z.boolean(),
  sections: z.array(SectionEntry),
});
export type CompanyEntries = z.infer<typeof CompanyEntries>;

/** A stored company. Its JSON columns may be anything. */
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

/** Shows a stored company as entries. */
export function companyEntries(company: StoredCompany): CompanyEntries {
  const { sections, social_links: social, texts: own } = Stored.parse(company);
  const text = (name: CompanyText): unknown => {
    const colour = COLOUR_NAMES.find((one) => one === name);
    if (colour) return readColour(company.apply_page_css, colour) ?? COLOURS[colour];
    if (name === "linkedin" || name === "instagram" || name === "twitter") return social[name];
    const value = company[name as keyof Company];
    return name === "country" && typeof value === "string" ? value.toUpperCase() : value;
  };
  return {
    version: 1,
    texts: toTexts((name) => {
      const value = text(name);
      return typeof value === "string" || typeof value === "number" ? String(value) : "";
    }),
    own: Object.entries(own).flatMap(([language, texts]) =>
      Object.entries(texts).map(([key, words]) => ({ key, language, text: words })),
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

/** Every text in every language. */
const MAX_OWN_TEXTS = Object.keys(COMPANY_TEXTS).length * LANGUAGES.length;

/** Reads what was typed. Files are read by the route. */
export function readCompanyForm(form: FormData): CompanyEntries {
  const sections: SectionEntry[] = [];
  const { sections: most, pictures: mostPictures } = CLIENT_LIMITS;
  for (let index = 0; index < most && form.has(`s${index}.title`); index += 1) {
    const pictures = [];
    for (let at = 0; at < mostPictures && form.has(`s${index}.p${at}.src`); at += 1) {
      const part = (name: string) => textOf(form, `s${index}.p${at}.${name}`);
      if (part("remove") === "yes") continue;
      const size = { width: Number(part("width")) || 0, height: Number(part("height")) || 0 };
      pictures.push({ src: part("src"), alt: part("alt"), ...size });
    }
    const [title, text] = [textOf(form, `s${index}.title`), textOf(form, `s${index}.text`)];
    sections.push({ title, text, pictures });
  }
  const texts = toTexts((name) => textOf(form, name));
  for (const name of PICTURES) if (textOf(form, `${name}.remove`) === "yes") texts[name] = "";
  const own = [];
  for (let index = 0; index < MAX_OWN_TEXTS && form.has(`o${index}.text`); index += 1) {
    const part = (name: string) => textOf(form, `o${index}.${name}`);
    own.push({ key: part("key"), language: part("language"), text: part("text") });
  }
  const is_cv_required = textOf(form, "is_cv_required") === "yes";
  return { version: 1, own, texts, is_cv_required, sections };
}

interface CompanyResult {
  /** Undefined if there are errors. */
  company?: Company;
  errors: EntryError[];
}

/**
 * Validates entries as a company, with the rules of the admin interface.
 *
 * @param before the stored company, whose address, CSS and script are kept
 */
export function toCompany(entries: CompanyEntries, before: StoredCompany): CompanyResult {
  const { texts, is_cv_required, sections } = entries;
  const wrong = COLOUR_NAMES.filter((name) => parseColour(texts[name]) === undefined);
  const colours = Object.fromEntries(
    COLOUR_NAMES.map((name) => [name, parseColour(texts[name])]),
  ) as Partial<Record<(typeof COLOUR_NAMES)[number], string>>; // undefined for wrong ones
  const { linkedin, instagram, twitter } = texts;
  const months = texts.retention_months.trim();
  const candidate = {
    ...{ uuid: before.uuid, code: before.code, name: texts.name, description: texts.description },
    ...{ logo: texts.logo, main_image: texts.main_image, favicon: texts.favicon },
    ...{ language_default: texts.language_default, country: texts.country, is_cv_required },
    social_links: { linkedin, instagram, twitter },
    ...{ next_steps: texts.next_steps, privacy_policy: texts.privacy_policy },
    texts: groupOwnTexts(entries.own),
    sections: sections.map(({ title, text, pictures }) => ({ title, text, pictures })),
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

function groupOwnTexts(own: OwnTexts) {
  const texts: Record<string, Record<string, string>> = {};
  for (const { key, language, text } of own) {
    if (text.trim() !== "") (texts[language] ??= {})[key] = text;
  }
  return texts;
}

const findRepeated = (own: OwnTexts): EntryError[] =>
  own.flatMap(({ key, language }, index) => {
    const first = own.findIndex((one) => one.key === key && one.language === language);
    return first === index ? [] : [{ field: `o${index}.text`, message: "repeated" }];
  });

function toField([name, part, key]: readonly PropertyKey[], own: OwnTexts): string {
  if (name === "texts") {
    const isIt = (one: OwnTexts[number]) => one.language === part && (key ?? one.key) === one.key;
    return `o${Math.max(0, own.findIndex(isIt))}.text`;
  }
  if (name === "social_links") return typeof part === "string" ? part : "linkedin";
  if (name === "sections") {
    const index = typeof part === "number" ? part : 0;
    return `s${index}.${key === "text" ? "text" : "title"}`;
  }
  return String(name);
}
