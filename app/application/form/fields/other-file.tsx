import { useEffect, type RefObject } from "react";
import type { DraftKeeper } from "../../draft/draft-keeper";
import type { NamedCv } from "../../model/application";
import { CvField, type CvFieldProps } from "../cv-field";
import { LinkedText } from "../../../ui/page/linked-text";
import type { FilePart } from "../parts";
import type { FormTexts } from "../texts";
import { useCvUpload, type Uploads } from "../use-cv-upload";
import { useFileDraft } from "./use-file-draft";

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
  /** Is told when more of the file is up. */
  onTransfer: () => void;
  language: string;
  texts: FormTexts;
}

/**
 * A field for a file that is not the CV. It has all that the CV has; what is kept of it is in the draft as
 * the values of two fields that nobody sees.
 */
export function OtherFile({
  held: given,
  positionUuid,
  draft,
  onTransfer,
  ...props
}: OtherFileProps) {
  const { part, form, uploads, language } = props;
  const { name, ownHint, newTab = "" } = part;
  const id = name.replace("field-", "");
  const kept = useFileDraft({ part, given, positionUuid, draft, form, uploads });
  const upload = useCvUpload(positionUuid, kept.keeper, form, id);
  useEffect(() => void uploads.set(name, upload));
  useEffect(onTransfer, [onTransfer, upload.transfer]);
  const unseen = {
    hidden: true,
    type: "text",
    "data-private": part.isPrivate ? "" : undefined,
  };
  const inOwnWords = (text: string, lang: string | undefined) => (
    <span lang={lang} dir="auto">
      <LinkedText {...{ text, lang, newTab, language }} />
    </span>
  );

  return (
    <>
      <input {...unseen} {...kept.heldProps} name={`draft_file-${id}`} />
      <input {...unseen} {...kept.goingProps} name={`draft_going-${id}`} />
      <CvField
        {...props}
        name={name}
        label={inOwnWords(part.label, part.lang)}
        hint={ownHint === undefined ? undefined : inOwnWords(ownHint, part.ownHintLang)}
        held={kept.held}
        isGone={kept.isGone}
        upload={upload}
        lostFileName={undefined}
      />
    </>
  );
}
