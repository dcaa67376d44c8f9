import { useEffect, useRef, useState } from "react";
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
import type { Transfer, Uploads } from "./file-upload";
import { ErrorSummary } from "./error-summary";
import { focusNextOnEnter } from "./fields/focus-next";
import { FormParts } from "./form-parts";
import type { ApplicationFormProps } from "./props";
import { showErrors } from "./show-errors";
import { useDraft } from "./use-draft";
import { useSubmission } from "./use-submission";

const NO_ERRORS: FieldErrors = {};

type DetailsPart = Pick<typeof DetailsOfferModule, "DetailsOffer">;

/**
 * The application form: plain HTML that posts to its own page. Scripts send the same form with `fetch`. The
 * fields are uncontrolled, so hydration doesn't reset them.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { action, fields, language, position, texts } = props;
  const form = useRef<ScriptedForm>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLHeadingElement>(null);
  const isOnline = useOnline();
  const draft = useDraft(props, form);
  const [uploads] = useState<Uploads>(() => new Map());
  const [transfers, setTransfers] = useState<Record<string, Transfer | undefined>>({});
  const [isCleared, setIsCleared] = useState(false);
  const [details, setDetails] = useState<DetailsPart>();
  const { submission, answers, submit, clearError, stopWaiting } = useSubmission(props, {
    form,
    uploads,
    draft,
  });
  const isIdle = submission.state === "idle";
  const errors = isIdle ? submission.errors : NO_ERRORS;
  const message = isIdle ? submission.message : undefined;
  const isRefused = message !== undefined || Object.keys(errors).length > 0;

  const onTransfer = (name: string, transfer: Transfer | undefined) =>
    setTransfers((all) => ({ ...all, [name]: transfer }));

  useEffect(() => {
    // The form shows the errors, so the browser's bubbles aren't needed.
    if (form.current) Object.assign(form.current, { send: submit, noValidate: true });
  });
  useEffect(() => showErrors(fields, errors));
  useEffect(() => {
    if (form.current) focusNextOnEnter(form.current);
  }, []);
  // Focus the error summary or notice, so that it's announced and scrolled into view.
  useEffect(() => {
    if (answers > 0) (summary.current ?? notice.current)?.focus();
  }, [answers]);
  useEffect(() => {
    document.title = document.title.replace(/^(Error: )?/, isRefused ? "Error: " : "");
  }, [isRefused]);

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
    setIsCleared(true);
    // Move the focus, because the pressed button disappears.
    form.current?.querySelector<HTMLElement>("#first_name")?.focus();
  }

  if (submission.state === "applied") {
    const { duplicate, receipt, answers } = submission;
    if (!receipt) return <AppliedNotice notice={notice} {...props} duplicate={duplicate} />;
    const { uuid: positionUuid, careerSiteHref } = position;
    return (
      // A form from an older version might be unable to render a newer receipt.
      <Boundary onFailure={() => location.reload()}>
        <ReceiptNotice {...{ notice, receipt, answers, action, careerSiteHref, positionUuid }} />
      </Boundary>
    );
  }

  const button = buttonText(submission.state, {
    isOnline,
    transfers: Object.values(transfers),
    verifying: props.verifying,
    language,
    texts,
  });

  return (
    <form
      ref={form}
      className="application-form card"
      id="application"
      aria-labelledby="application-title"
      method="post"
      // With the fragment, the next page scrolls to its error summary or notice.
      action={`${sendHref(action)}#answer`}
      encType="multipart/form-data"
      onInput={clearError}
    >
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
      <h2 id="application-title">{texts["apply.form_title"]}</h2>
      {isIdle && (
        <ErrorSummary
          summary={summary}
          errors={errors}
          message={message ?? draft.corrects}
          fields={fields}
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
      {details && !draft.isRestored && <details.DetailsOffer form={form} texts={texts} />}
      <p className="hint">{texts["form.required_hint"]}</p>
      <FormParts
        form={form}
        props={props}
        errors={errors}
        files={{
          positionUuid: position.uuid,
          draft,
          form,
          uploads,
          transfers,
          onTransfer,
          onChange: stopWaiting,
          language,
          texts,
        }}
      />
      <button
        className="button button-submit"
        aria-disabled={button !== undefined}
        // Without a label, screen readers can announce every percentage while the button has focus.
        aria-label={button?.label}
      >
        {/* New text needs a new element, because browser translators keep the old text. */}
        <span key={button?.text}>{button?.text ?? texts["apply.submit"]}</span>
      </button>
      {/* Always rendered, because screen readers announce only changes to an existing status. */}
      <div className="visually-hidden" role="status" aria-atomic="false">
        {!isOnline && <p>{texts["form.offline"]}</p>}
        {draft.isRestored && <p>{texts["form.restored"]}</p>}
        {isCleared && <p>{texts["form.cleared"]}</p>}
        {button && <p key={button.label}>{button.label}</p>}
      </div>
    </form>
  );
}
