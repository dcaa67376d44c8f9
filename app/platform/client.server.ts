import { z } from "zod";

import { country, link, optional, platformId, present, text, verbatim } from "./fields.server";
import { slugOf } from "./slug";

const socialLinks = optional(
  z.object({ linkedin: optional(link), instagram: optional(link), twitter: optional(link) }),
);

const answer = z.object({
  uuid: optional(platformId),
  // Neither a way through the address, nor the beginning of our own ones, nor half a character.
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
  is_cv_required: optional(z.boolean()),
  social_links: socialLinks,
});

/**
 * Call 2's answer, read as a `Client`. A client may have no name (a career site with neither a name
 * nor jobs counts as empty), and without a code its name stands in addresses.
 */
export function clientSchema(askedFor: string) {
  return answer.transform((raw) =>
    present({
      uuid: raw.uuid ?? askedFor,
      code: raw.code ?? slugOf(raw.name),
      name: raw.name,
      description: raw.description,
      css: raw.apply_page_css,
      js: raw.apply_page_js,
      logo: raw.logo,
      mainImage: raw.main_image,
      favicon: raw.favicon,
      /** Markdown. */
      privacyPolicy: raw.privacy_policy,
      languageDefault: raw.language_default,
      country: raw.country,
      isCvRequired: raw.is_cv_required ?? false,
      socialLinks: present(
        raw.social_links ?? { linkedin: undefined, instagram: undefined, twitter: undefined },
      ),
    }),
  );
}

export type Client = z.infer<ReturnType<typeof clientSchema>>;
