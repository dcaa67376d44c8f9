import { useState, type RefObject } from "react";
import type { Album, PhotoField, PhotoModule, PhotoOutcome } from "../upload/photo-field";

/** How long to wait for the photo code, in ms. */
const LOAD_TIMEOUT_MS = 15_000;

const load = (): Promise<PhotoModule | undefined> =>
  Promise.race([
    import("../photo/photo-pages"),
    new Promise<undefined>((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS)),
  ]).catch(() => undefined);

let module: PhotoModule | undefined;

export function usePhotos(
  input: RefObject<HTMLInputElement>,
  methods: Pick<PhotoField, "findError" | "showProgress">,
) {
  const [album, setAlbum] = useState<Album>();
  const [field] = useState(() => {
    const field: PhotoField = {
      ...methods,
      input,
      finished: new WeakSet(),
      show: (album) => setAlbum((field.album = album)),
    };
    return field;
  });

  /** Replaces chosen photos with a smaller file, if possible. */
  async function shrink(
    files: readonly [File, ...File[]],
    isFinished?: boolean,
  ): Promise<PhotoOutcome> {
    module = await load();
    if (module) return module.shrinkPhotos(field, files, isFinished);
    if (files.length > 1) return "refused";
    return isFinished ? "unchanged" : "failed";
  }

  return { album, field, PhotoPages: module?.PhotoPages, shrink };
}
