import { LinkedText } from "../../../ui/page/linked-text";
import type { NamedCv } from "../../model/application";
import { CvField, type FileContext } from "../cv-field";
import type { FilePart } from "../parts";
import { useFileDraft } from "./use-file-draft";

interface OtherFileProps {
  part: FilePart;
  files: FileContext;
  error: string | undefined;
  /** The file that the server holds. */
  held: NamedCv | undefined;
}

/** A field for a file that is not the CV. Its draft is in two hidden fields. */
export function OtherFile({ part, files, error, held }: OtherFileProps) {
  const { language } = files;
  const { name, ownHint, newTab = "" } = part;
  const id = name.replace("field-", "");
  const draft = useFileDraft({ part, given: held, files });
  const hidden = {
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
      <input {...hidden} {...draft.heldProps} name={`draft_file-${id}`} />
      <input {...hidden} {...draft.goingProps} name={`draft_going-${id}`} />
      <CvField
        part={part}
        files={files}
        draft={draft.keeper}
        error={error}
        label={inOwnWords(part.label, part.lang)}
        hint={ownHint === undefined ? undefined : inOwnWords(ownHint, part.ownHintLang)}
        held={draft.held}
        isGone={draft.isGone}
      />
    </>
  );
}
