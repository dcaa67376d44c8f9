import * as z from "zod";
import { country } from "./countries";
import { CLIENT_LIMITS, CUT } from "./limits";
import { Texts } from "./texts";
import { flag, link, listOf, platformId, text } from "./values";

const pixels = z.int().min(1).max(CLIENT_LIMITS.pixels);

/** A section's picture. Its width and height prevent layout shifts. */
const Picture = z.object({
  src: link,
  alt: z.string().trim().max(CLIENT_LIMITS.alt).optional(),
  width: pixels,
  height: pixels,
});

export const Section = z
  .object({
    title: text.max(CLIENT_LIMITS.title),
    text: z.string().max(CLIENT_LIMITS.text).optional().describe("Markdown"),
    pictures: listOf(Picture, CLIENT_LIMITS.pictures).optional(),
  })
  .refine(({ text: words = "", pictures = [] }) => words.trim() !== "" || pictures.length > 0, {
    error: "has neither text nor pictures",
  });

/** The response to call 2: a company. */
export const Client = z.object({
  uuid: platformId.optional(),
  /**
   * A path segment. `.` and `..` would change the path, `-` is reserved for Puerta's own routes, and lone
   * surrogates cannot be encoded.
   */
  code: text.regex(/^(?!(?:\.\.?|-)$)(?!.*\p{Cs})/su, "cannot be part of a URL").optional(),
  name: text.optional(),
  description: z.string().optional().describe(`Plain text. ${CUT}`),
  apply_page_css: z.string().optional(),
  apply_page_js: z.string().optional(),
  /** Paths are relative to the platform's origin. */
  logo: link.optional(),
  main_image: link.optional(),
  favicon: link.optional(),
  privacy_policy: z.string().optional().describe(`Markdown. ${CUT}`),
  language_default: text.optional().describe("The tag of the company's own language"),
  country: country.optional(),
  languages: listOf(text, CLIENT_LIMITS.languages)
    .optional()
    .describe("Tags of the languages that the company's pages link to"),
  is_cv_required: flag.optional(),
  social_links: z.object({ linkedin: link, instagram: link, twitter: link }).partial().optional(),
  next_steps: z
    .preprocess(
      // Drop the first half of a surrogate pair split by the limit.
      (given) =>
        typeof given === "string"
          ? given.slice(0, CLIENT_LIMITS.nextSteps).replace(/[\uD800-\uDBFF]$/, "")
          : given,
      text.max(CLIENT_LIMITS.nextSteps),
    )
    .optional()
    .describe("The steps after an application: plain text in the company's language"),
  sections: listOf(Section, CLIENT_LIMITS.sections).optional(),
  texts: Texts.optional(),
});

export type Client = z.output<typeof Client>;
export type Section = z.output<typeof Section>;
