import type { RefObject } from "react";
import { ServerHtml } from "~/app/ui/browser/server-html";
import type { FieldErrors } from "../model/application";
import type { FileContext } from "./file-picker";
import { FilePicker } from "./file-picker";
import { PhoneField } from "./phone-field";
import type { ApplicationFormProps } from "./props";

interface FormPartsProps {
  form: RefObject<HTMLFormElement>;
  props: ApplicationFormProps;
  errors: FieldErrors;
  files: FileContext;
}

export function FormParts({ form, props, errors, files }: FormPartsProps) {
  const { OtherFile, parts, position, serverHtml } = props;
  return parts.map((part, index) => {
    if (part === 0) return <ServerHtml key={index}>{serverHtml?.[index]}</ServerHtml>;
    if (part === "phone") {
      return (
        <PhoneField
          key={index}
          name="phone"
          error={errors.phone}
          value={props.phone}
          defaults={position.phone}
          isOptional={position.isPhoneOptional}
          form={form}
          language={props.language}
          texts={props.texts}
          PlainPhone={props.PlainPhone}
        />
      );
    }
    const { name } = part;
    const common = { part, error: errors[name], files };
    if (name !== "cv") return OtherFile && <OtherFile key={index} {...common} />;
    return <FilePicker key={index} {...common} lostFileName={props.lostFileName} />;
  });
}
