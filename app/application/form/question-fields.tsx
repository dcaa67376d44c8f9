import { MAX_OPEN_ANSWER } from "~/contract/limits";
import { SENT_MAX_LENGTH } from "../fields/field-limits";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import { Choices } from "./fields/choices";

interface QuestionFieldProps extends FieldProps {
  question: string;
  answers: string[];
  /** The error message for a missing answer. */
  missing: string;
  /** Language of the question and its answers, if it isn't the page's. */
  lang?: string | undefined;
}

const Question = ({ question, lang }: Pick<QuestionFieldProps, "question" | "lang">) => (
  <span lang={lang} dir="auto">
    {question}
  </span>
);

export function QuestionField({ value, question, answers, ...props }: QuestionFieldProps) {
  return (
    <Choices
      {...props}
      type="radio"
      legend={<Question question={question} lang={props.lang} />}
      choices={answers.map((answer) => ({ value: answer, label: answer }))}
      entered={value === undefined ? [] : [value]}
      isRequired
    />
  );
}

export function OpenQuestionField(props: Omit<QuestionFieldProps, "answers">) {
  const { name, error, value } = props;
  return (
    <FieldFrame name={name} label={<Question {...props} />} error={error}>
      <textarea
        id={name}
        name={name}
        rows={4}
        required
        maxLength={SENT_MAX_LENGTH}
        data-max={MAX_OPEN_ANSWER}
        defaultValue={value}
        data-missing={props.missing}
        {...describedBy(name, { hint: false, error: error !== undefined })}
      />
    </FieldFrame>
  );
}
