import { OPEN_ANSWER_MAX_LENGTH } from "../model/limits";
import { describedBy, FieldError, FieldFrame, type FieldProps } from "./field";

interface QuestionFieldProps extends FieldProps {
  question: string;
  answers: string[];
  /** Of the question and its answers, where it is not the page's. */
  lang?: string | undefined;
}

/** A killer question: one of its answers is to be chosen. */
export function QuestionField({ name, error, value, question, answers, lang }: QuestionFieldProps) {
  return (
    <fieldset
      className={error === undefined ? "field" : "field field-invalid"}
      // A plain fieldset may not be called invalid (ARIA 1.2), and may be a group of radios (ARIA in HTML).
      // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as above
      role="radiogroup"
      {...describedBy(name, { hint: false, error: error !== undefined })}
    >
      <legend lang={lang} dir="auto">
        {question}
      </legend>
      <FieldError name={name} error={error} />
      {/* Lynx chooses the first by itself: that is none of the answers. */}
      <label hidden>
        {" "}
        <input type="radio" name={name} value="" disabled /> –{" "}
      </label>
      {answers.map((answer, index) => (
        // The first carries the field's own id: a link to the field leads to its first control.
        <label className="choice" key={index} htmlFor={index === 0 ? name : `${name}-${index}`}>
          <input
            id={index === 0 ? name : `${name}-${index}`}
            type="radio"
            name={name}
            value={answer}
            required
            defaultChecked={value === answer}
          />
          <span lang={lang} dir="auto">
            {answer}
          </span>{" "}
        </label>
      ))}
    </fieldset>
  );
}

/** An open question: answered in the candidate's own words. */
export function OpenQuestionField({
  name,
  error,
  value,
  question,
  lang,
}: Omit<QuestionFieldProps, "answers">) {
  return (
    <FieldFrame
      name={name}
      label={
        <span lang={lang} dir="auto">
          {question}
        </span>
      }
      error={error}
    >
      <textarea
        id={name}
        name={name}
        rows={4}
        required
        maxLength={OPEN_ANSWER_MAX_LENGTH}
        defaultValue={value}
        {...describedBy(name, { hint: false, error: error !== undefined })}
      />
    </FieldFrame>
  );
}
