import { useEffect, useState, type ReactNode } from "react";
import { fileSizeText } from "~/app/i18n/file-size";
import { putFile } from "~/app/ui/browser/put-file";
import { isImageName } from "../model/file-name";
import { CV_HINT_KB } from "../model/limits";
import { describedBy, FieldFrame } from "./field";
import {
  dropFiles,
  handleChoice,
  useFileChoice,
  type FileChoice,
  type FileContext,
} from "./file-choice";
import { HeldFile, TransferState } from "./file-states";
import { heldName, type FilePart } from "./parts";

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
  const { name, isRequired } = part;
  const { language } = files;
  const texts = { ...files.texts, ...part.texts };
  const field = useFileChoice({ part, files, error, texts });
  const { choice, ownError, showError, upload, photos } = field;
  const { held, isGone } = field.stored;
  const { album, PhotoPages } = photos;
  usePreventStrayDrops();

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
      <DropArea {...props} field={field} hasError={message !== undefined} />
      {album && PhotoPages && (
        <PhotoPages
          {...{ album, id: name, language, onChange: files.onChange, showError, texts }}
          field={photos.field}
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
        <FileHints {...props} field={field} />
      </div>
    </FieldFrame>
  );
}

type FieldProps = FilePickerProps & { field: FileChoice };

/** The native input, over the chosen file or the text that asks for one. */
function DropArea({ part, files, hint, field, hasError }: FieldProps & { hasError: boolean }) {
  const { name } = part;
  const { choice, input, stored, texts } = field;
  const [dragOver, setDragOver] = useState<"">();
  const acceptsId = `takes-${name}`;
  return (
    <div className="cv-drop" data-over={dragOver} data-chosen={choice && ""}>
      <input
        ref={input}
        id={name}
        name={name}
        type="file"
        className="cv-input"
        accept={part.accept}
        data-private={part.isPrivate ? "" : undefined}
        data-missing={part.texts?.["no.cv"]}
        required={part.isRequired && !stored.held}
        onInput={() => void handleChoice(field)}
        onDragOver={(event) => {
          // Otherwise browsers silently ignore a drop of several files.
          event.preventDefault();
          setDragOver("");
        }}
        onDragLeave={() => setDragOver(undefined)}
        onDrop={(event) => {
          event.preventDefault();
          setDragOver(undefined);
          dropFiles([...event.dataTransfer.files], field);
        }}
        {...describedBy(name, {
          hint: hint !== undefined,
          also: choice ? undefined : acceptsId,
          error: hasError,
        })}
      />
      {choice ? (
        <ChosenFile {...{ files, field, choice }} />
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
  );
}

function ChosenFile(props: { files: FileContext; field: FileChoice; choice: File }) {
  const { files, field, choice } = props;
  const { input, texts } = field;
  function remove() {
    putFile(input.current, undefined);
    input.current?.focus();
  }
  return (
    <div className="cv-choice">
      <p>
        <span className="cv-name">{choice.name}</span>{" "}
        <span className="cv-size">{fileSizeText(choice.size, files.language)}</span>
      </p>
      <TransferState
        transfer={files.transfers[field.name]}
        name={choice.name}
        language={files.language}
        texts={texts}
      />
      <button type="button" className="button-quiet cv-remove" onClick={remove}>
        {texts["form.cv_remove"]} <span className="visually-hidden">{choice.name}</span>
      </button>
    </div>
  );
}

/** Says what might be wrong with an accepted file. */
function FileHints({ files, field, lostFileName }: FieldProps) {
  const { name, current, choice, whole, texts } = field;
  const isCv = name === "cv";
  const isPreparing = files.transfers[name]?.state === "preparing";
  return (
    <>
      {isCv && isImageName(current?.name ?? lostFileName ?? "") && (
        <p key="image">{texts["apply.cv_image_warning"]}</p>
      )}
      {choice && choice === whole && <p key="whole">{texts["photo.whole"]}</p>}
      {isCv && current && current.size > CV_HINT_KB * 1024 && !isPreparing && (
        <p key="large">{texts["form.cv_over_hint"]}</p>
      )}
    </>
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
