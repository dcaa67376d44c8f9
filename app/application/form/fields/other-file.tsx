// Every page with such a field has loaded these. Named here, they stay in one file (`receipt-part.ts`).
import "../../../ui/browser/hydrate-island";
import "../application-form";
import "../../receipt/receipt-notice";
import { useEffect, useRef, useState, type RefObject } from "react";
import { uploadPath } from "../../../addresses";
import { tellChanged } from "../../../ui/browser/tell-changed";
import type { DraftKeeper } from "../../draft/draft-keeper";
import type { NamedCv } from "../../model/application";
import { forgetUpload } from "../../upload/requests";
import { CvField, type CvFieldProps } from "../cv-field";
import type { FilePart } from "../parts";
import type { FormTexts } from "../texts";
import { useCvUpload, type Uploads } from "../use-cv-upload";

export interface OtherFileProps {
  part: FilePart;
  error: string | undefined;
  /** The file that the server holds. */
  held: NamedCv | undefined;
  positionUuid: string;
  draft: DraftKeeper;
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  onChange: CvFieldProps["onChange"];
  language: string;
  texts: FormTexts;
}

/**
 * A field for a file that is not the CV. It has all that the CV has; what the server holds of it is kept
 * in the draft as the value of a field that nobody sees.
 */
export function OtherFile({ held: given, positionUuid, draft, ...props }: OtherFileProps) {
  const { part, form, uploads } = props;
  const { name } = part;
  const [held, setHeld] = useState(given);
  const kept = useRef<HTMLInputElement>(null);
  const id = name.replace("field-", "");
  const upload = useCvUpload(
    positionUuid,
    { view: draft.view, addressOf: () => undefined, happen: () => undefined },
    form,
    id,
  );
  useEffect(() => void uploads.set(name, upload));

  const { transfer } = upload;
  const isHeld = transfer?.state === "held";
  useEffect(() => {
    const file = form.current?.querySelector<HTMLInputElement>(`[id="${name}"]`)?.files?.[0];
    if (!isHeld || !file || !kept.current) return;
    void upload.held(file).then((number) => {
      if (!kept.current || number === undefined) return;
      const { name, size } = file;
      keep(kept.current, { upload: Number(number), name, size });
    });
    // Once for each file that the server has come to hold.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [isHeld]);

  return (
    <>
      <input
        ref={kept}
        hidden
        type="text"
        name={`draft_file-${id}`}
        defaultValue={given && JSON.stringify(given)}
        data-private={part.isPrivate ? "" : undefined}
        onInput={({ currentTarget: { value } }) => {
          const before = held;
          setHeld(value === "" ? undefined : (JSON.parse(value) as NamedCv)); // as `keep` wrote it
          if (value !== "" || !before) return;
          upload.cancel();
          forgetUpload(uploadPath(draft.view.applicationId, before.upload));
        }}
      />
      <CvField
        {...props}
        name={name}
        held={held}
        isGone={false}
        upload={upload}
        lostFileName={undefined}
      />
    </>
  );
}

/** Has the draft know of a file, as if it were typed. */
function keep(field: HTMLInputElement, file: NamedCv): void {
  field.value = JSON.stringify(file);
  tellChanged(field);
}
