import type { ReactNode } from "react";
import type { NamedUpload } from "../model/application";
import type { NamedCountry } from "../phone/country";
import type { BotCheckSettings } from "./bot-check";
import type { OtherFile } from "./fields/other-file";
import type { PlainPhone } from "./fields/plain-phone";
import type { FormField, FormPart } from "./parts";
import type { Submission } from "./submission";
import type { FormTexts } from "./texts";

/** The application form's props. The page contains them as JSON, except the server-only props. */
export interface ApplicationFormProps {
  applicationId: string;
  /** The position page's URL, to which the form posts without scripts. */
  action: string;
  position: {
    uuid: string;
    careerSiteHref: string;
    csrfToken?: string | undefined;
    /** BCP 47 tag of the company's texts, if their language isn't the page's. */
    partLanguage?: string | undefined;
    phone: NamedCountry;
    isPhoneOptional?: true | undefined;
  };
  /** The form's state after a POST. */
  submission?: Submission | undefined;
  phone?: string | undefined;
  parts: FormPart[];
  /** All fields except the phone and the CV. */
  fields: FormField[];
  /** Server only: HTML that replaces each `0` in `parts`, at the same index. */
  serverHtml?: readonly ReactNode[] | undefined;
  heldCv?: NamedUpload | undefined;
  /** Set if the form corrects a refused application: a message about it, or empty if it was already shown. */
  corrects?: string | undefined;
  /** Name of a posted CV that the server couldn't hold. */
  lostFileName?: string | undefined;
  /** Held files of other fields, by control name. */
  heldFiles?: Record<string, NamedUpload> | undefined;
  /** Renders file fields other than the CV. Loaded only for forms with such fields. */
  OtherFile?: typeof OtherFile | undefined;
  /** Server only: renders the phone field, which is hydrated later. */
  PlainPhone?: typeof PlainPhone | undefined;
  botCheck?: BotCheckSettings | undefined;
  /** The text shown while the bot check runs. */
  verifying?: string | undefined;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}
