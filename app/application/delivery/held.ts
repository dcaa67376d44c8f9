import type { HeldCv, HeldFile } from "../model/application";
import { CV_FIELD } from "../model/files";

/** The files that are held, as a form is given them: the CV, and the others if there are any. */
export function heldOf(files: readonly HeldFile[]): { heldCv?: HeldCv; heldFiles?: HeldFile[] } {
  const [heldCv] = files
    .filter(({ field }) => field === CV_FIELD)
    .map(({ field: _, ...cv }): HeldCv => cv);
  const others = files.filter(({ field }) => field !== CV_FIELD);
  return { ...(heldCv && { heldCv }), ...(others.length > 0 && { heldFiles: others }) };
}
