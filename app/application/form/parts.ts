import type { FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** A field that is plain HTML, as the browser's scripts know of it. */
export interface AskedField {
  name: FieldName;
  /** What it asks, if its messages do not say so: two fields that are empty are told apart by it. */
  text?: string;
  /** The text is ours, in the page's language. */
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
  /** What links in the company's words say besides their address. */
  newTab?: string;
  isRequired: boolean;
  /** Whether nothing of it may be kept in the browser. */
  isPrivate?: true;
  /** Endings with their dots, as the control's attribute has them. */
  accept: string;
  maxBytes: number;
  /** What is said of it in other words than of a CV. */
  texts?: Partial<FormTexts>;
}

/** A part of the form, in its order; 0 is plain HTML that only the server draws. */
export type FormPart = 0 | "phone" | FilePart;

/** The name under which a form says which file of a field the server holds. */
export const heldName = (name: string): string =>
  name === "cv" ? "held_cv" : name.replace("field", "held_file");
