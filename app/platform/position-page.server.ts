import type { Client } from "./client.server";
import { omitUndefined } from "./omit-undefined";
import { isPublished } from "~/contract/policy-blanks";
import type { Position } from "./position.server";

/** Whether the phone and the CV are required, optional or off. */
export type Standard = Required<Position["standard"]>;

export function createPositionPage(
  { uuid, name, clientUuid: _, ...position }: Position,
  client: Client,
) {
  const standard: Standard = { ...defaultStandard(client), ...position.standard };
  const country = position.country ?? client.country;
  return omitUndefined({
    ...position,
    positionUuid: uuid,
    title: name,
    clientUuid: client.uuid,
    clientCode: client.code,
    companyName: client.name,
    companyDescription: client.description,
    isCvRequired: standard.cv === "required",
    standard,
    privacyPolicy: client.privacyPolicy,
    isPolicyCut: client.isPolicyCut,
    /** Set if the company's privacy policy isn't published yet, so candidates cannot apply. */
    opensSoon: isPublished(client.privacyPolicy) ? undefined : (true as const),
    customCss: client.css,
    customJs: client.js,
    clientLogo: client.logo,
    companyImage: client.mainImage,
    favicon: client.favicon,
    nextSteps: client.nextSteps,
    sections: client.sections,
    texts: client.texts,
    languageDefault: client.languageDefault,
    languages: client.languages,
    country,
    // `country` can be the company's, which is not necessarily the place of work.
    ownCountry: position.country,
    // The specification requires these keys, which the site does not use.
    actionUrl: "",
    externalJobBoardKey: "",
  });
}

export type PositionPage = ReturnType<typeof createPositionPage>;

const defaultStandard = ({ isCvRequired }: { isCvRequired: boolean }): Standard => ({
  phone: "required",
  cv: isCvRequired ? "required" : "optional",
});
