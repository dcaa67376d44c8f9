import { CV_EXTENSIONS } from "./limits";

/** The id of the field that is the CV. */
export const CV_FIELD = "cv";

/** What a field for a file takes. */
export interface FileRules {
  /** The endings of the accepted types, in lower case and without a dot. */
  accept: readonly string[];
  maxBytes: number;
}

/** What the CV's field takes. */
export const cvRules = (maxCvBytes: number): FileRules => ({
  accept: CV_EXTENSIONS,
  maxBytes: maxCvBytes,
});

/** The most bytes that the files of several fields may have together in one application. */
export const MAX_HELD_BYTES = 60 * 1024 ** 2;

/** A file by its field, and by the number that the application's object gave it. */
export interface FieldFile {
  field: string;
  upload: number;
}

/** The number of a field's file; undefined if there is none. */
export const findUpload = (files: readonly FieldFile[], field: string): number | undefined =>
  files.find((one) => one.field === field)?.upload;

export const sortCvFirst = (files: readonly FieldFile[]): FieldFile[] => [
  ...files.filter(({ field }) => field === CV_FIELD),
  ...files.filter(({ field }) => field !== CV_FIELD),
];

/** The files with another one for a field, or without one. The CV stays first. */
export function withFile(
  files: readonly FieldFile[],
  field: string,
  upload: number | undefined,
): FieldFile[] {
  const others = files.filter((one) => one.field !== field);
  return upload === undefined ? others : sortCvFirst([...others, { field, upload }]);
}
