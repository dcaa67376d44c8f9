import type { RefObject } from "react";
import { putFile } from "../../ui/browser/put-file";
import { photoPdf, extractPhotos, type Photo } from "./pdf";
import { dataUrl, isLight, shrinkPhoto } from "./shrink";

/** A photographed page of a CV. */
export interface PhotoPage extends Photo {
  /** Unique: the same photo may be chosen twice. */
  key: number;
  /** As it was chosen. */
  original: File;
  /** A `data:` URL. */
  preview: string;
}

/** The photographed pages of a CV. */
export interface Album {
  pages: readonly PhotoPage[];
  /** Name of the first photo; the file that is sent is named after it. */
  name: string;
  /** The only photo is sent as it was chosen. */
  isOriginal: boolean;
  /** Re-encoding it would gain nothing. */
  isLight: boolean;
}

/** The field that has the photos. */
export interface PhotoField {
  input: RefObject<HTMLInputElement>;
  /** Files that are not made smaller: they were made here, or the original is wanted. */
  finished: WeakSet<File>;
  /** The message for a file that the field does not take. */
  findError: (file: File) => string | undefined;
  album?: Album | undefined;
  show: (album: Album | undefined) => void;
}

/** `replaced`: the field has another file now. `refused`: it has the file that it had before. */
export type PhotoOutcome = "replaced" | "unchanged" | "refused";

/** Time limit for opening a photo, in ms. */
const OPEN_TIMEOUT_MS = 20_000;

let lastKey = 0;

/**
 * Opens chosen photos. Makes a smaller file of them, and puts it into the field in their place.
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
  // Another file was chosen meanwhile.
  if (chosenFile(field) !== chosen) return "replaced";
  const isOriginal = isFinished || light;
  const album = { pages: pages ?? [], name, isOriginal: isOriginal && !isPdf, isLight: light };
  if (pages && isOriginal) {
    field.show(album);
    return "unchanged";
  }
  if (pages && applyAlbum(field, album) === undefined) return "replaced";
  return others.length > 0 ? "refused" : "unchanged";
}

/** Adds pages. */
export async function addPages(field: PhotoField, files: readonly File[]): Promise<PhotoOutcome> {
  const before = chosenFile(field);
  const added = await openPhotos(files);
  const { album } = field;
  // The file was removed, or another one was chosen meanwhile.
  if (!album || chosenFile(field) !== before) return "unchanged";
  const pages = [...album.pages, ...(added ?? [])];
  const isAdded =
    added &&
    applyAlbum(field, { ...album, pages, isOriginal: false, isLight: false }) === undefined;
  return isAdded ? "replaced" : "refused";
}

/**
 * Changes pages, and puts their file into the field.
 *
 * @returns the message if the field does not take it: then nothing changes
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

/** The file to send: a JPEG for one page, a PDF for several. */
function createFile({ pages, name, isOriginal }: Album): File | undefined {
  const [first, another] = pages;
  if (!first) return undefined;
  if (isOriginal) return first.original;
  const stem = name.replace(/\.[^.]*$/, "");
  return another
    ? newFile(photoPdf(pages), `${stem}.pdf`, "application/pdf")
    : newFile(first.jpeg, `${stem}.jpg`, "image/jpeg");
}

const newFile = (content: Blob, name: string, type: string) =>
  new File([content], name, { type, lastModified: Date.now() });

/**
 * Re-encodes photos, one after the other: a phone may not have the memory for two.
 *
 * @returns undefined if this browser cannot show one of them
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

/** The pages of a PDF that was made here. */
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
  return { ...photo, key: lastKey, original, preview };
}
