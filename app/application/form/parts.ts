import type { FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** A field of the form, for the browser's messages. */
export interface FormField {
  name: FieldName;
  /** Its label, if its messages do not name it: the error summary needs it. */
  label?: string;
  /** The label is ours, in the page's language. */
  isOurs?: true;
}

/** A field that takes a file. */
export interface FilePart {
  name: FieldName;
  label: string;
  /** What it takes, in our words. */
  hint: string;
  /** The company's own hint. */
  ownHint?: string | undefined;
  /** Of the label, and of the company's hint, where it is not the page's. */
  lang?: string | undefined;
  ownHintLang?: string | undefined;
  /** Text that tells screen readers that a link opens in a new tab. */
  newTab?: string;
  isRequired: boolean;
  /** The browser must not store it. */
  isPrivate?: true;
  /** Endings with their dots, as the control's attribute has them. */
  accept: string;
  maxBytes: number;
  /** Texts that differ from those of a CV. */
  texts?: Partial<FormTexts>;
}

/** A part of the form; 0 is plain HTML that only the server renders. */
export type FormPart = 0 | "phone" | FilePart;

/** The name under which a form says which file of a field the server holds. */
export const heldName = (name: string): string =>
  name === "cv" ? "held_cv" : name.replace("field", "held_file");
