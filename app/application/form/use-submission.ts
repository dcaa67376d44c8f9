import {
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from "react";
import { hasApplied, rememberApplied } from "~/app/ui/browser/applied-positions";
import type { DraftRefusal } from "../draft/draft";
import type { Duplicate, FieldErrors, FieldName } from "../model/application";
import { needsPlainForm, returnForm, showAnswer, type SentForm } from "./answer";
import type { Uploads } from "./file-upload";
import type { ApplicationFormProps } from "./props";
import { sendWhenReady, type Submit } from "./send";
import { submissionReducer } from "./submission";
import { useBotCheck } from "./use-bot-check";
import type { FormDraft } from "./use-draft";
import { useFieldCheck } from "./use-field-check";

interface SubmissionOptions {
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  draft: FormDraft;
}

/** Validates and sends the form, and shows the result (specification, section 4). */
export function useSubmission(props: ApplicationFormProps, options: SubmissionOptions) {
  const { form, uploads, draft } = options;
  const { uuid } = props.position;
  const { dispatch: updateDraft, restoredRefusal } = draft;
  const [submission, dispatch] = useReducer(
    submissionReducer,
    props.submission ?? { state: "idle", errors: {} },
  );
  /** Number of results shown. Each result receives focus, even if it equals the previous result. */
  const [answers, setAnswers] = useState(0);
  const focusAnswer = useCallback(() => setAnswers((count) => count + 1), []);
  const current = useRef<Submit>();
  const check = useBotCheck(props.botCheck, form);
  const { load, loadInTime, findErrors } = useFieldCheck(props, form);

  useRestoredRefusal(restoredRefusal, dispatch);
  const finish = useCallback(
    (receiptId?: string) => {
      current.current?.abort.abort();
      for (const upload of uploads.values()) upload.stop();
      updateDraft({ type: "sent", receiptId });
    },
    [uploads, updateDraft],
  );
  const accept = useCallback(
    (duplicate?: Duplicate) => {
      // Do this before `finish` removes the draft, because the candidate might leave the page in between.
      rememberApplied(uuid);
      finish();
      dispatch({ type: "accepted", duplicate });
    },
    [uuid, finish],
  );
  const handlers = { updateDraft, dispatch, focusAnswer, finish, accept };
  const sent: SentForm = { props, form, uploads, current, check, findErrors, ...handlers };
  useAppliedElsewhere(sent);

  return {
    submission,
    answers,
    submit: (event: Event) => submit(event, sent, { loadInTime, draft }),
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

/** Shows the refusal of a restored draft, and removes it when it no longer applies. */
function useRestoredRefusal(refusal: DraftRefusal | undefined, dispatch: SentForm["dispatch"]) {
  useEffect(() => {
    if (!refusal) return;
    dispatch({ type: "returned", ...refusal });
    return () => dispatch({ type: "returned", errors: {} });
  }, [refusal, dispatch]);
}

/** Another tab might have sent the form, perhaps while this page was in the back-forward cache. */
function useAppliedElsewhere({ props, form, current, accept, focusAnswer }: SentForm): void {
  const { uuid } = props.position;
  useEffect(() => {
    const checkApplied = () => {
      if (current.current?.isSending || !hasApplied(uuid)) return;
      if (form.current?.contains(document.activeElement)) focusAnswer();
      accept();
    };
    addEventListener("storage", checkApplied);
    addEventListener("pageshow", checkApplied);
    return () => {
      removeEventListener("storage", checkApplied);
      removeEventListener("pageshow", checkApplied);
    };
  }, [uuid, current, accept, form, focusAnswer]);
}

/** Validates and sends the form. @returns whether the plain form must be sent instead */
async function submit(
  event: Event,
  sent: SentForm,
  { loadInTime, draft }: { loadInTime: () => Promise<unknown>; draft: FormDraft },
): Promise<boolean> {
  event.preventDefault();
  const target = event.target as HTMLFormElement; // only forms are submitted
  const { props, uploads, check, current, findErrors, dispatch } = sent;
  // Wait for the rules, and for files that are being restored.
  await Promise.all([loadInTime(), ...draft.reading.current]);
  if (current.current) return false;
  const errors = findErrors();
  if (errors) {
    returnForm(sent, { errors });
    return false;
  }
  const submit: Submit = { abort: new AbortController(), isSending: false };
  current.current = submit;
  sent.updateDraft({ type: "submitted" });
  const isUploading = [...uploads.values()].some((upload) => upload.isUnderWay());
  dispatch({ type: "submitted", isUploading });
  const applicationId = () => draft.latest.current.applicationId;
  // If a company's script has broken a required function, this call rejects and the plain form is sent.
  const answer = await sendWhenReady(target, submit, {
    ...{ props, uploads, check, findErrors, applicationId, dispatch },
  }).finally(() => {
    submit.isSending = false;
    current.current = undefined;
  });
  // Another tab might have sent the same draft.
  if (hasApplied(props.position.uuid) && answer.outcome !== "applied") {
    sent.accept();
    sent.focusAnswer();
    return false;
  }
  // Ignore further submits until the receipt has loaded.
  if (answer.outcome === "applied") current.current = submit;
  if (needsPlainForm(answer, target)) return true;
  const { signal } = submit.abort;
  const withdrawn = signal.aborted ? (signal.reason as FieldErrors) : undefined; // set by `stopWaiting`
  showAnswer(sent, answer, target, withdrawn);
  return false;
}
