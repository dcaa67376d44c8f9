import { useEffect, useRef, useState, type DragEvent, type ReactNode, type RefObject } from "react";
import { fileSizeText } from "~/app/i18n/file-size";
import { putFile } from "~/app/ui/browser/put-file";
import type { FieldErrors } from "../model/application";
import { findFileError, isReadable, typeError } from "./check-file";
import { isImageName, isPhoto } from "../model/file-name";
import { CV_HINT_KB } from "../model/limits";
import { isSameFile } from "../upload/file-draft";
import { HeldFile, TransferState } from "./file-states";
import { createUpload, type Transfer, type Uploads } from "./file-upload";
import { describedBy, FieldFrame } from "./field";
import { heldName, type FilePart } from "./parts";
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
  /** Called when the file changes, with errors if the file is rejected. */
  onChange: (errors?: FieldErrors) => void;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

interface FilePickerProps {
  part: FilePart;
  files: FileContext;
  error: string | undefined;
  /** Replaces the part's plain label. */
  label?: ReactNode;
  /** The company's hint, rendered outside the drop area so that the input doesn't cover links. */
  hint?: ReactNode;
  /** Name of a posted file that the server couldn't hold. */
  lostFileName?: string | undefined;
}

/**
 * A file field. The native input covers the drop area, so that it works without scripts. In a hydrated form, CSS
 * hides the input's text, because it's in the browser's language.
 */
