import { limitText } from "~/app/i18n/file-size";
import { fill } from "~/app/i18n/fill";
import type { Messages } from "~/app/i18n/messages";
import type { FieldErrors, FieldName } from "../model/application";
import type { FileField } from "../model/file-fields";
import { acceptedExtension } from "../model/file-name";
import { formatTypes } from "../model/file-types";
import { CV_FIELD } from "../model/files";
import { CV_EXTENSIONS } from "../model/cv-types";
import type { ReceivedFile, ReceivedFiles } from "./receive.server";

export const fileFieldName = (field: string): FieldName =>
  field === CV_FIELD ? "cv" : `field-${field}`;

/** Returns the errors of a form's files in the order of `fields`. @param language a BCP 47 tag */
export function fileErrors(
  files: ReceivedFiles,
  fields: ReadonlyMap<string, FileField>,
  t: Messages,
  language: string,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [id, field] of fields) {
    const key = errorKey(files.get(id) ?? { state: "none" }, field, id === CV_FIELD);
    if (key === undefined) continue;
    const values = { size: limitText(field.maxBytes, language), types: formatTypes(field.accept) };
    errors[fileFieldName(id)] = fill(t[key], values);
  }
  return errors;
}

function errorKey(
  file: ReceivedFile,
  { accept, isRequired }: FileField,
  isCv: boolean,
): keyof Messages | undefined {
  switch (file.state) {
    case "none":
      if (!isRequired) return undefined;
      return isCv ? "error.cv_missing" : "error.file_missing";
    case "empty":
      return "error.cv_empty";
    case "too-large":
      return "error.file_large";
    case "wrong-type":
      if (file.isPhoto && acceptedExtension(".jpg", accept) !== undefined)
        return "error.photo_type";
      return isCv && accept === CV_EXTENSIONS ? "error.cv_type" : "error.file_type";
    case "unreadable":
      return isCv ? "error.cv_not_read" : "error.file_not_read";
    case "gone":
      return isCv ? "error.cv_gone" : "error.file_gone";
    case "received":
    case "held":
    case "not-held":
      return undefined;
  }
}
