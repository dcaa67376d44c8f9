import { useEffect, useRef, useState, type RefObject } from "react";
import { Boundary } from "~/app/ui/browser/boundary";
import type { ScriptedForm } from "~/app/ui/browser/intercept-submits";
import { useOnline } from "~/app/ui/browser/use-online";
import type { FieldErrors } from "../model/application";
import { HONEYPOT } from "../model/limits";
import { sendHref } from "~/app/addresses";
import type * as DetailsOfferModule from "../details/details-offer";
import { hasDetails } from "../details/sent-details";
import { AppliedNotice } from "../receipt/applied-notice";
import { ReceiptNotice } from "../receipt/receipt-notice";
import { buttonText } from "./button-text";
import type { FileContext } from "./file-choice";
import type { Transfer, Uploads } from "./file-upload";
import { ErrorSummary } from "./error-summary";
import { focusNextOnEnter } from "./fields/focus-next";
import { FormParts } from "./form-parts";
import type { FormField } from "./parts";
import type { ApplicationFormProps } from "./props";
import { showErrors } from "./show-errors";
import type { Submission } from "./submission";
import { useDraft, type FormDraft } from "./use-draft";
import { useSubmission } from "./use-submission";

const NO_ERRORS: FieldErrors = {};

/**
 * The application form: plain HTML that posts to its own page. Scripts send the same form with `fetch`. The
 * fields are uncontrolled, so hydration doesn't reset them.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { fields, language, position, texts } = props;
  const form = useRef<ScriptedForm>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLHeadingElement>(null);
  const draft = useDraft(props, form);
  const [uploads] = useState<Uploads>(() => new Map());
  const [transfers, setTransfers] = useState<FileContext["transfers"]>({});
  const [isCleared, setIsCleared] = useState(false);
  const sending = useSubmission(props, { form, uploads, draft });
  const { submission, answers, submit, stopWaiting } = sending;
  const isIdle = submission.state === "idle";
  const errors = isIdle ? submission.errors : NO_ERRORS;
  const message = isIdle ? submission.message : undefined;

  useEffect(() => {
    // The form shows the errors, so the browser's bubbles aren't needed.
    if (form.current) Object.assign(form.current, { send: submit, noValidate: true });
  });
  useShownErrors(fields, errors, message);
  useEffect(() => {
    if (form.current) focusNextOnEnter(form.current);
  }, []);
  useFocusedAnswer(answers, summary, notice);

  if (submission.state === "applied") return <Applied {...{ props, notice, submission }} />;
  const onTransfer = (name: string, transfer: Transfer | undefined) =>
    setTransfers((all) => ({ ...all, [name]: transfer }));
  const files = { positionUuid: position.uuid, draft, form, uploads, transfers, onTransfer };
  return (
    <form
      ref={form}
      className="application-form card"
      id="application"
      aria-labelledby="application-title"
      method="post"
      // With the fragment, the next page scrolls to its error summary or notice.
      action={`${sendHref(props.action)}#answer`}
      encType="multipart/form-data"
      onInput={sending.clearError}
    >
      <HiddenFields {...{ draft, position, texts }} />
      <h2 id="application-title">{texts["apply.form_title"]}</h2>
      {isIdle && (
        <ErrorSummary
          {...{ summary, errors, fields, texts, lang: position.partLanguage }}
          message={message ?? draft.corrects}
        />
      )}
      <FormNotices {...files} {...{ texts, stopWaiting }} onCleared={() => setIsCleared(true)} />
      <p className="hint">{texts["form.required_hint"]}</p>
      <FormParts
        {...{ form, props, errors }}
        files={{ ...files, onChange: stopWaiting, language, texts }}
      />
      <SubmitButton {...{ props, draft, transfers, isCleared }} state={submission.state} />
    </form>
  );
}

/** Marks the fields with errors. While there is an error, the page's title says so. */
function useShownErrors(fields: FormField[], errors: FieldErrors, message: string | undefined) {
  useEffect(() => showErrors(fields, errors));
  const isRefused = message !== undefined || Object.keys(errors).length > 0;
  useEffect(() => {
    document.title = document.title.replace(/^(Error: )?/, isRefused ? "Error: " : "");
  }, [isRefused]);
}

