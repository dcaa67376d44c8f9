import { limitText } from "../../i18n/file-size";
import { fill } from "../../i18n/fill";
import type { Messages } from "../../i18n/messages";
import type { FieldErrors, FieldName } from "../model/application";
import type { FileField } from "../model/file-fields";
import { CV_FIELD } from "../model/files";
import { CV_EXTENSIONS } from "../model/limits";
import type { ReceivedFile, ReceivedFiles } from "./receive.server";

/** The name that a field for a file has in the form. */
export const nameOf = (field: string): FieldName => (field === CV_FIELD ? "cv" : `field-${field}`);

/**
 * What is wrong with the files of a form: a message for each field, in the position's order. Of its CV,
 * which `validateApplication` looks at, only what depends on the position's own rules for it.
 *
 * @param words in a language, with its BCP 47 tag
 */
export function faultsOfFiles(
  files: ReceivedFiles,
  fields: ReadonlyMap<string, FileField>,
  words: { t: Messages; language: string },
): FieldErrors {
  const faults = [...fields].flatMap(([id, field]) => {
    const state = files.get(id)?.state ?? "none";
    if (id === CV_FIELD && !isOwnRule(state, field)) return [];
    const fault = faultOf(state, field, words);
    return fault === undefined ? [] : [[nameOf(id), fault]];
  });
  return Object.fromEntries(faults) as FieldErrors; // by the names just made
}

/** Whether a CV breaks a rule that the position may have of its own. */
const isOwnRule = (state: ReceivedFile["state"], { accept }: FileField): boolean =>
  state === "too-large" || (state === "wrong-type" && accept !== CV_EXTENSIONS);

function faultOf(
  state: ReceivedFile["state"],
  { accept, maxBytes, isRequired }: FileField,
  { t, language }: { t: Messages; language: string },
): string | undefined {
  switch (state) {
    case "none":
      return isRequired ? t["error.file_missing"] : undefined;
    case "empty":
      return t["error.cv_empty"];
    case "too-large":
      return fill(t["error.file_large"], { size: limitText(maxBytes, language) });
    case "wrong-type":
      return fill(t["error.file_type"], { types: typesOf(accept) });
    case "unreadable":
      return t["error.file_not_read"];
    case "gone":
      return t["error.file_gone"];
    case "received":
    case "held":
    case "not-held":
      return undefined;
  }
}

/** The accepted types as a candidate reads them: both endings of a JPEG are one type. */
const typesOf = (accept: readonly string[]): string =>
  [...new Set(accept.map((ending) => (ending === "jpeg" ? "jpg" : ending)))]
    .map((ending) => ending.toUpperCase())
    .join(", ");
