import { useState } from "react";
import { fill } from "../../i18n/fill";
import { isImageName } from "../file-name";
import { CV_EXTENSIONS, CV_HINT_KB, CV_TYPES } from "../limits";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import type { FormTexts } from "./texts";

interface CvFieldProps extends FieldProps {
  isRequired: boolean;
  fileLost: boolean;
  texts: FormTexts;
}

/** The browser's own file field, drawn as a drop area: it takes clicks, keys and drops by itself. */
export function CvField({ name, error, isRequired, fileLost, texts }: CvFieldProps) {
  const [isImage, setIsImage] = useState(false);
  return (
    <FieldFrame
      name={name}
      label={isRequired ? texts["apply.cv"] : `${texts["apply.cv"]} ${texts["form.optional"]}`}
      hint={
        <>
          {texts["apply.cv_drop"]}. {/* */}
          {fill(texts["form.cv_hint"], {
            types: CV_TYPES,
            size: CV_HINT_KB,
          })}
        </>
      }
      error={error ?? (fileLost ? texts["form.file_again"] : undefined)}
    >
      <input
        id={name}
        name={name}
        type="file"
        className="cv-input"
        accept={CV_EXTENSIONS.map((extension) => `.${extension}`).join(",")}
        required={isRequired}
        onChange={(event) => setIsImage(isImageName(event.currentTarget.files?.[0]?.name ?? ""))}
        {...describedBy(name, { hint: true, error: error !== undefined || fileLost })}
      />
      <p className="field-warning" role="status">
        {isImage ? texts["apply.cv_image_warning"] : ""}
      </p>
    </FieldFrame>
  );
}
