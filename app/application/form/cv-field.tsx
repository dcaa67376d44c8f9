import { useEffect, useRef, useState, type DragEvent, type ReactNode, type RefObject } from "react";
import { fileSizeText } from "../../i18n/file-size";
import { putFile } from "../../ui/browser/put-file";
import type { FieldErrors } from "../model/application";
import { findFileError, isReadable } from "./check-file";
import { isImageName } from "../model/file-name";
import { CV_HINT_KB } from "../model/limits";
import { isSameFile } from "../upload/file-draft";
import { HeldFile, TransferState } from "./cv-states";
import { createUpload, type Transfer, type Uploads } from "./cv-upload";
import { describedBy, FieldFrame } from "./field";
import { heldName, type FilePart } from "./parts";
import type { FormTexts } from "./texts";
import type { FormDraft } from "./use-draft";
import { useFileDraft } from "./use-file-draft";
import { usePhotos } from "./use-photos";

/** What all fields for files of a form share. */
export interface FileContext {
  positionUuid: string;
  draft: FormDraft;
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  /** By the names of the fields' controls. */
  transfers: Readonly<Record<string, Transfer | undefined>>;
  onTransfer: (name: string, transfer: Transfer | undefined) => void;
  /** Called when the file changes, with the error of a file that is refused. */
  onChange: (errors?: FieldErrors) => void;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

interface CvFieldProps {
  part: FilePart;
  files: FileContext;
  error: string | undefined;
  /** The label, if it is more than plain text. */
  label?: ReactNode;
  /** The company's own hint. It is outside the area, whose links the browser's field would cover. */
  hint?: ReactNode;
  /** Name of a file that came with a POST and could not be kept. */
  lostFileName?: string | undefined;
}

/**
 * The browser's own file field covers its area: clicks, keys and drops work without scripts. Scripts hide
 * its words, which are in the browser's language, show the chosen file, and remove it again.
 */
export function CvField(props: CvFieldProps) {
  const { part, files, error, lostFileName } = props;
  const { name, isRequired, accept } = part;
  const { positionUuid, draft, uploads, onTransfer, onChange, language } = files;
  const stored = useFileDraft(part, positionUuid, draft, files.form);
  const { held, isGone } = stored;
  const isCv = name === "cv";
  const texts = { ...files.texts, ...part.texts };
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<File>();
  const [fault, setFault] = useState("");
  /** A file is being dragged over the field. */
  const [over, setOver] = useState<"">();
  const current = choice ?? held;
  const takesId = `takes-${name}`;
  const findError = (file: File) => {
    const key = findFileError(file, part);
    return key && texts[key];
  };
  const photos = usePhotos(input, findError);
  const { album, field: photoField, PhotoPages } = photos;
  /** Photos that were dropped together with the first. */
  const otherPhotos = useRef<File[]>([]);
  const takesPhotos = isCv && accept.includes(".jpg");
  const [upload] = useState(() => createUpload({ name, positionUuid, draft, stored, onTransfer }));
  useEffect(() => void uploads.set(name, upload));

  const say = (message = "") => {
    setFault(message);
    // A field without a file blocks the submit until the summary has shown the message: see below.
    input.current?.setCustomValidity(current ? "" : message);
  };

  useEffect(() => {
    if (error !== undefined) input.current?.setCustomValidity("");
  }, [error]);

  async function handleChoice() {
    const field = input.current;
    const file = field?.files?.[0];
    const isChosen = () => file === field?.files?.[0];
    const isFinished = file && photoField.finished.has(file);
    // A submit waits for a photo to be made smaller.
    if (!isFinished) onChange();
    // A refused file was replaced by the one before.
    if (file === choice) return;
    say();
    let message: string | undefined;
    if (!isFinished) {
      photoField.show(undefined);
      const { chosen } = stored.now();
      /** It was finished before the page was loaded again. */
      const isBack = file && chosen?.isFinished && isSameFile(chosen, file);
      if (file && takesPhotos && (isBack || isPhoto(file))) {
        setChoice(file);
        const work = photos.take([file, ...otherPhotos.current], isBack);
        upload.prepare(work, file);
        const outcome = await work;
        if (outcome === "replaced") return;
        if (outcome === "refused") message = texts["error.cv_several"];
      }
    }
    // The upload of a file that was made here begins at once: a submit may wait for it.
    if (file) message ??= isFinished ? findError(file) : await findFault(file);
    if (message === undefined && isChosen()) {
      setChoice(file);
      upload.cancel(!file);
      const end = file && (await upload.start(file, isFinished));
      if (end?.outcome === "wrong-type") message = texts["error.cv_type"];
    }
    if (!file || message === undefined || !isChosen()) return;
    message = `${file.name}: ${message}`;
    onChange({ [name]: message });
    // The field keeps the file that it had.
    putFile(field, choice);
    say(message);
  }

  async function findFault(file: File): Promise<string | undefined> {
    return findError(file) ?? ((await isReadable(file)) ? undefined : texts["error.cv_unreadable"]);
  }

  function drop(event: DragEvent<HTMLInputElement>) {
    event.preventDefault();
    setOver(undefined);
    const files = [...event.dataTransfer.files];
    const [file, ...others] = files;
    if (others.length > 0 && !(takesPhotos && files.every(isPhoto))) {
      say(texts["error.cv_several"]);
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

  const lost = choice || lostFileName === undefined ? undefined : texts["form.file_again"];
  const gone = isGone && !choice ? texts["error.cv_gone"] : undefined;
  const heard = fault || gone;
  const message = (fault || error) ?? lost ?? gone;
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
      isErrorHeard={message === heard}
    >
      {/* Empty if no file is shown: a file of another candidate must not be sent. */}
      <input type="hidden" name={heldName(name)} value={held?.upload ?? ""} />
      {held && !choice && <HeldFile {...{ name, held, isRequired, language, texts }} />}
      <div className="cv-drop" data-over={over} data-chosen={choice && ""}>
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
            // Browsers would ignore a drop of several files without a message.
            event.preventDefault();
            setOver("");
          }}
          onDragLeave={() => setOver(undefined)}
          onDrop={drop}
          {...describedBy(name, {
            hint: props.hint !== undefined,
            also: choice ? undefined : takesId,
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
              total={choice.size}
              language={language}
              texts={texts}
            />
            <button type="button" className="button-quiet cv-remove" onClick={remove}>
              {texts["form.cv_remove"]} <span className="visually-hidden">{choice.name}</span>
            </button>
          </div>
        ) : (
          <p id={takesId}>
            {/* With a mouse, the style sheet shows the longer text. */}
            <b data-drop={texts["apply.cv_drop"]}>
              <span>{texts["form.cv_choose"]}</span>
            </b>{" "}
            <span className="hint">{part.hint}</span>
          </p>
        )}
      </div>
      {album && PhotoPages && (
        <PhotoPages
          {...{ album, id: name, language, onChange, say, texts }}
          field={photoField}
          waitFor={(work) => upload.prepare(work)}
        />
      )}
      <div className="field-warning" role="status">
        {/* Announces errors that are found while the candidate is in another field. */}
        {heard && (
          <p key={heard} className="visually-hidden">
            {heard}
          </p>
        )}
        {isCv && isImageName(current?.name ?? lostFileName ?? "") && (
          <p key="image">{texts["apply.cv_image_warning"]}</p>
        )}
        {isCv && current && current.size > CV_HINT_KB * 1024 && (
          <p key="large">{texts["form.cv_over_hint"]}</p>
        )}
      </div>
    </FieldFrame>
  );
}

const isPhoto = ({ name }: File) => /\.(jpe?g|png|hei[cf])$/i.test(name);

/** Keeps the browser from opening a file that is dropped beside the field. */
function usePreventStrayDrops(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      const { type } = event.target as HTMLInputElement; // if it is one
      if (!event.dataTransfer?.types.includes("Files") || type === "file") return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", keep);
    addEventListener("drop", keep);
  }, []);
}
