import type { Candidate } from "./candidate";
import { PDF, streamOf } from "./storage";

export const MB = 1024 ** 2;

/** Begins an upload of so many bytes. @returns its number */
export async function begin({ object, positionUuid }: Candidate, length: number): Promise<number> {
  const begun = await object.beginCv(positionUuid, PDF, length);
  if (begun.outcome !== "begun") throw new Error(begun.outcome);
  return begun.upload;
}

export const append = (
  { object }: Candidate,
  upload: number,
  offset: number,
  piece: Uint8Array<ArrayBuffer>,
) => object.appendCv(upload, offset, streamOf(piece));
