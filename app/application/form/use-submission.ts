import { useEffect, useReducer, useRef, useState, type FormEvent, type RefObject } from "react";
import { connection } from "../../ui/use-online";
import { hasApplied, rememberApplied } from "../applied-positions";
import { isReadable } from "../cv-choice";
import { receiptHref } from "../addresses";
import { sendForm, type SendAnswer } from "../send";
import { submissionReducer } from "../submission";
import type { ApplicationFormProps } from "./application-form";
import type { DraftKeeper } from "./draft-keeper";
import { fieldNames } from "./form-fields";
import { useBotCheck } from "./use-bot-check";
import type { CvUpload } from "./use-cv-upload";

/**
 * The form's way through the states of the specification's section 4, as far as the browser goes:
 * checked for wholeness, verified, sent, and back to idle with what is wrong.
 */
export function useSubmission(
  { action, position, submission: initial, botCheck, language, texts }: ApplicationFormProps,
  {
    form,
    cvUpload,
    draft,
  }: { form: RefObject<HTMLFormElement>; cvUpload: CvUpload; draft: DraftKeeper },
) {
  const [submission, dispatch] = useReducer(submissionReducer, initial);
  /** How many answers there have been: each is to be read, also one that says the same again. */
  const [answers, setAnswers] = useState(0);
  const underWay = useRef(false);
  const check = useBotCheck(botCheck, form);

  useEffect(() => {
    if (initial.state === "applied") rememberApplied(position.uuid);
    else if (hasApplied(position.uuid)) dispatch({ type: "accepted" });
  }, [position.uuid, initial.state]);

  useEffect(() => {
    // Another tab with the same draft has sent it.
    const look = () => {
      if (!underWay.current && hasApplied(position.uuid)) dispatch({ type: "accepted" });
    };
    addEventListener("storage", look);
    return () => removeEventListener("storage", look);
  }, [position.uuid]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // State comes a moment later than a second click does.
    if (underWay.current) return;
    underWay.current = true;
    draft.keepSubmitting(true);
    dispatch({ type: "submitted", isUploading: cvUpload.isUnderWay() });
    // A stranger's script may break what sending relies on: the form must not stay locked.
    const answer = await send(event.currentTarget).catch((): SendAnswer => ({ outcome: "failed" }));
    underWay.current = false;
    draft.keepSubmitting(false);
    if (answer.outcome === "applied") {
      if (answer.receipt?.standing !== "undelivered") rememberApplied(position.uuid);
      draft.end();
      dispatch({ type: "accepted", receipt: answer.receipt });
      // A reload, or a look at this tab tomorrow, is to find the receipt.
      if (answer.receipt) history.replaceState(null, "", receiptHref(action, answer.receipt.id));
    } else {
      check?.reset();
      if (answer.outcome === "invalid" && answer.errors.cv !== undefined) draft.forgetHeldCv();
      dispatch({ type: "returned", ...faultsOf(answer) });
    }
    setAnswers((count) => count + 1);
  }

  async function send(sent: HTMLFormElement): Promise<SendAnswer> {
    // Somebody's script has taken fields away: what is left is not an application.
    if (!fieldNames(position).every((name) => sent.elements.namedItem(name))) {
      return { outcome: "failed", message: texts["error.form"] };
    }
    const entered = new FormData(sent);
    const cv = entered.get("cv");
    const upload = cv instanceof File ? await cvUpload.held(cv) : undefined;
    dispatch({ type: "uploaded" });
    if (upload === undefined) return sendWhole(entered);
    entered.delete("cv");
    entered.set("held_cv", upload);
    const answer = await sendFields(entered);
    if (answer.outcome !== "invalid" || answer.errors.cv === undefined || cv === null)
      return answer;
    // The server has let it go meanwhile; here it still is.
    entered.set("cv", cv);
    return sendWhole(entered);
  }

  /** Sends the form with the file that was chosen, if there is one. */
  async function sendWhole(entered: FormData): Promise<SendAnswer> {
    if (!(await isCvReadable(entered))) return unreadable();
    const answer = await sendFields(entered);
    // A file that changes while it is sent ends the connection.
    const isCut = answer.outcome === "failed" && answer.message === undefined;
    return isCut && !(await isCvReadable(entered)) ? unreadable() : answer;
  }

  /** Sends the form when there is a connection, and again when it was lost on the way. */
  async function sendFields(entered: FormData): Promise<SendAnswer> {
    for (;;) {
      if (!navigator.onLine) {
        dispatch({ type: "offline" });
        await connection();
        dispatch({ type: "online" });
      }
      entered.set("recaptcha_token", (await check?.token()) ?? "");
      dispatch({ type: "verified" });
      const to = { positionUuid: position.uuid, language };
      const answer = await sendForm(draft.applicationId, to, entered);
      const isCut = answer.outcome === "failed" && answer.message === undefined;
      if (!isCut || navigator.onLine) return answer;
      check?.reset();
    }
  }

  function faultsOf(answer: Exclude<SendAnswer, { outcome: "applied" }>) {
    if (answer.outcome === "invalid") return { errors: answer.errors };
    return { errors: {}, message: answer.message ?? texts["error.network"] };
  }

  const unreadable = (): SendAnswer => ({
    outcome: "invalid",
    errors: { cv: texts["error.cv_unreadable"] },
  });

  return { submission, answers, submit };
}

async function isCvReadable(entered: FormData): Promise<boolean> {
  const cv = entered.get("cv");
  return !(cv instanceof File) || isReadable(cv);
}
