import { z } from "zod";

import {
  country,
  link,
  optional,
  platformId,
  present,
  text,
  verbatim,
  yesOrNo,
} from "./fields.server";
import { sections } from "./sections.server";
import { slugOf } from "./slug";

/** The most characters that are read of what a company says comes after an application. */
const NEXT_STEPS_MAX_LENGTH = 2000;

/** No half of a character is left at the end. */
const nextSteps = text.transform((words) =>
  words.slice(0, NEXT_STEPS_MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, ""),
);

const socialLinks = optional(
  z.object({ linkedin: optional(link), instagram: optional(link), twitter: optional(link) }),
);

/** Call 2's answer, as the platform writes it. */
const rawClient = z.object({
  uuid: optional(platformId),
  // As a part of an address, `.` and `..` would lead elsewhere, `-` begins our own addresses, and
  // half a character cannot be written.
  code: optional(text.refine((code) => !/^(?:\.\.?|-)$|\p{Cs}/u.test(code))),
  name: z
    .string()
    .trim()
    .nullish()
    .transform((name) => name ?? ""),
  description: verbatim,
  apply_page_css: verbatim,
  apply_page_js: verbatim,
  logo: optional(link),
  main_image: optional(link),
  favicon: optional(link),
  privacy_policy: verbatim,
  language_default: optional(text),
  country: optional(country),
  languages: optional(z.array(optional(text)).max(100)),
  is_cv_required: optional(yesOrNo),
  social_links: socialLinks,
  next_steps: optional(nextSteps),
  sections,
});

/**
 * Reads call 2's answer as a `Client`. A client may have no name: whether its career site is empty
 * is for `loadCareerSite` to say. One without a code gets one made of its name, for addresses.
 *
 * @param askedFor the id of the call, for an answer that does not repeat it
 * @param origin of the platform, which a picture's path is on; without one it is on this site
 */
export function clientSchema(askedFor: string, origin?: string) {
  const picture = <T extends string | undefined>(address: T) =>
    origin !== undefined && address?.startsWith("/") ? origin + address : address;
  return rawClient.transform((raw) =>
    present({
      uuid: raw.uuid ?? askedFor,
      code: raw.code ?? slugOf(raw.name),
      name: raw.name,
      description: raw.description,
      css: raw.apply_page_css,
      js: raw.apply_page_js,
      logo: picture(raw.logo),
      mainImage: picture(raw.main_image),
      favicon: picture(raw.favicon),
      /** Markdown. */
      privacyPolicy: raw.privacy_policy,
      languageDefault: raw.language_default,
      /** Tags of the languages that its pages are to offer. */
      languages: raw.languages?.filter((tag) => tag !== undefined),
      country: raw.country,
      isCvRequired: raw.is_cv_required ?? false,
      /** What happens after an application: plain text, in the client's language. */
      nextSteps: raw.next_steps,
      /** Shown on its career site, and with each of its jobs. */
      sections: raw.sections?.map((section) => ({
        ...section,
        pictures: section.pictures.map((one) => ({ ...one, src: picture(one.src) })),
      })),
      socialLinks: present(
        raw.social_links ?? { linkedin: undefined, instagram: undefined, twitter: undefined },
      ),
    }),
  );
}

export type Client = z.infer<ReturnType<typeof clientSchema>>;
