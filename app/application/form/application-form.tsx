import { useEffect, useRef, useState } from "react";
import type { TakenForm } from "../../ui/browser/guarded-submit";
import { useOnline } from "../../ui/browser/use-online";
import type { FieldErrors, FieldName, FieldValues, NamedCv } from "../model/application";
import type { BotCheckSettings } from "./bot-check";
import { HONEYPOT, NAME_MAX_LENGTH } from "../model/limits";
import type { PhoneDefaults } from "../phone/defaults.server";
import type { Submission } from "./submission";
import { sendHref } from "../../addresses";
import { cleared } from "../draft/draft-state";
import { AppliedNotice } from "../receipt/applied-notice";
import { CvField } from "./cv-field";
import { ErrorSummary } from "./error-summary";
import { OpenQuestionField, QuestionField } from "./question-fields";
import { PhoneField } from "./phone-field";
import { PrivacyField } from "./privacy-field";
import { TextField } from "./text-field";
import { questionsByField } from "./form-fields";
import type { FormTexts } from "./texts";
import { useCvUpload } from "./use-cv-upload";
import { useDraft } from "./use-draft";
import { useSubmission } from "./use-submission";

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
    /** A tag for the company's own texts, where it is not the page's language. */
    partLanguage?: string | undefined;
    phone: Omit<PhoneDefaults, "example">;
  };
  /** What the answer to a POST brings back. */
  submission: Submission;
  values: FieldValues;
  /** The CV that came with a POST before, and is held. */
  heldCv?: NamedCv | undefined;
  /** The form corrects a refused application: what the platform said, unless it is said already. */
  corrects?: string | undefined;
  /** Name of a file that came with the POST, which is to be chosen again. */
  lostFileName?: string | undefined;
  /** The largest CV that is taken. */
  maxCvBytes: number;
  /** Absent: the site has no bot check. */
  botCheck?: BotCheckSettings | undefined;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
}

/**
 * The application form: plain HTML that posts to its own page, and an island that sends the same
 * form without leaving it. Its fields are not controlled, so that waking it resets nothing.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { action, position, values, texts } = props;
  const form = useRef<TakenForm>(null);
  const isOnline = useOnline();
  const draft = useDraft(props, form);
  const { applicationId } = draft;
  const cvUpload = useCvUpload(position.uuid, draft.keeper, form);
  const { submission, answers, submit, mend, stopWaiting } = useSubmission(props, {
    form,
    cvUpload,
    draft: draft.keeper,
  });
  useEffect(() => {
    // The page says itself what is wrong from now on, instead of the browser's bubbles.
    if (form.current) Object.assign(form.current, { take: submit, noValidate: true });
  });
  const [isCleared, setIsCleared] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLHeadingElement>(null);

  // An answer takes the focus: what it says is read, and comes into view.
  useEffect(() => {
    if (answers > 0) (summary.current ?? notice.current)?.focus();
  }, [answers]);

  function clear() {
    stopWaiting();
    cvUpload.cancel();
    draft.keeper.happen(cleared);
    setIsCleared(true);
    // The button goes with what it has cleared.
    form.current?.querySelector<HTMLElement>("#first_name")?.focus();
  }

  const isRefused =
    submission.state === "idle" &&
    (submission.message !== undefined || Object.keys(submission.errors).length > 0);
  useEffect(() => {
    document.title = document.title.replace(/^(Error: )?/, isRefused ? "Error: " : "");
  }, [isRefused]);

  if (submission.state === "applied") {
    const { receipt, Notice } = submission;
    return receipt && Notice ? (
      <Notice
        ref={notice}
        receipt={receipt}
        action={action}
        careerSiteHref={position.careerSiteHref}
        positionUuid={position.uuid}
      />
    ) : (
      <AppliedNotice notice={notice} {...props} />
    );
  }

  const progress = {
    idle: undefined,
    uploading: texts["form.uploading"],
    waiting: texts["form.waiting"],
    verifying: props.botCheck ? texts["form.verifying"] : texts["form.sending"],
    sending: texts["form.sending"],
  }[submission.state];
  const errors: FieldErrors = submission.state === "idle" ? submission.errors : {};
  const field = (name: FieldName) => ({
    name,
    error: errors[name],
    value: values[name],
  });

  return (
    <form
      ref={form}
      className="application-form card"
      id="application"
      aria-labelledby="application-title"
      method="post"
      // What is wrong takes the focus, and comes into view on a long page.
      action={`${sendHref(action)}#answer`}
      encType="multipart/form-data"
      onInput={mend}
    >
      {/* First in the body, so that the server knows whose file it is before the file begins. */}
      <input type="hidden" name="application_id" value={applicationId} />
      {draft.corrects !== undefined && <input type="hidden" name="corrects" value="true" />}
      {position.csrfToken !== undefined && (
        <input type="hidden" name="csrf_access_token" value={position.csrfToken} />
      )}
      {/* What fills it in is a machine: a person meets it only in a text browser, which says so. */}
      <label hidden>
        {texts["form.leave_empty"]} <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
      <h2 id="application-title">{texts["apply.form_title"]}</h2>
      {submission.state === "idle" && (
        <ErrorSummary
          summary={summary}
          errors={errors}
          message={submission.message ?? draft.corrects}
          questions={questionsByField(position)}
          lang={position.partLanguage}
          texts={texts}
        />
      )}
      {!isOnline && <p className="offline-notice">{texts["form.offline"]}</p>}
      {draft.isRestored && (
        <div className="draft-notice">
          <p>{texts["form.restored"]}</p>
          <button type="button" className="button-quiet" onClick={clear}>
            {texts["form.clear"]}
          </button>
        </div>
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
      <PhoneField
        {...field("phone")}
        defaults={position.phone}
        form={form}
        language={props.language}
        texts={texts}
      />
      <CvField
        {...field("cv")}
        isRequired={position.isCvRequired}
        maxBytes={props.maxCvBytes}
        held={draft.heldCv}
        isGone={draft.isCvGone}
        upload={cvUpload}
        onChange={stopWaiting}
        lostFileName={props.lostFileName}
        language={props.language}
        texts={texts}
      />
      {position.killerQuestions.map(({ text, answers }, index) => (
        <QuestionField
          key={index}
          {...field(`question-${index}`)}
          question={text}
          answers={answers}
          lang={position.partLanguage}
        />
      ))}
      {position.openQuestions.map((question, index) => (
        <OpenQuestionField
          key={index}
          {...field(`open_question-${index}`)}
          question={question}
          lang={position.partLanguage}
        />
      ))}
      <PrivacyField {...field("privacy_policy")} href={position.privacyHref} texts={texts} />
      <button className="button button-submit" aria-disabled={progress !== undefined}>
        {/* A new element for new words: a browser's translator holds on to the old one's. */}
        <span key={submission.state}>{progress ?? texts["apply.submit"]}</span>
      </button>
      {/* There before anything is to be said, so that it is heard; only what is new is. */}
      <div className="visually-hidden" role="status" aria-atomic="false">
        {!isOnline && <p>{texts["form.offline"]}</p>}
        {draft.isRestored && <p>{texts["form.restored"]}</p>}
        {isCleared && <p>{texts["form.cleared"]}</p>}
        {progress && <p key={progress}>{progress}</p>}
      </div>
    </form>
  );
}
