import type { ReactElement } from "react";
import { languageTag, type Language } from "~/app/i18n/language";
import type { Messages } from "~/app/i18n/messages";
import { LinkedText } from "~/app/ui/page/linked-text";
import { controlName, type AnswerField } from "~/app/application/fields/answers";
import { isConsentGiven } from "~/app/application/fields/consent";
import { answerLimits, MAX_RADIOS, SENT_MAX_LENGTH } from "~/app/application/fields/field-limits";
import { MISSING } from "~/app/application/fields/rules";
import { Choices, type Choice } from "./choices";
import { describedBy, FieldError, FieldFrame } from "../field";
import { fieldAutoComplete, fieldLabel } from "~/app/application/fields/reserved";

export interface PlainFieldProps {
  field: AnswerField;
  entered: readonly string[];
  error?: string | undefined;
  /** Language of the company's texts, if it isn't the page's. */
  lang?: string | undefined;
  language: Language;
  t: Messages;
}

export function PlainField(props: PlainFieldProps) {
  const { field, error, t } = props;
  switch (field.kind) {
    case "consent":
      return <Consent {...props} />;
    case "yes_no":
    case "one_of":
    case "some_of":
      return fieldChoices(field, t).length > MAX_RADIOS && field.kind === "one_of" ? (
        <WithFrame {...props}>
          <Select {...props} choices={fieldChoices(field, t)} />
        </WithFrame>
      ) : (
        <Choices
          name={controlName(field.id)}
          type={field.kind === "some_of" ? "checkbox" : "radio"}
          legend={<Label {...props} />}
          hint={field.hint === undefined ? undefined : <Hint {...props} />}
          choices={fieldChoices(field, t)}
          entered={props.entered}
          error={error}
          isRequired={mustAnswer(field) && field.kind !== "some_of"}
          isGroupRequired={mustAnswer(field) && field.kind === "some_of"}
          missing={t[MISSING[field.kind]]}
          isPrivate={field.isVoluntary}
          lang={props.lang}
        />
      );
    default:
      return (
        <WithFrame {...props}>
          <TypedInput {...props} />
        </WithFrame>
      );
  }
}

/** Example dates, shown by browsers without date inputs. */
const DATE_EXAMPLES: Partial<Record<Language, string>> = { en: "2027-12-31", de: "31.12.2027" };

const mustAnswer = ({ isRequired, isVoluntary }: AnswerField) => isRequired && !isVoluntary;

function fieldChoices(field: AnswerField, t: Messages): Choice[] {
  if (field.kind === "yes_no") {
    return [
      { value: "true", label: t["form.yes"], isOurs: true },
      { value: "false", label: t["form.no"], isOurs: true },
    ];
  }
  return "options" in field ? field.options : [];
}

/** Props of `LinkedText` for links that open in a new tab. */
export const newTabProps = (language: Language, t: Messages) => ({
  newTab: t["form.new_tab"],
  language: languageTag(language),
});

/** The label in its language, marked as optional if no answer is required. */
function Label({ field, lang, language, t }: PlainFieldProps) {
  const label = fieldLabel(field, t);
  return (
    <>
      {label.isOurs ? (
        label.text
      ) : (
        <span lang={lang} dir="auto">
          <LinkedText text={label.text} lang={lang} {...newTabProps(language, t)} />
        </span>
      )}
      {!mustAnswer(field) && ` ${t["form.optional"]}`}
    </>
  );
}

const Hint = ({ field, lang, language, t }: PlainFieldProps) => (
  <span lang={lang} dir="auto">
    <LinkedText text={field.hint ?? ""} lang={lang} {...newTabProps(language, t)} />
  </span>
);

function WithFrame({ children, ...props }: PlainFieldProps & { children: ReactElement }) {
  const { field, error } = props;
  return (
    <FieldFrame
      name={controlName(field.id)}
      label={<Label {...props} />}
      hint={field.hint === undefined ? undefined : <Hint {...props} />}
      error={error}
    >
      {children}
    </FieldFrame>
  );
}

const controlProps = ({ field, error, t }: PlainFieldProps) => {
  const name = controlName(field.id);
  return {
    id: name,
    name,
    required: mustAnswer(field),
    "data-missing": t[MISSING[field.kind]],
    "data-private": field.isVoluntary ? "" : undefined,
    ...describedBy(name, { hint: field.hint !== undefined, error: error !== undefined }),
  };
};

function TypedInput(props: PlainFieldProps) {
  const { field, entered, language } = props;
  const [first = ""] = entered;
  const { min, max } = answerLimits(field);
  const common = {
    ...controlProps(props),
    // For scripts. `maxlength` would cut pasted text without a message.
    "data-min": min,
    "data-max": max,
    autoComplete: fieldAutoComplete(field),
    defaultValue: first || undefined,
  };
  switch (field.kind) {
    // `type="email"` would reject an address with an invisible character, which the server removes. `type="url"`
    // would reject a URL without `https://`.
    case "email":
    case "url":
    case "number":
      return (
        <input
          {...common}
          data-kind={field.kind}
          type="text"
          inputMode={field.kind === "number" ? "decimal" : field.kind}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
        />
      );
    case "date":
      return (
        <input
          {...common}
          data-kind="date"
          type="date"
          placeholder={DATE_EXAMPLES[language] ?? "31/12/2027"}
        />
      );
    case "long_text":
      return <textarea {...common} rows={5} maxLength={SENT_MAX_LENGTH} data-count />;
    case "text":
      return <input {...common} type="text" enterKeyHint="next" />;
    default:
      return <></>;
  }
}

function Select({ choices, ...props }: PlainFieldProps & { choices: Choice[] }) {
  const { entered, lang, t } = props;
  return (
    <select {...controlProps(props)} defaultValue={entered[0] ?? ""}>
      <option value="">{t["form.choose"]}</option>
      {choices.map(({ value, label }, index) => (
        <option key={index} value={value} lang={lang}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A consent checkbox. It's checked only if the candidate checked it in a returned form. */
function Consent(props: PlainFieldProps) {
  const { field, entered, error } = props;
  const name = controlName(field.id);
  return (
    <div className={error === undefined ? "field" : "field field-invalid"}>
      {field.hint !== undefined && (
        <p className="hint" id={`${name}-hint`}>
          <Hint {...props} />
        </p>
      )}
      <FieldError name={name} error={error} />
      <div className="choice">
        <input
          {...controlProps(props)}
          type="checkbox"
          value={field.label}
          defaultChecked={isConsentGiven(field.label ?? "", entered)}
        />
        <label htmlFor={name}>
          <Label {...props} />
        </label>
      </div>
    </div>
  );
}
