import { fileSizeText } from "~/app/i18n/file-size";
import { fill } from "~/app/i18n/fill";
import type { NamedUpload } from "../model/application";
import { heldName } from "./parts";
import type { FormTexts } from "./texts";
import type { Transfer } from "./file-upload";

interface TransferStateProps {
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
  transfer: Transfer | undefined;
  name: string;
}

/** States that show a percentage, with their texts without the percentage. */
const BUSY: Partial<Record<Transfer["state"], keyof FormTexts>> = {
  preparing: "photo.shrinking",
  sending: "form.uploading",
};

/** The upload's progress. Takes up space even without an upload, so that the layout doesn't shift. */
export function TransferState({ transfer, name, language, texts }: TransferStateProps) {
  const text = transfer && transferText(transfer, language, texts);
  const busy = transfer && BUSY[transfer.state];
  return (
    <div className="cv-transfer">
      <progress
        max={transfer?.total}
        value={transfer?.held ?? 0}
        aria-label={name}
        aria-hidden={transfer?.state === "held"}
        data-state={transfer?.state}
      />
      {/* Hidden from screen readers while the status below has the same text. */}
      <p aria-hidden={!busy}>{text}</p>
      {/* Announces state changes, but not every percentage. */}
      <p className="visually-hidden" role="status">
        {busy ? texts[busy] : text}
      </p>
    </div>
  );
}

function transferText(
  { state, held, total, secondsLeft }: Transfer,
  language: string,
  texts: FormTexts,
): string {
  if (state === "preparing")
    return `${texts["photo.shrinking"]} ${held.toLocaleString(language, { style: "percent" })}`;
  if (state === "held") return texts["form.cv_uploaded"];
  if (state === "paused") return texts["form.cv_paused"];
  if (state === "here") return texts["form.cv_here"];
  const progress = fill(texts["form.cv_progress"], {
    percent: Math.floor((held / total) * 100),
    held: fileSizeText(held, language),
    total: fileSizeText(total, language),
  });
  if (secondsLeft === undefined) return progress;
  const minutes = Math.ceil(secondsLeft / 60);
  const left =
    minutes > 1
      ? fill(texts["form.cv_minutes_left"], { count: minutes })
      : fill(texts["form.cv_seconds_left"], { count: secondsLeft });
  return `${progress} · ${left}`;
}

interface HeldFileProps {
  name: string;
  held: NamedUpload;
  isRequired: boolean;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/** The held file. In an optional field, a checkbox removes the file. */
export function HeldFile({ name, held, isRequired, language, texts }: HeldFileProps) {
  return (
    <div className="cv-held">
      <p>{held.kept ?? texts["form.held_cv"]}</p>
      <p>
        <span className="cv-name">{held.name}</span>{" "}
        <span className="cv-size">{fileSizeText(held.size, language)}</span>
      </p>
      {!isRequired && (
        <label className="choice">
          <input type="checkbox" name={heldName(name).replace("held", "remove")} value="true" />
          <span>{texts["form.held_cv_remove"]}</span>
        </label>
      )}
      <p className="hint">{texts["form.held_cv_other"]}</p>
    </div>
  );
}
