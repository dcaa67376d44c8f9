import type { RefObject } from "react";
import { putFile } from "../../ui/browser/put-file";
import { extractPhotos, latin1, photoPdf, type Photo } from "./pdf";
import { dataUrl, isLight, isSendable, shrinkPhoto } from "./shrink";

export interface PhotoPage extends Photo {
  /** A unique key, because the same photo can be chosen twice. */
  key: number;
  /** The photo as it was chosen, or as a JPEG from a chosen PDF. */
  original: File;
  /** Whether the original can be sent, because it is a JPEG or PNG. */
  isSendable: boolean;
  /** The photo as a `data:` URL. */
  preview: string;
}

export interface Album {
  pages: readonly PhotoPage[];
  /** Name of the first chosen file. The created file is named after it. */
  name: string;
  /** Whether the only photo is sent as the candidate chose it. */
  isOriginal: boolean;
  /** Whether the only photo is small and has no metadata. */
  isLight: boolean;
}

export interface PhotoField {
  input: RefObject<HTMLInputElement>;
  /** Files made from photos, and originals that the candidate wants to send. They aren't made smaller. */
  finished: WeakSet<File>;
  /** Returns a message if the field refuses the file. */
  findError: (file: File) => string | undefined;
  album?: Album | undefined;
  show: (album: Album | undefined) => void;
}

/** `replaced`: the field has another file now. `refused`: the field can't accept the photos. */
export type PhotoOutcome = "replaced" | "unchanged" | "refused";

const OPEN_TIMEOUT_MS = 20_000;

let lastKey = 0;

/**
 * Opens chosen photos, and replaces them with a smaller file unless they can be sent unchanged.
 *
 * @param isFinished see `ChosenFile`
 */
export async function shrinkPhotos(
  field: PhotoField,
  [chosen, ...others]: readonly [File, ...File[]],
  isFinished = false,
): Promise<PhotoOutcome> {
  const { name } = chosen;
  const isPdf = /\.pdf$/i.test(name);
  const pages = isPdf ? await openPdf(chosen) : await openPhotos([chosen, ...others]);
  const light = others.length === 0 && (await isLight(chosen).catch(() => true));
  // Another file was chosen in the meantime.
  if (chosenFile(field) !== chosen) return "replaced";
  const isOriginal = isFinished || light;
  const album = { pages: pages ?? [], name, isOriginal: isOriginal && !isPdf, isLight: light };
  if (pages && isOriginal) {
    field.show(album);
    return "unchanged";
  }
  if (pages && applyAlbum(field, album) === undefined) return "replaced";
  // The server would refuse it too. It accepts a Word file that is named like a photo.
  const isHeic = (await latin1(chosen.slice(4, 8)).catch(() => "")) === "ftyp";
  return others.length > 0 || isHeic ? "refused" : "unchanged";
}

export async function addPages(field: PhotoField, files: readonly File[]): Promise<PhotoOutcome> {
  const before = chosenFile(field);
  const added = await openPhotos(files);
  const { album } = field;
  // The file was removed or replaced in the meantime.
  if (!album || chosenFile(field) !== before) return "unchanged";
  const pages = [...album.pages, ...(added ?? [])];
  const isAdded =
    added &&
    applyAlbum(field, { ...album, pages, isOriginal: false, isLight: false }) === undefined;
  return isAdded ? "replaced" : "refused";
}

/**
 * Changes the album, and puts the resulting file into the field. Changes nothing if the field refuses the file.
 *
 * @returns a message if the field refuses the file
 */
export const changeAlbum = (field: PhotoField, changes: Partial<Album>): string | undefined =>
  field.album && applyAlbum(field, { ...field.album, ...changes });

function applyAlbum(field: PhotoField, album: Album): string | undefined {
  const file = createFile(album);
  if (file) {
    const message = field.findError(file);
    if (message !== undefined) return message;
    field.finished.add(file);
    field.show(album);
  }
  putFile(field.input.current, file);
  return undefined;
}

const chosenFile = ({ input }: PhotoField) => input.current?.files?.[0];

/** Returns the file to send: the original photo, a JPEG for one page, or a PDF for several pages. */
function createFile({ pages, name, isOriginal }: Album): File | undefined {
  const [first, another] = pages;
  if (!first) return undefined;
  if (isOriginal) return first.original;
  const stem = name.replace(/\.\w*$/, "");
  return another
    ? newFile(photoPdf(pages), `${stem}.pdf`, "application/pdf")
    : newFile(first.jpeg, `${stem}.jpg`, "image/jpeg");
}

const newFile = (content: Blob, name: string, type: string) =>
  new File([content], name, { type, lastModified: Date.now() });

/**
 * Re-encodes photos one by one, because a phone might not have enough memory for two.
 *
 * @returns undefined if the browser can't decode one of the photos in time
 */
async function openPhotos(files: readonly File[]): Promise<PhotoPage[] | undefined> {
  const pages: PhotoPage[] = [];
  for (const original of files) {
    const photo = await Promise.race([shrinkPhoto(original), timeout()]);
    if (!photo) return undefined;
    pages.push(await createPage(photo, original));
  }
  return pages;
}

const timeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, OPEN_TIMEOUT_MS));

/** Returns the pages of a PDF that `photoPdf` created. */
async function openPdf(pdf: File): Promise<PhotoPage[] | undefined> {
  const photos = await extractPhotos(pdf).catch(() => []);
  if (photos.length === 0) return undefined;
  return Promise.all(
    photos.map((photo) => createPage(photo, newFile(photo.jpeg, pdf.name, "image/jpeg"))),
  );
}

async function createPage(photo: Photo, original: File): Promise<PhotoPage> {
  lastKey += 1;
  const preview = await dataUrl(photo.jpeg).catch(() => "");
  return { ...photo, key: lastKey, original, isSendable: await isSendable(original), preview };
}
