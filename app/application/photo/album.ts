import { putFile } from "~/app/ui/browser/put-file";
import type { Album, Photo, PhotoField, PhotoOutcome, PhotoPage } from "../upload/photo-field";
import { extractPhotos, latin1, photoPdf } from "./pdf";
import { dataUrl, isLight, isSendable, shrinkPhoto } from "./shrink";

let lastKey = 0;

/**
 * Opens chosen photos, and replaces them with a smaller file unless they can be sent unchanged.
 *
 * @param isFinished see `ChosenFile`
 */
export async function shrinkPhotos(
  field: PhotoField,
  [first, ...others]: readonly [File, ...File[]],
  isFinished = false,
): Promise<PhotoOutcome> {
  const isPdf = /\.pdf$/i.test(first.name);
  const isAlone = others.length === 0;
  const canSkip = isAlone && field.findError(first) === undefined && (await isSendable(first));
  const light = isAlone && (await isLight(first).catch(() => true));
  const isOriginal = isFinished || light;
  const album = { pages: [], first, isOriginal: isOriginal && !isPdf, isLight: light };
  // Another file was chosen in the meantime.
  if (field.input.current?.files?.[0] !== first) return "replaced";
  field.show(album);
  const photos = [first, ...others];
  const pages = isPdf ? await openPdf(first) : await openPhotos(field, photos, canSkip && !light);
  if (field.album?.first !== first) return "replaced";
  if (pages === "skipped") {
    field.finished.add(first);
    field.show(undefined);
    return "unchanged";
  }
  if (pages && isOriginal) {
    field.show({ ...album, pages });
    return "unchanged";
  }
  if (pages && applyAlbum(field, { ...album, pages }) === undefined) return "replaced";
  field.show(undefined);
  // The server would also refuse HEIC. It accepts a Word file that is named like a photo.
  const isHeic = (await latin1(first.slice(4, 8)).catch(() => "")) === "ftyp";
  if (!isAlone || isHeic) return "refused";
  return pages || isOriginal || !canSkip ? "unchanged" : "failed";
}

export async function addPages(field: PhotoField, files: readonly File[]): Promise<PhotoOutcome> {
  const first = field.album?.first;
  const added = await openPhotos(field, files, true);
  // The file was removed or replaced in the meantime.
  if (!field.album || field.album.first !== first) return "unchanged";
  const album = { ...field.album, skip: undefined };
  field.show(album);
  if (added === "skipped") return "unchanged";
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

/** Returns the file to send: the original photo, a JPEG for one page, or a PDF for several pages. */
function createFile({ pages, first, isOriginal }: Album): File | undefined {
  const [page, another] = pages;
  if (!page) return undefined;
  if (isOriginal) return page.original;
  const stem = first.name.replace(/\.\w*$/, "");
  return another
    ? newFile(photoPdf(pages), `${stem}.pdf`, "application/pdf")
    : newFile(page.jpeg, `${stem}.jpg`, "image/jpeg");
}

const newFile = (content: Blob, name: string, type: string) =>
  new File([content], name, { type, lastModified: Date.now() });

/**
 * Re-encodes photos one by one, because a phone might not have enough memory for two. There is no time limit.
 *
 * @param canSkip whether the candidate can stop the work without removing the file
 * @returns undefined if the browser can't decode one of the photos, or if the field has another file now
 */
function openPhotos(field: PhotoField, files: readonly File[], canSkip: boolean) {
  const first = field.album?.first;
  let isSkipped = false;
  const open = async () => {
    const pages: PhotoPage[] = [];
    for (const original of files) {
      const photo = await shrinkPhoto(original, (share) => {
        const isWanted = !isSkipped && field.album?.first === first;
        if (isWanted) field.showProgress((pages.length + share) / files.length);
        return isWanted;
      });
      if (!photo) return undefined;
      pages.push(await createPage(photo, original));
    }
    return pages;
  };
  const skipped = new Promise<"skipped">((resolve) => {
    const skip = () => {
      isSkipped = true;
      resolve("skipped");
    };
    if (field.album && canSkip) field.show({ ...field.album, skip });
  });
  return Promise.race([open(), skipped]);
}

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
