import { useEffect, useReducer, useRef, useState, type FormEvent } from "react";
import { fill } from "../../i18n/fill";
import type { FieldErrors, FieldName, FieldValues } from "../application";
import { hasApplied, rememberApplied } from "../applied-positions";
import { NAME_MAX_LENGTH } from "../limits";
import { sendForm } from "../send";
import { submissionReducer, type Submission } from "../submission";
import { AppliedNotice } from "./applied-notice";
import { CvField } from "./cv-field";
import { ErrorSummary } from "./error-summary";
import { OpenQuestionField, QuestionField } from "./question-fields";
import { PrivacyField } from "./privacy-field";
import { TextField } from "./text-field";
import type { FormTexts } from "./texts";

export interface ApplicationFormProps {
  applicationId: string;
  /** Address of the page that the form stands on, to which it posts without scripts. */
  action: string;
  position: {
    uuid: string;
    title: string;
    companyName: string;
    careerSiteHref: string;
    privacyHref: string;
    csrfToken?: string;
    isCvRequired: boolean;
    killerQuestions: { text: string; answers: string[] }[];
    openQuestions: string[];
    phoneExample: string;
  };
  /** What the answer to a POST brings back. */
  submission: Submission;
  values: FieldValues;
  /** Whether a file came with the POST, which is to be chosen again. */
  fileLost: boolean;
  texts: FormTexts;
}

/**
 * The application form: plain HTML that posts to its own page, and an island that sends the same
 * form without leaving it. Its fields are not controlled, so that waking it resets nothing.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { applicationId, action, position, values, fileLost, texts } = props;
  const [submission, dispatch] = useReducer(submissionReducer, props.submission);
  const [answers, setAnswers] = useState(0);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLElement>(null);
  const underWay = useRef(false);

  useEffect(() => {
    if (props.submission.state === "applied") rememberApplied(position.uuid);
    else if (hasApplied(position.uuid)) dispatch({ type: "accepted" });
  }, [position.uuid, props.submission.state]);

  // An answer takes the focus: what it says is read, and comes into view.
  useEffect(() => {
    if (answers > 0) (summary.current ?? notice.current)?.focus();
  }, [answers]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    // Read before the fields are locked: a disabled field is not part of the form.
    const entered = new FormData(event.currentTarget);
    dispatch({ type: "sent-off" });
    const answer = await sendForm(applicationId, position.uuid, entered);
    underWay.current = false;
    setAnswers((count) => count + 1);
    if (answer.outcome === "applied") {
      rememberApplied(position.uuid);
      dispatch({ type: "accepted" });
      return;
    }
    const failure =
      answer.outcome === "invalid"
        ? { errors: answer.errors }
        : { errors: {}, message: answer.message ?? texts["error.network"] };
    dispatch({ type: "returned", ...failure });
  }

  if (submission.state === "applied") {
    return <AppliedNotice ref={notice} position={position} texts={texts} />;
  }

  const sending = submission.state === "sending";
  const errors: FieldErrors = submission.state === "idle" ? submission.errors : {};
  const field = (name: FieldName) => ({
    name,
    ...(errors[name] === undefined ? {} : { error: errors[name] }),
    ...(values[name] === undefined ? {} : { value: values[name] }),
  });

  return (
    <form
      className="application-form card"
      id="application"
      aria-labelledby="application-title"
      method="post"
      // The answer comes up at the form, not at the top of a long page.
      action={`${action}#application`}
      encType="multipart/form-data"
      onSubmit={(event) => void submit(event)}
    >
      {/* First in the body, so that the server knows whose file it is before the file begins. */}
      <input type="hidden" name="application_id" value={applicationId} />
      {position.csrfToken !== undefined && (
        <input type="hidden" name="csrf_access_token" value={position.csrfToken} />
      )}
      <h2 id="application-title">{texts["apply.form_title"]}</h2>
      {submission.state === "idle" && (
        <ErrorSummary ref={summary} errors={errors} message={submission.message} texts={texts} />
      )}
      <p className="hint">{texts["form.required_hint"]}</p>
      <TextField
        {...field("first_name")}
        label={texts["apply.full_name"]}
        autoComplete="given-name"
        maxLength={NAME_MAX_LENGTH}
      />
      <TextField
        {...field("last_name")}
        label={texts["apply.last_name"]}
        autoComplete="family-name"
        maxLength={NAME_MAX_LENGTH}
      />
      <TextField
        {...field("phone")}
        label={texts["apply.phone"]}
        hint={fill(texts["form.phone_hint"], { example: position.phoneExample })}
        type="tel"
        autoComplete="tel"
      />
      <CvField
        {...field("cv")}
        isRequired={position.isCvRequired}
        fileLost={fileLost}
        texts={texts}
      />
      {position.killerQuestions.map(({ text, answers }, index) => (
        <QuestionField
          key={index}
          {...field(`question-${index}`)}
          question={text}
          answers={answers}
        />
      ))}
      {position.openQuestions.map((question, index) => (
        <OpenQuestionField key={index} {...field(`open_question-${index}`)} question={question} />
      ))}
      <PrivacyField {...field("privacy_policy")} href={position.privacyHref} texts={texts} />
      <button className="button button-submit" aria-disabled={sending}>
        {sending ? texts["form.sending"] : texts["apply.submit"]}
      </button>
      <p className="visually-hidden" role="status">
        {sending ? texts["form.sending"] : ""}
      </p>
    </form>
  );
}
