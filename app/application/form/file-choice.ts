import { useEffect, useRef, useState, type RefObject } from "react";
import { putFile } from "~/app/ui/browser/put-file";
import type { FieldErrors } from "../model/application";
import { isPhoto } from "../model/file-name";
import { isSameFile } from "../upload/file-draft";
import { findFileError, isReadable, typeError } from "./check-file";
import { createUpload, type Transfer, type Uploads } from "./file-upload";
import type { FilePart } from "./parts";
import type { FormTexts } from "./texts";
import type { FormDraft } from "./use-draft";
import { useFileDraft } from "./use-file-draft";
import { usePhotos } from "./use-photos";

export interface FileContext {
  positionUuid: string;
  draft: FormDraft;
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  /** Upload states by control name. */
  transfers: Readonly<Record<string, Transfer | undefined>>;
  onTransfer: (name: string, transfer: Transfer | undefined) => void;
  /** Called when the file changes, with errors if the file is refused. */
  onChange: (errors?: FieldErrors) => void;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

interface ChoiceOptions {
  part: FilePart;
  files: FileContext;
  /** The error of the form's last result. */
  error: string | undefined;
  texts: FormTexts;
}

export type FileChoice = ReturnType<typeof useFileChoice>;

/** The state of a file field: the chosen file, its upload and its error. */
export function useFileChoice({ part, files, error, texts }: ChoiceOptions) {
  const { name, accept } = part;
  const { positionUuid, draft, uploads, onTransfer, onChange } = files;
  const stored = useFileDraft(part, positionUuid, draft, files.form);
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<File>();
  const [ownError, setOwnError] = useState("");
  /** The chosen photo, if it couldn't be made smaller. */
  const [whole, setWhole] = useState<File>();
  /** Photos dropped together with the first photo. */
  const otherPhotos = useRef<File[]>([]);
  const current = choice ?? stored.held;
  const findError = (file: File) => {
    const key = findFileError(file, part);
    return key && texts[key];
  };
  const [upload] = useState(() => createUpload({ name, positionUuid, draft, stored, onTransfer }));
  const photos = usePhotos(input, { findError, showProgress: upload.showPrepared });
  useEffect(() => void uploads.set(name, upload));
  useEffect(() => {
    if (error !== undefined) input.current?.setCustomValidity("");
  }, [error]);

  const showError = (message = "", fileName = "") => {
    setOwnError(fileName ? `${fileName}: ${message}` : message);
    // Without a file, the message blocks submits until the error summary has shown it.
    input.current?.setCustomValidity(current ? "" : message);
  };
  return {
    ...{ name, accept, stored, input, current, choice, ownError, whole, upload, photos, texts },
    ...{ acceptsPhotos: name === "cv" && accept.includes(".jpg"), otherPhotos },
    ...{ setChoice, setWhole, findError, showError, onChange },
  };
}

/** Handles the `input` event of the field: checks the chosen file, makes photos smaller, and uploads the file. */
export async function handleChoice(field: FileChoice): Promise<void> {
  const { name, accept, input, choice, upload, photos, texts, onChange } = field;
  const control = input.current;
  const file = control?.files?.[0];
  const isChosen = () => file === control?.files?.[0];
  let isFinished = file && photos.field.finished.has(file);
  // A finished photo must not withdraw the submit that waits for it.
  if (!isFinished) onChange();
  // The previous file was restored after another file was refused.
  if (file === choice) return;
  field.showError();
  let message: string | undefined;
  if (!isFinished) {
    photos.field.show(undefined);
    const outcome = file && (await shrinkPhoto(file, field));
    if (outcome === "replaced") return;
    // The candidate might have chosen to send the original.
    isFinished = file && photos.field.finished.has(file);
    if (outcome && outcome !== "done") message = texts[outcome];
  }
  // A finished photo's upload must start in this task, because a submit might be waiting for the photo.
  if (file) message ??= isFinished ? field.findError(file) : await findReadError(file, field);
  if (message === undefined && isChosen()) {
    field.setChoice(file);
    upload.cancel(!file);
    const result = file && (await upload.start(file, isFinished));
    if (file && result?.outcome === "wrong-type") message = texts[typeError(file, accept)];
  }
  if (!file || message === undefined || !isChosen()) return;
  onChange({ [name]: message });
  // Restore the previous file.
  putFile(control, choice);
  field.showError(message, file.name);
}

/** Makes a chosen photo smaller, and joins it with the others. @returns the key of an error if it was refused */
async function shrinkPhoto(file: File, field: FileChoice) {
  const { stored, photos, upload } = field;
  const { chosen } = stored.get();
  /** Whether the photo was finished before the page was reloaded. */
  const isRestored = chosen?.isFinished && isSameFile(chosen, file);
  if (!field.acceptsPhotos || !(isRestored || isPhoto(file))) return undefined;
  field.setChoice(file);
  const others = field.otherPhotos.current;
  const work = photos.shrink([file, ...others], isRestored);
  upload.prepare(work, file);
  const outcome = await work;
  if (outcome === "failed") field.setWhole(file);
  if (outcome === "refused") return others.length > 0 ? "error.cv_several" : "error.photo_type";
  return outcome === "replaced" ? outcome : "done";
}

const findReadError = async (file: File, { findError, texts }: FileChoice) =>
  findError(file) ?? ((await isReadable(file)) ? undefined : texts["error.cv_unreadable"]);

export function dropFiles(dropped: readonly File[], field: FileChoice): void {
  const { input, otherPhotos, acceptsPhotos, texts } = field;
  const [file, ...others] = dropped;
  if (others.length > 0 && !(acceptsPhotos && dropped.every(isPhoto))) {
    field.showError(texts["error.cv_several"]);
  } else if (file) {
    otherPhotos.current = others;
    putFile(input.current, file);
    otherPhotos.current = [];
  }
}
