import { LinkedText } from "~/app/ui/page/linked-text";
import type { FileContext } from "../file-picker";
import { FilePicker } from "../file-picker";
import type { FilePart } from "../parts";

interface OtherFileProps {
  part: FilePart;
  files: FileContext;
  error: string | undefined;
}

export function OtherFile({ part, files, error }: OtherFileProps) {
  const { language } = files;
  const { ownHint, newTab = "" } = part;
  const companyText = (text: string, lang: string | undefined) => (
    <span lang={lang} dir="auto">
      <LinkedText {...{ text, lang, newTab, language }} />
    </span>
  );

  return (
    <FilePicker
      part={part}
      files={files}
      error={error}
      label={companyText(part.label, part.lang)}
      hint={ownHint === undefined ? undefined : companyText(ownHint, part.ownHintLang)}
    />
  );
}
