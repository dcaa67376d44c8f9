import { FILE_TYPES } from "./file-types";
import { CV_FIELD, cvRules, MAX_HELD_BYTES, type FileRules } from "./files";

export interface FileField extends FileRules {
  isRequired: boolean;
}

interface PositionFields {
  positionUuid: string;
  fields?: readonly PositionField[];
  cvAccept?: readonly string[] | undefined;
  /** In bytes. */
  cvMaxBytes?: number | undefined;
  standard?: { cv?: string | undefined };
}

interface PositionField {
  id: string;
  kind: string;
  isRequired?: boolean | undefined;
  accept?: readonly string[] | undefined;
  /** Size limit of a file field, in bytes. */
  max?: unknown;
}

/**
 * Returns a position's file fields by id: the CV, unless it is off, and the other fields in the position's order. A
 * field without its own rules has the site's rules for CVs.
 * @param position if undefined, only the CV is accepted
 * @param maxCvBytes the configured limit for CVs and for fields without a limit
 */
export function getFileFields(
  position: PositionFields | undefined,
  maxCvBytes: number,
): ReadonlyMap<string, FileField> {
  const { fields = [], cvAccept, cvMaxBytes, standard } = position ?? {};
  const cv = cvRules(maxCvBytes);
  const fileFields = fields.filter(({ id, kind }) => kind === "file" && id !== CV_FIELD);
  const files = new Map<string, FileField>([
    [
      CV_FIELD,
      {
        accept: knownExtensions(cvAccept) ?? cv.accept,
        maxBytes: Math.min(cvMaxBytes ?? maxCvBytes, maxCvBytes),
        isRequired: standard?.cv === "required",
      },
    ],
    ...fileFields.map(({ id, accept, max, isRequired = false }): [string, FileField] => [
      id,
      {
        accept: knownExtensions(accept) ?? cv.accept,
        maxBytes: Math.min(typeof max === "number" ? max : maxCvBytes, MAX_HELD_BYTES),
        isRequired,
      },
    ]),
  ]);
  if (standard?.cv === "off") files.delete(CV_FIELD);
  return files;
}

/** Returns the extensions in `FILE_TYPES`, or undefined if there are none. */
function knownExtensions(accept: readonly string[] | undefined): readonly string[] | undefined {
  const extensions = accept?.filter((extension) => FILE_TYPES.has(extension)) ?? [];
  return extensions.length > 0 ? extensions : undefined;
}
