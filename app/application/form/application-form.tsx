import { useEffect, useReducer, useRef, useState } from "react";
import type { TakenForm } from "../../ui/browser/guarded-submit";
import { useOnline } from "../../ui/browser/use-online";
import type { FieldErrors, FieldName } from "../model/application";
import { HONEYPOT } from "../model/limits";
import { sendHref } from "../../addresses";
import { cleared } from "../draft/draft-state";
import { AppliedNotice } from "../receipt/applied-notice";
import { buttonWords } from "./button-words";
import { CvField } from "./cv-field";
import { ErrorSummary } from "./error-summary";
import { PhoneField } from "./phone-field";
import type { ApplicationFormProps } from "./props";
import { tell } from "./tell";
import { useCvUpload, type Uploads } from "./use-cv-upload";
import { useDraft } from "./use-draft";
import { useSubmission } from "./use-submission";

/**
 * The application form: plain HTML that posts to its own page, and an island that sends the same
 * form without leaving it. Its fields are not controlled, so that waking it resets nothing.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { action, position, texts } = props;
  const form = useRef<TakenForm>(null);
  const isOnline = useOnline();
  const draft = useDraft(props, form);
  const { applicationId } = draft;
  const cvUpload = useCvUpload(position.uuid, draft.keeper, form);
  const [uploads] = useState<Uploads>(() => new Map());
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => void uploads.set("cv", cvUpload));
  const { submission, answers, submit, mend, stopWaiting } = useSubmission(props, {
    form,
    uploads,
    draft: draft.keeper,
    refusal: draft.refusal,
  });
  useEffect(() => {
    // The page says itself what is wrong from now on, instead of the browser's bubbles.
    if (form.current) Object.assign(form.current, { take: submit, noValidate: true });
  });
  const { asked, language } = props;
  useEffect(() => {
    if (!asked.some(({ name }) => name.startsWith("field"))) return;
    // Without them the server says what is wrong.
    const ignore = () => undefined;
    import("./fields/live").then(({ liveFields }) => {
      if (form.current) liveFields(form.current, language);
    }, ignore);
  }, [asked, language]);
  const [isCleared, setIsCleared] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLHeadingElement>(null);

  // An answer takes the focus: what it says is read, and comes into view.
  useEffect(() => {
    if (answers > 0) (summary.current ?? notice.current)?.focus();
  }, [answers]);

  function clear() {
    stopWaiting();
    for (const upload of uploads.values()) upload.cancel();
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

  const errors: FieldErrors = submission.state === "idle" ? submission.errors : {};
  useEffect(() => tell(asked, errors));

  if (submission.state === "applied") {
    return <AppliedNotice notice={notice} {...props} duplicate={submission.duplicate} />;
  }

  const words = buttonWords(submission.state, {
    isOnline,
    transfers: [...new Map(uploads).set("cv", cvUpload).values()].map(({ transfer }) => transfer),
    verifying: props.verifying,
    language,
    texts,
  });
  const field = (name: FieldName) => ({ name, error: errors[name] });

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
          asked={props.asked}
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
      {props.parts.map((part, index) => {
        if (part === "phone") {
          return (
            <PhoneField
              key={index}
              {...field("phone")}
              value={props.phone}
              defaults={position.phone}
              isOptional={position.isPhoneOptional}
              form={form}
              language={props.language}
              texts={texts}
            />
          );
        }
        if (part && part.name !== "cv") {
          const { OtherFile } = props;
          return (
            OtherFile && (
              <OtherFile
                key={index}
                part={part}
                error={errors[part.name]}
                held={props.heldFiles?.[part.name]}
                positionUuid={position.uuid}
                draft={draft.keeper}
                form={form}
                uploads={uploads}
                onChange={stopWaiting}
                onTransfer={renderAgain}
                language={props.language}
                texts={texts}
              />
            )
          );
        }
        if (part) {
          return (
            <CvField
              key={index}
              {...field("cv")}
              part={part}
              held={draft.heldCv}
              isGone={draft.isCvGone}
              upload={cvUpload}
              onChange={stopWaiting}
              lostFileName={props.lostFileName}
              language={props.language}
              texts={texts}
            />
          );
        }
        return (
          <div
            key={index}
            className="drawn"
            data-drawn={index}
            suppressHydrationWarning
            dangerouslySetInnerHTML={props.html?.[index]}
          >
            {props.drawn?.[index]}
          </div>
        );
      })}
      <button
        className="button button-submit"
        aria-disabled={words !== undefined}
        // A percentage that changes in a focused button's name would be read out each time.
        aria-label={words?.heard}
      >
        {/* A new element for new words: a browser's translator holds on to the old one's. */}
        <span key={words?.seen}>{words?.seen ?? texts["apply.submit"]}</span>
      </button>
      {/* There before anything is to be said, so that it is heard; only what is new is. */}
      <div className="visually-hidden" role="status" aria-atomic="false">
        {!isOnline && <p>{texts["form.offline"]}</p>}
        {draft.isRestored && <p>{texts["form.restored"]}</p>}
        {isCleared && <p>{texts["form.cleared"]}</p>}
        {words && <p key={words.heard}>{words.heard}</p>}
      </div>
    </form>
  );
}
