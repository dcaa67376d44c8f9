import { CV_EXTENSIONS } from "./cv-types";

export const CV_FIELD = "cv";

export interface FileRules {
  /** Accepted extensions in lower case, without a dot. */
  accept: readonly string[];
  maxBytes: number;
}

/** The default rules for the CV field. */
export const cvRules = (maxCvBytes: number): FileRules => ({
  accept: CV_EXTENSIONS,
  maxBytes: maxCvBytes,
});

/** Maximum total size of the files of an application with several files, in bytes. */
export const MAX_HELD_BYTES = 60 * 1024 ** 2;

export interface FieldFile {
  field: string;
  upload: number;
}

export const findUpload = (files: readonly FieldFile[], field: string): number | undefined =>
  files.find((file) => file.field === field)?.upload;

export const sortCvFirst = (files: readonly FieldFile[]): FieldFile[] => [
  ...files.filter(({ field }) => field === CV_FIELD),
  ...files.filter(({ field }) => field !== CV_FIELD),
];

/** Replaces or removes a field's file. The CV stays first. */
export function withFile(
  files: readonly FieldFile[],
  field: string,
  upload: number | undefined,
): FieldFile[] {
  const others = files.filter((file) => file.field !== field);
  return upload === undefined ? others : sortCvFirst([...others, { field, upload }]);
}
