import { useState, type RefObject } from "react";
import type { Album, PhotoOutcome, PhotoField } from "../photo/album";

/** A submit waits no longer than this for the code, in ms: then the photo goes as it is. */
const LOAD_TIMEOUT_MS = 15_000;

const load = () =>
  Promise.race([
    import("../photo/photo-pages"),
    new Promise<undefined>((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS)),
  ]).catch(() => undefined);

let part: Awaited<ReturnType<typeof load>>;

/** The photos that a CV's field has. The code for them is loaded with the first. */
export function usePhotos(input: RefObject<HTMLInputElement>, findError: PhotoField["findError"]) {
  const [album, setAlbum] = useState<Album>();
  const [field] = useState(() => {
    const field: PhotoField = {
      input,
      findError,
      finished: new WeakSet(),
      show: (album) => setAlbum((field.album = album)),
    };
    return field;
  });

  /** Puts a smaller file in the place of chosen photos. */
  async function take(
    files: readonly [File, ...File[]],
    isFinished?: boolean,
  ): Promise<PhotoOutcome> {
    part = await load();
    if (part) return part.shrinkPhotos(field, files, isFinished);
    return files.length > 1 ? "refused" : "unchanged";
  }

  return { album, field, PhotoPages: part?.PhotoPages, take };
}
