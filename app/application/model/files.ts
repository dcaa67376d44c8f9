import { CV_EXTENSIONS } from "./limits";

/*
 * The files of an application, one for each field that asks for one. The CV is the first of them. Pure.
 */

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
export const HELD_MOST_BYTES = 60 * 1024 ** 2;

/** A file by its field, and by the number that the application's object gave it. */
export interface FieldFile {
  field: string;
  upload: number;
}

/** The files that something refers to, as it is stored: the CV, and the others beside it. */
export interface FilesIn {
  cv?: number | undefined;
  files?: FieldFile[] | undefined;
}

/** All files that something refers to, the CV first. */
export const filesIn = ({ cv, files = [] }: FilesIn): FieldFile[] => [
  ...(cv === undefined ? [] : [{ field: CV_FIELD, upload: cv }]),
  ...files,
];

/** The number of a field's file; undefined if there is none. */
export const uploadIn = (files: readonly FieldFile[], field: string): number | undefined =>
  files.find((one) => one.field === field)?.upload;

/** The same files as they are stored. */
export function stored(files: readonly FieldFile[]): FilesIn {
  const others = files.filter(({ field }) => field !== CV_FIELD);
  return { cv: uploadIn(files, CV_FIELD), ...(others.length > 0 && { files: others }) };
}

/** Something with another file in a field, or with none. The other fields keep theirs. */
export function withFile<Holding extends FilesIn>(
  holding: Holding,
  field: string,
  upload: number | undefined,
): Holding {
  const { cv: _, files: __, ...rest } = holding;
  const others = filesIn(holding).filter((one) => one.field !== field);
  const files = upload === undefined ? others : [...others, { field, upload }];
  // The rest has all that the type names besides the files.
  return { ...rest, ...stored(files) } as Holding;
}
