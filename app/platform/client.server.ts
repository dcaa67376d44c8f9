import type { z } from "zod";
import * as contract from "../../contract/client";
import { readTolerantly, type TolerantResult } from "../../contract/tolerant";
import { platformId } from "../../contract/values";
import { omitUndefined } from "./omit-undefined";
import { slugify } from "../../contract/slug";

/** The response to call 2, with a uuid. */
export const ClientAnswer = contract.Client.extend({ uuid: platformId });

export type ClientAnswer = z.output<typeof ClientAnswer>;

/**
 * Reads the response to call 2.
 *
 * @param askedFor the requested id, for responses without one
 * @param origin origin of the platform, to resolve pictures' paths; without it they stay relative
 * @throws z.ZodError if the answer breaks the contract
 */
export function readClient(
  answer: unknown,
  askedFor: string,
  origin?: string,
): TolerantResult<ClientAnswer> {
  const { value, dropped } = readTolerantly(contract.Client, answer);
  const picture = <T extends string | undefined>(address: T) =>
    origin !== undefined && address?.startsWith("/") ? new URL(address, origin).href : address;
  const client = {
    ...value,
    uuid: value.uuid ?? askedFor,
    logo: picture(value.logo),
    main_image: picture(value.main_image),
    favicon: picture(value.favicon),
    sections: value.sections?.map(({ pictures, ...section }) => ({
      ...section,
      pictures: pictures?.map((one) => ({ ...one, src: picture(one.src) })),
    })),
  };
  return { value: client, dropped };
}

/**
 * Converts a client to the site's names. The name may be empty: `loads.careerSite` decides whether that is a
 * 404. A missing code is derived from the name.
 */
export function toClient(answer: ClientAnswer) {
  const { name = "", country, logo, favicon, sections } = answer;
  return omitUndefined({
    uuid: answer.uuid,
    code: answer.code ?? slugify(name),
    name,
    description: answer.description ?? "",
    css: answer.apply_page_css ?? "",
    js: answer.apply_page_js ?? "",
    logo,
    mainImage: answer.main_image,
    favicon,
    /** Markdown. */
    privacyPolicy: answer.privacy_policy ?? "",
    languageDefault: answer.language_default,
    /** Tags of the languages that the pages offer. */
    languages: answer.languages,
    country,
    isCvRequired: answer.is_cv_required ?? false,
    /** The steps after an application: plain text, in the client's language. */
    nextSteps: answer.next_steps,
    /** Shown on the career site and on each position. */
    sections: sections && sections.length > 0 ? sections.map(toSection) : undefined,
    socialLinks: omitUndefined(
      answer.social_links ?? { linkedin: undefined, instagram: undefined, twitter: undefined },
    ),
  });
}

const toSection = ({ title, text = "", pictures = [] }: contract.Section) => ({
  title,
  text,
  pictures: pictures.map(({ alt = "", ...picture }) => ({ ...picture, alt })),
});

export type Client = ReturnType<typeof toClient>;
export type Section = ReturnType<typeof toSection>;
