import {
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { receiptHref, receiptParameter } from "~/app/addresses";
import { hasApplied, rememberApplied } from "~/app/ui/browser/applied-positions";
import type { DraftRefusal } from "../draft/draft";
import { settleDraft } from "../draft/sent-draft";
import type { Duplicate, FieldErrors, FieldName } from "../model/application";
import { stashDetails } from "../details/sent-details";
import { storeReceipt } from "../receipt/applied-here";
import type { Uploads } from "./file-upload";
import type { ApplicationFormProps } from "./props";
import { sendWhenReady, type SendResponse, type Stopped, type Submit } from "./send";
import { submissionReducer } from "./submission";
import { useBotCheck } from "./use-bot-check";
import type { FormDraft } from "./use-draft";
import { useFieldCheck } from "./use-field-check";

/** How long to wait for the receipt's page before a notice replaces the form, in ms. */
const REDIRECT_TIMEOUT_MS = 10_000;

interface SubmissionOptions {
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  draft: FormDraft;
}

/** Validates and sends the form, and shows the result (specification, section 4). */
export function useSubmission(
  props: ApplicationFormProps,
  { form, uploads, draft }: SubmissionOptions,
) {
  const { action, position, texts } = props;
  const { dispatch: updateDraft, restoredRefusal } = draft;
  const [submission, dispatch] = useReducer(
    submissionReducer,
    props.submission ?? { state: "idle", errors: {} },
  );
  /** Number of results shown. Each result receives focus, even if it equals the previous result. */
  const [answers, setAnswers] = useState(0);
  const focusResult = useCallback(() => setAnswers((count) => count + 1), []);
  /** The submit in progress. It's a ref, because state would be stale for a second click. */
  const current = useRef<Submit>();
  const check = useBotCheck(props.botCheck, form);
  const { load, loadInTime, findErrors } = useFieldCheck(props, form);

  // Show the refusal of a restored draft, and remove it when it no longer applies.
  useEffect(() => {
    if (!restoredRefusal) return;
    dispatch({ type: "returned", ...restoredRefusal });
    return () => dispatch({ type: "returned", errors: {} });
  }, [restoredRefusal]);

  /** Stops the uploads and removes the draft. Stashes a copy for the receipt `receiptId`, if given. */
  const finish = useCallback(
    (receiptId?: string) => {
      current.current?.abort.abort();
      for (const { stop } of uploads.values()) stop();
      updateDraft({ type: "sent", receiptId });
    },
    [uploads, updateDraft],
  );
  const accept = useCallback(
    (duplicate?: Duplicate) => {
      // Do this before `finish` removes the draft, because the candidate might leave the page in between.
      rememberApplied(position.uuid);
      finish();
      dispatch({ type: "accepted", duplicate });
    },
    [position.uuid, finish],
  );

  // Another tab might have sent the form, perhaps while this page was in the back-forward cache.
  useEffect(() => {
    const checkApplied = () => {
      if (current.current?.isSending || !hasApplied(position.uuid)) return;
      if (form.current?.contains(document.activeElement)) focusResult();
      accept();
    };
    addEventListener("storage", checkApplied);
    addEventListener("pageshow", checkApplied);
    return () => {
      removeEventListener("storage", checkApplied);
      removeEventListener("pageshow", checkApplied);
    };
  }, [position.uuid, accept, form, focusResult]);

  /** @param isRefused whether the server refused the form. The draft then stores the errors for a reload. */
  function returnForm({ errors, message }: DraftRefusal, isRefused = false) {
    check?.reset();
    // Don't store errors of voluntary answers, because errors reveal details of the answers.
    const isPrivate = (name: string) =>
      form.current?.querySelector(`[name="${name}"][data-private]`);
    const storable = Object.entries(errors).filter(([name]) => !isPrivate(name));
    const refusal = { errors: Object.fromEntries(storable), message };
    updateDraft({ type: "returned", refusal: isRefused ? refusal : undefined });
    dispatch({ type: "returned", errors, message });
    focusResult();
  }

  /** @returns whether the plain form must be sent instead */
  async function submit(event: Event): Promise<boolean> {
    event.preventDefault();
    const target = event.target as HTMLFormElement; // only forms are submitted
    // Wait for the rules, and for files that are being restored.
    await Promise.all([loadInTime(), ...draft.reading.current]);
    if (current.current) return false;
    const errors = findErrors();
    if (errors) {
      returnForm({ errors });
      return false;
    }
    const submit: Submit = { abort: new AbortController(), isSending: false };
    current.current = submit;
    updateDraft({ type: "submitted" });
    dispatch({
      type: "submitted",
      isUploading: [...uploads.values()].some(({ isUnderWay }) => isUnderWay()),
    });
    // If a company's script has broken a required function, this call rejects and the plain form is sent.
    const result = await sendWhenReady(target, submit, {
      props,
      uploads,
      check,
      findErrors,
      applicationId: () => draft.latest.current.applicationId,
      dispatch,
    }).finally(() => {
      submit.isSending = false;
      current.current = undefined;
    });
    // Another tab might have sent the same draft.
    if (hasApplied(position.uuid) && result.outcome !== "applied") {
      accept();
      focusResult();
      return false;
    }
    // Ignore other submits until the receipt has loaded.
    if (result.outcome === "applied") current.current = submit;
    if (needsPlainForm(result, target)) return true;
    const { signal } = submit.abort;
    handleResult(result, target, signal.aborted ? (signal.reason as FieldErrors) : undefined); // set by `stopWaiting`
    return false;
  }

  /** @param errors abort reason of a withdrawn submit */
  function handleResult(
    result: SendResponse | Stopped,
    target: HTMLFormElement,
    errors?: FieldErrors,
  ) {
    switch (result.outcome) {
      case "stopped":
        returnForm({ errors: result.errors ?? errors ?? findErrors() ?? {} });
        break;
      case "applied":
        finishApplied(result.receipt, target);
        break;
      case "already-applied":
        accept(result);
        focusResult();
        break;
      case "invalid":
        for (const name of Object.keys(result.errors)) uploads.get(name)?.lose();
        returnForm(result, true);
        break;
      // This case includes outcomes that a newer version of the site has added.
      default: {
        const { message = texts["error.network"], status } = result;
        returnForm({ errors: {}, message }, status === 422);
      }
    }
  }

  /** Stores a receipt, and shows it here or on its own page. */
  function finishApplied(
    receipt: Extract<SendResponse, { outcome: "applied" }>["receipt"],
    target: HTMLFormElement,
  ) {
    const mayReturn = receipt.status === "on-its-way" || receipt.status === "undelivered";
    storeReceipt(position.uuid, receipt);
    finish(mayReturn ? receipt.id : undefined);
    settleDraft(position.uuid, receipt);
    const isApplied = receipt.status !== "undelivered";
    if (isApplied) stashDetails(target, receipt.id);
    // If only the fragment changed, the browser wouldn't load the page.
    const fragment = location.search.includes(receipt.id) ? "" : "#answer";
    const url = receiptHref(action, receipt.id) + fragment;
    if ("title" in receipt) {
      history.replaceState(null, "", url);
      // Only a title with several parts names what the page shows (`PAGE_TITLES`).
      document.title = document.title.replace(/^(?=.* – )/, () => `${receipt.title} – `);
      for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
        link.search += `&${receiptParameter(receipt.id)}`;
      }
      // The Back button can restore the form's URL without loading the document.
      addEventListener("popstate", () => {
        if (!location.search.includes(receipt.id)) location.reload();
      });
      // Hide the page and force a layout, so that the receipt causes no layout shift.
      const { style } = document.body;
      style.display = "none";
      document.body.getBoundingClientRect();
      try {
        const answers = current.current?.answers;
        flushSync(() => dispatch({ type: "accepted", receipt, answers }));
      } finally {
        style.display = "";
      }
      focusResult();
      return;
    }
    location.replace(url);
    // If the receipt's page doesn't load, show a notice.
    if (isApplied) setTimeout(accept, REDIRECT_TIMEOUT_MS);
  }

  return {
    submission,
    answers,
    submit,
    clearError: ({ target }: FormEvent) => {
      const field = (target as HTMLInputElement).name as FieldName; // only fields fire `input`
      void load();
      if (submission.state !== "idle" || !submission.errors[field]) return;
      if (findErrors(field)) return;
      dispatch({ type: "corrected", field });
      updateDraft({ type: "corrected", field });
    },
    /** Withdraws a submit that isn't being sent yet, because a file has changed or the form was cleared. */
    stopWaiting: (errors: FieldErrors = {}) => {
      if (!current.current?.isSending) current.current?.abort.abort(errors);
    },
  };
}

/**
 * Whether only the plain form can show the result: the position has closed and its page lists similar jobs,
 * or the position has a new field or a reworded consent.
 */
function needsPlainForm(result: SendResponse | Stopped, form: HTMLFormElement): boolean {
  if (result.outcome === "stopped") return false;
  if (result.outcome !== "invalid") return result.status === 410;
  return !Object.keys(result.errors).every((name) => {
    const field = form.elements.namedItem(name) as HTMLInputElement | null; // other controls are never checked
    return field && !field.checked;
  });
}
