import * as z from "zod";
import * as contract from "~/contract/client";
import { cutText } from "~/contract/html/cut";
import { softenText } from "~/contract/html/spaces";
import { MAX_LONG_TEXT } from "~/contract/limits";
import { readTolerantly, type TolerantResult } from "~/contract/tolerant";
import { platformId } from "~/contract/values";
import { requireSameId } from "./same-id";
import { omitUndefined } from "./omit-undefined";
import { slugify } from "~/contract/slug";

export const ClientResponse = contract.Client.extend({ uuid: platformId });

export type ClientResponse = z.output<typeof ClientResponse>;

/**
 * @param requestedId the client's uuid or code, used as the uuid if the response has none
 * @param origin the platform's origin, to resolve pictures' paths. If undefined, the paths stay relative
 * @throws z.ZodError if the response breaks the contract or describes another client
 */
export function readClient(
  response: unknown,
  requestedId: string,
  origin?: string,
): TolerantResult<ClientResponse> {
  const { value, dropped } = readTolerantly(contract.Client, response);
  const { uuid, name, code = name && slugify(name) } = value;
  if (uuid === undefined && code === undefined) throw missingName();
  requireSameId(uuid === undefined ? [] : [uuid, code], requestedId);
  const resolvePicture = <T extends string | undefined>(url: T) =>
    origin !== undefined && url?.startsWith("/") ? new URL(url, origin).href : url;
  const client = {
    ...value,
    uuid: value.uuid ?? requestedId,
    logo: resolvePicture(value.logo),
    main_image: resolvePicture(value.main_image),
    favicon: resolvePicture(value.favicon),
    sections: value.sections?.map(({ pictures, ...section }) => ({
      ...section,
      pictures: pictures?.map((picture) => ({ ...picture, src: resolvePicture(picture.src) })),
    })),
  };
  return { value: client, dropped };
}

const missingName = () =>
  new z.ZodError([{ code: "custom", path: ["name"], message: "is missing", input: undefined }]);

/**
 * Converts a client to the site's names. If the name is empty, `loads.careerSite` decides whether to return
 * 404. A missing code is derived from the name.
 */
export function toClient(response: ClientResponse) {
  const { name = "", country, logo, favicon, sections } = response;
  const { description = "", privacy_policy: policy = "" } = response;
  return omitUndefined({
    uuid: response.uuid,
    code: response.code ?? slugify(name),
    name,
    description:
      softenText(cutText(description, MAX_LONG_TEXT)) +
      (description.length > MAX_LONG_TEXT ? "…" : ""),
    css: response.apply_page_css ?? "",
    js: response.apply_page_js ?? "",
    logo,
    mainImage: response.main_image,
    favicon,
    /** Markdown. */
    privacyPolicy: cutText(policy, MAX_LONG_TEXT),
    isPolicyCut: policy.length > MAX_LONG_TEXT || undefined,
    languageDefault: response.language_default,
    /** Tags of the languages that the pages offer. */
    languages: response.languages,
    country,
    isCvRequired: response.is_cv_required ?? false,
    /** Plain text about the steps after an application, in the client's language. */
    nextSteps: response.next_steps,
    /** Sections of the career site and of each position's page. */
    sections: sections && sections.length > 0 ? sections.map(toSection) : undefined,
    /** The company's texts, by language. */
    texts: response.texts,
    socialLinks: omitUndefined(
      response.social_links ?? { linkedin: undefined, instagram: undefined, twitter: undefined },
    ),
  });
}

const toSection = ({ title, text = "", pictures = [] }: contract.Section) => ({
  title,
  text,
  pictures: pictures.map(({ alt = "", ...picture }) => ({ ...picture, alt })),
});

export type Client = ReturnType<typeof toClient>;
