import type { ReactNode } from "react";
import type { NamedCv } from "../model/application";
import type { PhoneDefaults } from "../phone/defaults.server";
import type { BotCheckSettings } from "./bot-check";
import type { OtherFile } from "./fields/other-file";
import type { FormField, FormPart } from "./parts";
import type { Submission } from "./submission";
import type { FormTexts } from "./texts";

/** The props of the application form. All but those of the server alone are written into the page as JSON. */
export interface ApplicationFormProps {
  applicationId: string;
  /** Address of the position's page, to which the form posts without scripts. */
  action: string;
  position: {
    uuid: string;
    careerSiteHref: string;
    csrfToken?: string | undefined;
    /** BCP 47 tag of the company's own texts, if their language is not the page's. */
    partLanguage?: string | undefined;
    phone: PhoneDefaults;
    isPhoneOptional?: true | undefined;
  };
  /** The answer to a POST; undefined if nothing was sent yet. */
  submission?: Submission | undefined;
  /** The telephone number that came with the POST. */
  phone?: string | undefined;
  /** The parts of the form, in its order. */
  parts: FormPart[];
  /** All fields but the phone and the CV. */
  fields: FormField[];
  /** On the server alone: the plain HTML of the parts that are 0, at their indexes. */
  serverHtml?: readonly ReactNode[] | undefined;
  /** The CV that the server holds. */
  heldCv?: NamedCv | undefined;
  /** The form corrects a refused application: the platform's message, or empty if it is shown already. */
  corrects?: string | undefined;
  /** Name of a file that came with the POST and was lost. */
  lostFileName?: string | undefined;
  /** The files of other fields that the server holds, by the names of their controls. */
  heldFiles?: Record<string, NamedCv> | undefined;
  /** Renders these fields. Loaded only for forms that have some. */
  OtherFile?: typeof OtherFile | undefined;
  /** Undefined if the site has no bot check. */
  botCheck?: BotCheckSettings | undefined;
  /** Shown while the bot check runs. */
  verifying?: string | undefined;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}
