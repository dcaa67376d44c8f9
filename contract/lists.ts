// Enumerations of the contract. Imported by browser code, which must not load zod.

/** schema.org's employment types. */
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

/** Extras that a platform can request with an application (`takes`). */
export const EXTRAS = ["source"] as const;

/** Promises that a platform can make (`honours`). */
export const PROMISES = ["idempotency-key"] as const;

/** Extensions of the supported file types. */
export const FILE_EXTENSIONS = [
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

/** Ids of fields with a default label. */
export const IDS_WITH_DEFAULT_LABEL = [
  "email",
  "cover_letter",
  "linkedin",
  "website",
  "location",
] as const;

/** Query parameters that name a candidate's source. */
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

/** Valid values of a source, which need no escaping in URLs, HTML or JSON. */
export const SOURCE_VALUE = /^[A-Za-z0-9._~-]{1,100}$/;

/**
 * Signs of abuse: a filled-in hidden field, a file with active content, or a file whose structure would take too
 * much work to search.
 */
export const SUSPICIONS = ["honeypot", "active-file", "unchecked-file"] as const;

export type FileExtension = (typeof FILE_EXTENSIONS)[number];
export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];
export type Suspicion = (typeof SUSPICIONS)[number];

export const HEADERS = {
  /** The default name. `PLATFORM_API_KEY_HEADER` overrides it. */
  apiKey: "X-Api-Key",
  /** The application's id, the same on every attempt. */
  idempotencyKey: "Idempotency-Key",
  csrfToken: "X-CSRFToken",
  /** The `preview` parameter of a page. A platform that supports it returns unpublished content. */
  previewToken: "X-Preview-Token",
  /** `SUSPICIONS`, separated by commas. A hint: Puerta does not refuse suspicious applications. */
  suspect: "X-Puerta-Suspect",
  /** The id of the candidate's receipt, and the time until which the site shows it (`formatReceiptHeader`). */
  receipt: "X-Puerta-Receipt",
};
