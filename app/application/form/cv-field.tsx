import { useEffect, useRef, useState, type DragEvent } from "react";
import { fileSizeText } from "../../i18n/file-size";
import { fill } from "../../i18n/fill";
import type { NamedCv } from "../model/application";
import { tellChanged } from "../../ui/browser/tell-changed";
import { faultOfFile, isReadable } from "./cv-choice";
import { isImageName } from "../model/file-name";
import { CV_EXTENSIONS, CV_HINT_KB } from "../model/limits";
import { HeldFile, TransferState } from "./cv-states";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import type { FormTexts } from "./texts";
import type { CvUpload } from "./use-cv-upload";

interface CvFieldProps extends FieldProps {
  isRequired: boolean;
  /** Bytes. */
  maxBytes: number;
  /** The CV that the server has from before: it is sent unless another one is chosen. */
  held: NamedCv | undefined;
  /** Whether there was one that neither the server nor the browser has any more. */
  isGone: boolean;
  /** Is told when another file is chosen, or none. */
  onChange: () => void;
  /** Sends what is chosen up, piece by piece. */
  upload: CvUpload;
  /** Name of a file that came with a POST and could not be kept. */
  lostFileName: string | undefined;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/**
 * The browser's own file field, drawn as a drop area: clicks, keys and drops work by themselves.
 * Scripts say more of the file that was chosen, and take it away again.
 */
export function CvField(props: CvFieldProps) {
  const {
    name,
    error,
    isRequired,
    maxBytes,
    held,
    isGone,
    onChange,
    upload,
    lostFileName,
    language,
    texts,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<File>();
  const [fault, setFault] = useState<string>();
  const [isOver, setIsOver] = useState(false);

  const say = (message: string | undefined) => {
    setFault(message);
    // The browser keeps the form from being sent, and leads to the field.
    input.current?.setCustomValidity(message ?? "");
  };

  async function look() {
    const field = input.current;
    const file = field?.files?.[0];
    setChoice(file);
    say(file && faultText(file));
    upload.cancel();
    if (!file || faultText(file) !== undefined) return;
    const isThere = await isReadable(file);
    if (field.files?.[0] !== file) return;
    if (!isThere) {
      say(texts["error.cv_unreadable"]);
      return;
    }
    const end = await upload.start(file);
    const isStillChosen = field.files[0] === file;
    if (end?.outcome === "wrong-type" && isStillChosen) {
      say(texts["error.cv_type"]);
    }
  }

  function faultText(file: File): string | undefined {
    const message = faultOfFile(file, maxBytes);
    return message && fill(texts[message], { size: Math.floor(maxBytes / 1024 ** 2) });
  }

  function change() {
    onChange();
    void look();
  }

  function drop(event: DragEvent<HTMLInputElement>) {
    event.preventDefault();
    setIsOver(false);
    const { files } = event.dataTransfer;
    if (!input.current || files.length === 0) return;
    if (files.length > 1) {
      say(texts["error.cv_several"]);
      return;
    }
    input.current.files = files;
    tellChanged(input.current);
  }

  function remove() {
    if (!input.current) return;
    input.current.value = "";
    tellChanged(input.current);
    input.current.focus();
  }

  // A file may have been chosen before the scripts came.
  useEffect(() => {
    if (input.current?.files?.length) tellChanged(input.current);
  }, []);
  useKeepPageOnDrop();

  const lost = choice || lostFileName === undefined ? undefined : texts["form.file_again"];
  const gone = isGone && !choice ? texts["error.cv_gone"] : undefined;
  const message = fault ?? error ?? lost ?? gone;
  const shown = choice?.name ?? held?.name ?? lostFileName ?? "";
  return (
    <FieldFrame
      name={name}
      label={isRequired ? texts["apply.cv"] : `${texts["apply.cv"]} ${texts["form.optional"]}`}
      hint={`${texts["apply.cv_drop"]}. ${texts["form.cv_hint"]}`}
      error={message}
    >
      {/* Empty where no file is named: nobody's file is sent along unseen. */}
      <input type="hidden" name="held_cv" value={held?.upload ?? ""} />
      {held && !choice && (
        <HeldFile held={held} isRequired={isRequired} language={language} texts={texts} />
      )}
      <div className={isOver ? "cv-drop cv-drop-over" : "cv-drop"} data-chosen={choice && ""}>
        <input
          ref={input}
          id={name}
          name={name}
          type="file"
          className="cv-input"
          accept={`.${CV_EXTENSIONS.join(",.")}`}
          required={isRequired && !held}
          onInput={change}
          onDragOver={(event) => {
            // Several files would not be let in at all, without a word.
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
          {...describedBy(name, { hint: true, error: message !== undefined })}
        />
        {choice && (
          <div className="cv-choice">
            <p>
              <span className="cv-name">{choice.name}</span>{" "}
              <span className="cv-size">{fileSizeText(choice.size, language)}</span>
            </p>
            <TransferState
              transfer={upload.transfer}
              total={choice.size}
              language={language}
              texts={texts}
            />
            <button type="button" className="cv-remove" onClick={remove}>
              {texts["form.cv_remove"]} <span className="visually-hidden">{choice.name}</span>
            </button>
          </div>
        )}
      </div>
      <div className="field-warning" role="status">
        {/* What turned up while the candidate was elsewhere is heard as well. */}
        {(fault ?? gone) && (
          <p key={fault ?? gone} className="visually-hidden">
            {fault ?? gone}
          </p>
        )}
        {isImageName(shown) && <p key="image">{texts["apply.cv_image_warning"]}</p>}
        {choice && choice.size > CV_HINT_KB * 1024 && choice.size <= maxBytes && (
          <p key="large">{texts["form.cv_over_hint"]}</p>
        )}
      </div>
    </FieldFrame>
  );
}

/**
 * A file that is dropped beside the field must not take the place of the page: neither while the form is
 * there, nor after it was sent.
 */
function useKeepPageOnDrop(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files") || isFileField(event.target)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", keep);
    addEventListener("drop", keep);
  }, []);
}

const isFileField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === "file";