/** Focuses the error summary or notice, so that it's announced and scrolled into view. */
function useFocusedAnswer(
  answers: number,
  summary: RefObject<HTMLElement>,
  notice: RefObject<HTMLElement>,
) {
  useEffect(() => {
    if (answers > 0) (summary.current ?? notice.current)?.focus();
  }, [answers, summary, notice]);
}

interface AppliedProps {
  props: ApplicationFormProps;
  notice: RefObject<HTMLHeadingElement>;
  submission: Extract<Submission, { state: "applied" }>;
}

/** The receipt, or the notice that the candidate has applied. */
function Applied({ props, notice, submission }: AppliedProps) {
  const { duplicate, receipt, answers } = submission;
  if (!receipt) return <AppliedNotice notice={notice} {...props} duplicate={duplicate} />;
  const { action } = props;
  const { uuid: positionUuid, careerSiteHref } = props.position;
  return (
    // A form from an older version might be unable to render a newer receipt.
    <Boundary onFailure={() => location.reload()}>
      <ReceiptNotice {...{ notice, receipt, answers, action, careerSiteHref, positionUuid }} />
    </Boundary>
  );
}

type FormPart = Pick<ApplicationFormProps, "texts"> & { draft: FormDraft };

function HiddenFields(props: FormPart & Pick<ApplicationFormProps, "position">) {
  const { draft, position, texts } = props;
  return (
    <>
      {/* First in the form, because the server needs the application id before any file. */}
      <input type="hidden" name="application_id" value={draft.applicationId} />
      {draft.corrects !== undefined && <input type="hidden" name="corrects" value="true" />}
      {position.csrfToken !== undefined && (
        <input type="hidden" name="csrf_access_token" value={position.csrfToken} />
      )}
      {/* A honeypot. Some text browsers show this field and its label. */}
      <label hidden>
        {texts["form.leave_empty"]} <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </>
  );
}

interface NoticesProps extends FormPart {
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  stopWaiting: () => void;
  onCleared: () => void;
}

/** Says that the browser is offline, or the draft restored. Offers the details of an earlier application. */
function FormNotices({ form, draft, uploads, stopWaiting, onCleared, texts }: NoticesProps) {
  const isOnline = useOnline();
  const [details, setDetails] = useState<Pick<typeof DetailsOfferModule, "DetailsOffer">>();
  useEffect(() => {
    if (!hasDetails()) return;
    import("../details/details-offer").then(
      setDetails,
      () => undefined, // The form works without the offer.
    );
  }, []);

  function clear() {
    stopWaiting();
    for (const upload of uploads.values()) upload.clear();
    draft.dispatch({ type: "cleared" });
    onCleared();
    // Move the focus, because the pressed button disappears.
    form.current?.querySelector<HTMLElement>("#first_name")?.focus();
  }
  return (
    <>
      {!isOnline && <p className="offline-notice">{texts["form.offline"]}</p>}
      {draft.isRestored && (
        <div className="draft-notice">
          <p>{texts["form.restored"]}</p>
          <button type="button" className="button-quiet" onClick={clear}>
            {texts["form.clear"]}
          </button>
        </div>
      )}
      {details && !draft.isRestored && <details.DetailsOffer form={form} texts={texts} />}
    </>
  );
}

interface SubmitProps {
  props: ApplicationFormProps;
  draft: FormDraft;
  transfers: FileContext["transfers"];
  isCleared: boolean;
  state: Submission["state"];
}

/** The button, and the status for screen readers. */
function SubmitButton({ props, draft, transfers, isCleared, state }: SubmitProps) {
  const { language, verifying, texts } = props;
  const isOnline = useOnline();
  const words = buttonText(state, {
    ...{ isOnline, transfers: Object.values(transfers), verifying, language, texts },
  });
  return (
    <>
      <button
        className="button button-submit"
        aria-disabled={words !== undefined}
        // Without a label, screen readers can announce every percentage while the button has focus.
        aria-label={words?.label}
      >
        {/* New text needs a new element, because browser translators keep the old text. */}
        <span key={words?.text}>{words?.text ?? texts["apply.submit"]}</span>
      </button>
      {/* Always rendered, because screen readers announce only changes to an existing status. */}
      <div className="visually-hidden" role="status" aria-atomic="false">
        {!isOnline && <p>{texts["form.offline"]}</p>}
        {draft.isRestored && <p>{texts["form.restored"]}</p>}
        {isCleared && <p>{texts["form.cleared"]}</p>}
        {words && <p key={words.label}>{words.label}</p>}
      </div>
    </>
  );
}
