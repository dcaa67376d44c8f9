// The form's state of a CV's photos. `application/photo` shrinks and joins them.
import type { ComponentType, RefObject } from "react";

/** A photo of a page, as a JPEG with three colour components. Its size is in pixels. */
export interface Photo {
  jpeg: Blob;
  width: number;
  height: number;
}

export interface PhotoPage extends Photo {
  /** A unique key, because the same photo can be chosen twice. */
  key: number;
  /** The chosen photo, or a JPEG from a chosen PDF. */
  original: File;
  /** Whether the original can be sent, because it is a JPEG or PNG. */
  isSendable: boolean;
  /** The photo as a `data:` URL. */
  preview: string;
}

export interface Album {
  /** Empty until the first chosen photos have been shrunk. */
  pages: readonly PhotoPage[];
  /** The first chosen file. The created file is named after it. */
  first: File;
  /** Whether the only photo is sent unchanged at the candidate's request. */
  isOriginal: boolean;
  /** Whether the only photo is small and has no metadata. */
  isLight: boolean;
  /** Stops shrinking photos: sends the original, or adds no page. */
  skip?: (() => void) | undefined;
}

export interface PhotoField {
  input: RefObject<HTMLInputElement>;
  /** Files made from photos, and originals that the candidate wants to send. They aren't shrunk. */
  finished: WeakSet<File>;
  /** Returns a message if the field refuses the file. */
  findError: (file: File) => string | undefined;
  album?: Album | undefined;
  show: (album: Album | undefined) => void;
  showProgress: (share: number) => void;
}

/**
 * `replaced`: the field has another file now. `failed`: the photo is sent unchanged, because it couldn't be shrunk.
 * `refused`: the field can't accept the photos.
 */
export type PhotoOutcome = "replaced" | "unchanged" | "failed" | "refused";

export interface PhotoPagesProps {
  field: PhotoField;
  album: Album;
  /** Called before the album changes. */
  onChange: () => void;
  showError: (message: string) => void;
  /** Makes submits wait for `work`, and shows that photos are being shrunk. */
  waitFor: (work: Promise<PhotoOutcome>) => void;
  id: string;
  /** A BCP 47 tag. */
  language: string;
  texts: Record<
    "error.cv_page" | "form.cv_remove" | "photo.add" | "photo.original" | "photo.page" | "photo.up",
    string
  >;
}

/** `application/photo`, once it is loaded. */
export interface PhotoModule {
  PhotoPages: ComponentType<PhotoPagesProps>;
  shrinkPhotos: (
    field: PhotoField,
    files: readonly [File, ...File[]],
    isFinished?: boolean,
  ) => Promise<PhotoOutcome>;
}
