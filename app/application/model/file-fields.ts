import { FILE_TYPES } from "./file-types";
import { CV_FIELD, cvRules, MAX_HELD_BYTES, type FileRules } from "./files";

/** A field for a file, as a position has it. */
export interface FileField extends FileRules {
  isRequired: boolean;
}

/** What a position says of its fields. */
interface PositionFields {
  positionUuid: string;
  fields?: readonly PositionField[];
  cvAccept?: readonly string[] | undefined;
  /** Bytes. */
  cvMaxBytes?: number | undefined;
  standard?: { cv?: string | undefined };
}

interface PositionField {
  id: string;
  kind: string;
  isRequired?: boolean | undefined;
  accept?: readonly string[] | undefined;
  /** Of a file: bytes. */
  max?: unknown;
}

/**
 * The fields of a position that take files, by their ids: the CV first if it is
 * asked for, then the others in the position's order. What a field does not say is as it is of a CV.
 *
 * @param position undefined where it is not known: then only the CV is taken
 * @param maxCvBytes the configuration's limit of a CV, and of what says no limit of its own
 */
export function getFileFields(
  position: PositionFields | undefined,
  maxCvBytes: number,
): ReadonlyMap<string, FileField> {
  const { fields = [], cvAccept, cvMaxBytes, standard } = position ?? {};
  const cv = cvRules(maxCvBytes);
  const asked = fields.filter(({ id, kind }) => kind === "file" && id !== CV_FIELD);
  const files = new Map<string, FileField>([
    [
      CV_FIELD,
      {
        accept: knownExtensions(cvAccept) ?? cv.accept,
        maxBytes: Math.min(cvMaxBytes ?? maxCvBytes, maxCvBytes),
        isRequired: standard?.cv === "required",
      },
    ],
    ...asked.map(({ id, accept, max, isRequired = false }): [string, FileField] => [
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

/** The endings whose content can be told; undefined if there are none. */
function knownExtensions(accept: readonly string[] | undefined): readonly string[] | undefined {
  const endings = accept?.filter((ending) => FILE_TYPES.has(ending)) ?? [];
  return endings.length > 0 ? endings : undefined;
}
