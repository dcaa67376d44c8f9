// Lists of the contract's words. Without zod, so that browsers may have them.

/** Kinds of employment, in schema.org's words. */
export const EMPLOYMENT_TYPES = [
  "FULL_TIME",
  "PART_TIME",
  "CONTRACTOR",
  "TEMPORARY",
  "INTERN",
  "VOLUNTEER",
  "PER_DIEM",
  "OTHER",
] as const;

export const WORKPLACES = ["onsite", "hybrid", "remote"] as const;
export const PAY_UNITS = ["hour", "day", "week", "month", "year"] as const;

/** What a platform can want to know besides the application. */
export const TAKEN = ["source"] as const;

/** What a platform can promise. */
export const HONOURED = ["idempotency-key"] as const;

/** Endings of files whose content can be told. */
export const FILE_ENDINGS = [
  "pdf",
  "doc",
  "docx",
  "rtf",
  "odt",
  "jpg",
  "jpeg",
  "png",
  "webp",
  "gif",
  "ppt",
  "pptx",
  "xls",
  "xlsx",
  "zip",
  "mp4",
  "txt",
  "csv",
] as const;

/** Fields whose label is Puerta's own where the platform gives none. */
export const LABELLED = ["email", "cover_letter", "linkedin", "website", "location"] as const;

/** The parameters of an address that say where a candidate came from. */
export const SOURCE_NAMES = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "source",
  "ref",
  "gh_src",
  "lever-source",
] as const;

/** A value of such a parameter: nothing that would have to be escaped in an address, in HTML or in JSON. */
export const SOURCE_VALUE = /^[A-Za-z0-9._~-]{1,100}$/;

/** What a platform may want to look at: a field that no person fills in, a file that acts when opened. */
export const SUSPICIONS = ["honeypot", "active-file"] as const;

export type FileEnding = (typeof FILE_ENDINGS)[number];
export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];
export type Suspicion = (typeof SUSPICIONS)[number];

/** Headers of an application. */
export const HEADERS = {
  /** Unless `PLATFORM_API_KEY_HEADER` names another. */
  apiKey: "X-Api-Key",
  /** The application's id, the same on every attempt. */
  idempotencyKey: "Idempotency-Key",
  csrfToken: "X-CSRFToken",
  /** `SUSPICIONS`, separated by commas. Nobody is refused because of them. */
  suspect: "X-Puerta-Suspect",
};
