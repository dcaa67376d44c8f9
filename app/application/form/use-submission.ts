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
import { receiptHref, receiptParameter } from "../../addresses";
import { hasApplied, rememberApplied } from "../receipt/applied-positions";
import type { DraftRefusal } from "../draft/draft";
import { settleDraft } from "../draft/sent-draft";
import type { Duplicate, FieldErrors, FieldName } from "../model/application";
import { stashDetails } from "../details/sent-details";
import { storeReceipt } from "../receipt/applied-here";
import type { Uploads } from "./cv-upload";
import type { ApplicationFormProps } from "./props";
import { sendWhenReady, type SendAnswer, type Stopped, type Submit } from "./send";
import { submissionReducer } from "./submission";
import { useBotCheck } from "./use-bot-check";
import type { FormDraft } from "./use-draft";
import { findErrors, formErrors } from "./validity";

/** If the receipt's page takes longer than this, in ms, the form itself says that it was sent. */
const REDIRECT_TIMEOUT_MS = 10_000;

interface SubmissionOptions {
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  draft: FormDraft;
}

/**
 * Carries a form through the states of the specification's section 4: checked, verified, sent, and either
 * applied or idle again with its errors.
 */
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
  /** Counts the answers: each takes the focus, also one that repeats the last. */
  const [answers, setAnswers] = useState(0);
  const focusAnswer = useCallback(() => setAnswers((count) => count + 1), []);
  /** The submit that is under way. State would be late for a second click. */
  const current = useRef<Submit>();
  const check = useBotCheck(props.botCheck, form);

  // A form that is restored after a refusal shows it, until it is corrected in another tab.
  useEffect(() => {
    if (!restoredRefusal) return;
    dispatch({ type: "returned", ...restoredRefusal });
    return () => dispatch({ type: "returned", errors: {} });
  }, [restoredRefusal]);

  /** Ends uploads and draft. Only what the receipt may need stays on the device. */
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
      // Before the draft goes: a page that is left in between must know one of the two.
      rememberApplied(position.uuid);
      finish();
      dispatch({ type: "accepted", duplicate });
    },
    [position.uuid, finish],
  );

  // Another tab has sent the form, or this page comes back from the browser's memory.
  useEffect(() => {
    const checkApplied = () => {
      if (current.current?.isSending || !hasApplied(position.uuid)) return;
      if (form.current?.contains(document.activeElement)) focusAnswer();
      accept();
    };
    addEventListener("storage", checkApplied);
    addEventListener("pageshow", checkApplied);
    return () => {
      removeEventListener("storage", checkApplied);
      removeEventListener("pageshow", checkApplied);
    };
  }, [position.uuid, accept, form, focusAnswer]);

  /** @param isRefused the server said so: the draft keeps it for a reload */
  function returnForm({ errors, message }: DraftRefusal, isRefused = false) {
    check?.reset();
    // An error of a voluntary answer would say something about the answer.
    const isPrivate = (name: string) =>
      form.current?.querySelector(`[name="${name}"][data-private]`);
    const kept = Object.entries(errors).filter(([name]) => !isPrivate(name));
    const refusal = { errors: Object.fromEntries(kept), message };
    updateDraft({ type: "returned", refusal: isRefused ? refusal : undefined });
    dispatch({ type: "returned", errors, message });
    focusAnswer();
  }

  async function submit(event: Event) {
    event.preventDefault();
    const target = event.target as HTMLFormElement; // only forms are submitted
    // Files that are being restored go along.
    await Promise.all(draft.reading.current);
    if (current.current) return;
    const errors = formErrors(target, texts);
    if (errors) {
      returnForm({ errors });
      return;
    }
    const submit: Submit = { abort: new AbortController(), isSending: false };
    current.current = submit;
    updateDraft({ type: "submitted" });
    dispatch({
      type: "submitted",
      isUploading: [...uploads.values()].some(({ isUnderWay }) => isUnderWay()),
    });
    // Rejects if a company's script has broken what sending relies on: then the plain form is sent.
    const answer = await sendWhenReady(target, submit, {
      props,
      uploads,
      check,
      applicationId: () => draft.latest.current.applicationId,
      dispatch,
    }).finally(() => {
      submit.isSending = false;
      current.current = undefined;
    });
    // Another tab with the same draft was first.
    if (hasApplied(position.uuid) && answer.outcome !== "applied") {
      accept();
      focusAnswer();
      return;
    }
    // Ignores further submits until the receipt has loaded.
    if (answer.outcome === "applied") current.current = submit;
    const { signal } = submit.abort;
    handleAnswer(answer, target, signal.aborted ? (signal.reason as FieldErrors) : undefined); // by `stopWaiting`
  }

  /** Shows an answer. @param errors of a submit that was withdrawn */
  function handleAnswer(
    answer: SendAnswer | Stopped,
    target: HTMLFormElement,
    errors?: FieldErrors,
  ) {
    switch (answer.outcome) {
      case "stopped":
        returnForm({ errors: answer.errors ?? errors ?? formErrors(target, texts) ?? {} });
        break;
      case "applied": {
        const { receipt } = answer;
        const mayReturn = receipt.status === "on-its-way" || receipt.status === "undelivered";
        storeReceipt(position.uuid, receipt);
        finish(mayReturn ? receipt.id : undefined);
        settleDraft(position.uuid, receipt);
        const isApplied = receipt.status !== "undelivered";
        if (isApplied) stashDetails(target, receipt.id);
        // At the receipt's own address, a fragment would load nothing.
        const fragment = location.search.includes(receipt.id) ? "" : "#answer";
        const address = receiptHref(action, receipt.id) + fragment;
        if ("title" in receipt) {
          history.replaceState(null, "", address);
          for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
            link.search += `&${receiptParameter(receipt.id)}`;
          }
          // Back within this document leads to the form's address.
          addEventListener("popstate", () => {
            if (!location.search.includes(receipt.id)) location.reload();
          });
          // Avoids a layout shift: the page is laid out again, from its top.
          const { style } = document.body;
          style.display = "none";
          document.body.getBoundingClientRect();
          try {
            flushSync(() => dispatch({ type: "accepted", receipt }));
          } finally {
            style.display = "";
          }
          focusAnswer();
          break;
        }
        location.replace(address);
        // The page may not load: then the notice here links to the receipt.
        if (isApplied) setTimeout(accept, REDIRECT_TIMEOUT_MS);
        break;
      }
      case "already-applied":
        accept(answer);
        focusAnswer();
        break;
      case "invalid": {
        // The position asks for something that this form does not have, or words a consent differently: the
        // plain form is sent, and its answer has the field.
        const isHere = (name: string) => {
          const field = target.elements.namedItem(name) as HTMLInputElement | null; // or has no `checked`
          return field && !field.checked;
        };
        if (!Object.keys(answer.errors).every(isHere)) throw Error();
        for (const name of Object.keys(answer.errors)) uploads.get(name)?.lose();
        returnForm(answer, true);
        break;
      }
      // Also an outcome that only a newer version of the site knows.
      default: {
        const { message = texts["error.network"], status } = answer;
        returnForm({ errors: {}, message }, status === 422);
      }
    }
  }

  return {
    submission,
    answers,
    submit,
    /** Removes the error of a field that is corrected. */
    clearError: ({ target }: FormEvent) => {
      const input = target as HTMLInputElement; // a field of the form
      const field = input.name as FieldName;
      if (submission.state !== "idle" || !submission.errors[field]) return;
      if (findErrors([input], texts)) return;
      dispatch({ type: "corrected", field });
      updateDraft({ type: "corrected", field });
    },
    /** Withdraws a submit that is still waiting, because the form has changed or a file is wrong. */
    stopWaiting: (errors: FieldErrors = {}) => {
      if (!current.current?.isSending) current.current?.abort.abort(errors);
    },
  };
}