export function FilePicker(props: FilePickerProps) {
  const { part, files, error, lostFileName } = props;
  const { name, isRequired, accept } = part;
  const { positionUuid, draft, uploads, onTransfer, onChange, language } = files;
  const stored = useFileDraft(part, positionUuid, draft, files.form);
  const { held, isGone } = stored;
  const isCv = name === "cv";
  const texts = { ...files.texts, ...part.texts };
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<File>();
  const [ownError, setOwnError] = useState("");
  const [dragOver, setDragOver] = useState<"">();
  const current = choice ?? held;
  const acceptsId = `takes-${name}`;
  const findError = (file: File) => {
    const key = findFileError(file, part);
    return key && texts[key];
  };
  const [upload] = useState(() => createUpload({ name, positionUuid, draft, stored, onTransfer }));
  const photos = usePhotos(input, { findError, showProgress: upload.showPrepared });
  const { album, field: photoField, PhotoPages } = photos;
  /** Photos dropped together with the first photo. */
  const otherPhotos = useRef<File[]>([]);
  /** The chosen photo, if it couldn't be shrunk. */
  const [whole, setWhole] = useState<File>();
  const acceptsPhotos = isCv && accept.includes(".jpg");
  useEffect(() => void uploads.set(name, upload));

  const showError = (message = "", fileName = "") => {
    setOwnError(fileName ? `${fileName}: ${message}` : message);
    // Without a file, the message blocks submits until the error summary has shown it.
    input.current?.setCustomValidity(current ? "" : message);
  };

  useEffect(() => {
    if (error !== undefined) input.current?.setCustomValidity("");
  }, [error]);

  async function handleChoice() {
    const field = input.current;
    const file = field?.files?.[0];
    const isChosen = () => file === field?.files?.[0];
    let isFinished = file && photoField.finished.has(file);
    // A finished photo must not withdraw the submit that waits for it.
    if (!isFinished) onChange();
    // The previous file was restored after another file was rejected.
    if (file === choice) return;
    showError();
    let message: string | undefined;
    if (!isFinished) {
      photoField.show(undefined);
      const { chosen } = stored.get();
      /** Whether the photo had been shrunk before the page was reloaded. */
      const isRestored = file && chosen?.isFinished && isSameFile(chosen, file);
      if (file && acceptsPhotos && (isRestored || isPhoto(file))) {
        setChoice(file);
        const others = otherPhotos.current;
        const work = photos.shrink([file, ...others], isRestored);
        upload.prepare(work, file);
        const outcome = await work;
        if (outcome === "replaced") return;
        if (outcome === "failed") setWhole(file);
        // The candidate might have chosen to send the original.
        isFinished = photoField.finished.has(file);
        if (outcome === "refused")
          message = texts[others.length > 0 ? "error.cv_several" : "error.photo_type"];
      }
    }
    // A finished photo's upload must start in this task, because a submit might be waiting for the photo.
    if (file) message ??= isFinished ? findError(file) : await validate(file);
    if (message === undefined && isChosen()) {
      setChoice(file);
      upload.cancel(!file);
      const result = file && (await upload.start(file, isFinished));
      if (file && result?.outcome === "wrong-type") message = texts[typeError(file, accept)];
    }
    if (!file || message === undefined || !isChosen()) return;
    onChange({ [name]: message });
    // Restore the previous file.
    putFile(field, choice);
    showError(message, file.name);
  }

  async function validate(file: File): Promise<string | undefined> {
    return findError(file) ?? ((await isReadable(file)) ? undefined : texts["error.cv_unreadable"]);
  }

  function drop(event: DragEvent<HTMLInputElement>) {
    event.preventDefault();
    setDragOver(undefined);
    const files = [...event.dataTransfer.files];
    const [file, ...others] = files;
    if (others.length > 0 && !(acceptsPhotos && files.every(isPhoto))) {
      showError(texts["error.cv_several"]);
    } else if (file) {
      otherPhotos.current = others;
      putFile(input.current, file);
      otherPhotos.current = [];
    }
  }

  function remove() {
    putFile(input.current, undefined);
    input.current?.focus();
  }

  usePreventStrayDrops();

  const isPreparing = files.transfers[name]?.state === "preparing";
  const lost = choice || lostFileName === undefined ? undefined : texts["form.file_again"];
  const gone = isGone && !choice ? texts["error.cv_gone"] : undefined;
  const announced = error === undefined ? ownError || gone : undefined;
  const message = error ?? (ownError || (lost ?? gone));
  return (
    <FieldFrame
      name={name}
      label={
        <>
          {props.label ?? part.label}
          {!isRequired && ` ${texts["form.optional"]}`}
        </>
      }
      hint={props.hint}
      error={message}
      isAnnounced={message === announced}
    >
      {/* If this field is empty, the server sends no held file: the file might belong to another candidate. */}
      <input type="hidden" name={heldName(name)} value={held?.upload ?? ""} />
      {held && !choice && <HeldFile {...{ name, held, isRequired, language, texts }} />}
      <div className="cv-drop" data-over={dragOver} data-chosen={choice && ""}>
        <input
          ref={input}
          id={name}
          name={name}
          type="file"
          className="cv-input"
          accept={accept}
          data-private={part.isPrivate ? "" : undefined}
          data-missing={part.texts?.["no.cv"]}
          required={isRequired && !held}
          onInput={() => void handleChoice()}
          onDragOver={(event) => {
            // Otherwise browsers silently ignore a drop of several files.
            event.preventDefault();
            setDragOver("");
          }}
          onDragLeave={() => setDragOver(undefined)}
          onDrop={drop}
          {...describedBy(name, {
            hint: props.hint !== undefined,
            also: choice ? undefined : acceptsId,
            error: message !== undefined,
          })}
        />
        {choice ? (
          <div className="cv-choice">
            <p>
              <span className="cv-name">{choice.name}</span>{" "}
              <span className="cv-size">{fileSizeText(choice.size, language)}</span>
            </p>
            <TransferState
              transfer={files.transfers[name]}
              name={choice.name}
              language={language}
              texts={texts}
            />
            <button type="button" className="button-quiet cv-remove" onClick={remove}>
              {texts["form.cv_remove"]} <span className="visually-hidden">{choice.name}</span>
            </button>
          </div>
        ) : (
          <p id={acceptsId}>
            {/* With a mouse, CSS shows the longer text from `data-drop`. */}
            <b data-drop={texts["apply.cv_drop"]}>
              <span>{texts["form.cv_choose"]}</span>
            </b>{" "}
            <span className="hint">{part.hint}</span>
          </p>
        )}
      </div>
      {album && PhotoPages && (
        <PhotoPages
          {...{ album, id: name, language, onChange, showError, texts }}
          field={photoField}
          waitFor={(work) => upload.prepare(work)}
        />
      )}
      <div className="field-warning" role="status">
        {/* Announces errors, which can appear while the candidate is in another field. */}
        {announced && (
          <p key={announced} className="visually-hidden">
            {announced}
          </p>
        )}
        {isCv && isImageName(current?.name ?? lostFileName ?? "") && (
          <p key="image">{texts["apply.cv_image_warning"]}</p>
        )}
        {choice && choice === whole && <p key="whole">{texts["photo.whole"]}</p>}
        {isCv && current && current.size > CV_HINT_KB * 1024 && !isPreparing && (
          <p key="large">{texts["form.cv_over_hint"]}</p>
        )}
      </div>
    </FieldFrame>
  );
}

/** Stops the browser from opening a file that is dropped outside a file field. */
function usePreventStrayDrops(): void {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      const { type } = event.target as HTMLInputElement; // most elements have no `type`
      if (!event.dataTransfer?.types.includes("Files") || type === "file") return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", ignore);
    addEventListener("drop", ignore);
  }, []);
}
