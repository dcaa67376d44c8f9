import type { FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** A field of the form, for error messages in the browser. */
export interface FormField {
  name: FieldName;
  /** The label for the error summary, if the error messages don't name the field. */
  label?: string;
  /** Whether the label is Puerta's own text, in the page's language. */
  isOurs?: true;
}

export interface FilePart {
  name: FieldName;
  label: string;
  /** The accepted types and size, in the page's language. */
  hint: string;
  ownHint?: string | undefined;
  /** Language of the label, if it isn't the page's. */
  lang?: string | undefined;
  ownHintLang?: string | undefined;
  /** Tells screen reader users that a link opens in a new tab. */
  newTab?: string;
  isRequired: boolean;
  /** Whether the field is voluntary, so the browser must not store the file. */
  isPrivate?: true;
  /** File extensions with their dots, as in the `accept` attribute. */
  accept: string;
  maxBytes: number;
  /** Texts that replace the form's texts for the CV. */
  texts?: Partial<FormTexts>;
}

/** A part of the form. 0 is plain HTML that only the server renders. */
export type FormPart = 0 | "phone" | FilePart;

/** Name of the form field that contains the upload number of a held file. */
export const heldName = (name: string): string =>
  name === "cv" ? "held_cv" : name.replace("field", "held_file");
