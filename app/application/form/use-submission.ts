import {
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
  type FormEvent,
  type RefObject,
} from "react";
import { connection } from "../../ui/browser/online";
import { hasApplied, rememberApplied } from "../draft/applied-positions";
import { keptReceipt } from "../draft/kept-receipts";
import { storeReceipt } from "../receipt/applied-here";
import { isReadable } from "./cv-choice";
import { faultsOf } from "./faults";
import { receiptHref } from "../../addresses";
import { heldName } from "./parts";
import { sendForm, type SendAnswer } from "./send";
import { submissionReducer } from "./submission";
import type { Duplicate, FieldErrors, FieldName } from "../model/application";
import type { ApplicationFormProps } from "./props";
import type { DraftKeeper } from "../draft/draft-keeper";
import type { DraftRefusal, DraftView } from "../draft/draft";
import { cvForgotten, mended, sent, submitting } from "../draft/draft-state";
import { fieldNames } from "./form-fields";
import { useBotCheck } from "./use-bot-check";
import type { Uploads } from "./use-cv-upload";

/** How long the receipt's page may take, in ms, before what is here says that the form was sent. */
const LEAVE_MS = 10_000;

/** A submit that was taken back, or whose form went on to be wrong. */
interface Stopped {
  outcome: "stopped";
  errors?: FieldErrors;
}

/**
 * The form's way through the states of the specification's section 4, as far as the browser goes:
 * checked for wholeness, verified, sent, and back to idle with what is wrong.
 */
export function useSubmission(
  {
    action,
    position,
    asked,
    parts,
    submission: initial = { state: "idle", errors: {} },
    botCheck,
    language,
    texts,
  }: ApplicationFormProps,
  {
    form,
    uploads,
    draft,
    refusal,
  }: {
    form: RefObject<HTMLFormElement>;
    uploads: Uploads;
    draft: DraftKeeper;
    refusal: DraftView["refusal"];
  },
) {
  const [submission, dispatch] = useReducer(submissionReducer, initial);
  /** How many answers there have been: each is to be read, also one that says the same again. */
  const [answers, setAnswers] = useState(0);
  /** What takes a submit back that is under way; and whether it is too late for that. */
  const waiting = useRef<AbortController>();
  const isSending = useRef(false);
  const check = useBotCheck(botCheck, form);

  // A form that is brought back after a refusal says why it was refused, until another tab puts it right.
  useEffect(() => {
    if (!refusal) return;
    dispatch({ type: "returned", ...refusal });
    return () => dispatch({ type: "returned", errors: {} });
  }, [refusal]);

  /** It was sent, from here or elsewhere: nothing of it stays on the device, except a draft to put aside. */
  const end = useCallback(
    (keepsDraft = false) => {
      waiting.current?.abort();
      for (const { stop } of uploads.values()) stop();
      draft.happen(sent, keepsDraft);
    },
    [uploads, draft],
  );
  const accept = useCallback(
    (duplicate?: Duplicate, keepsDraft = false) => {
      // Before its draft goes: a page that is left in between would know of neither, and ask for it again.
      rememberApplied(position.uuid);
      end(keepsDraft);
      dispatch({ type: "accepted", duplicate });
    },
    [position.uuid, end],
  );

  useEffect(() => {
    // Another tab with the same draft has sent it, or this page comes back from the browser's memory.
    const look = () => {
      if (isSending.current || !hasApplied(position.uuid)) return;
      // Whoever was in the form is in what takes its place.
      if (form.current?.contains(document.activeElement)) setAnswers((count) => count + 1);
      accept(undefined, keptReceipt(position.uuid) !== undefined);
    };
    addEventListener("storage", look);
    addEventListener("pageshow", look);
    return () => {
      removeEventListener("storage", look);
      removeEventListener("pageshow", look);
    };
  }, [position.uuid, accept, form]);

  const faultsIn = (form: HTMLFormElement) =>
    faultsOf(form.elements as Iterable<HTMLInputElement>, texts);
  const isPrivate = (name: string) => {
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]; // or others that have a name
    return fields.some((field) => field.name === name && "private" in field.dataset);
  };

  /** @param isRefused the server said so, and a page that is loaded again says it again */
  function comeBack({ errors, message }: DraftRefusal, isRefused = false) {
    check?.reset();
    // What is wrong with a voluntary answer would say something of the answer.
    const kept = Object.entries(errors).filter(([name]) => !isPrivate(name));
    const refusal = { errors: Object.fromEntries(kept), message };
    draft.happen(submitting, false, isRefused ? refusal : undefined);
    dispatch({ type: "returned", errors, message });
    setAnswers((count) => count + 1);
  }

  async function submit(event: Event) {
    event.preventDefault();
    const target = event.target as HTMLFormElement; // only forms are submitted
    // Files that are being brought back go along.
    await Promise.all(draft.reading);
    // State comes a moment later than a second click does.
    if (waiting.current) return;
    const faults = faultsIn(target);
    if (faults) {
      comeBack({ errors: faults });
      return;
    }
    const turn = new AbortController();
    waiting.current = turn;
    draft.happen(submitting, true);
    dispatch({
      type: "submitted",
      isUploading: [...uploads.values()].some(({ isUnderWay }) => isUnderWay()),
    });
    // Where a stranger's script broke what sending relies on, this rejects, and the plain form goes.
    const answer = await send(target, turn.signal).finally(() => {
      waiting.current = undefined;
      isSending.current = false;
    });
    // Another tab with the same draft was first.
    if (hasApplied(position.uuid) && answer.outcome !== "applied") {
      accept(undefined, keptReceipt(position.uuid) !== undefined);
      setAnswers((count) => count + 1);
      return;
    }
    if (answer.outcome === "stopped") {
      const { signal } = turn;
      const errors = signal.aborted ? (signal.reason as FieldErrors) : faultsIn(target); // as `stopWaiting` gives it
      comeBack({ errors: answer.errors ?? errors ?? {} });
    } else if (answer.outcome === "applied") {
      const { receipt } = answer;
      const isMendable = receipt.standing === "on-its-way" || receipt.standing === "undelivered";
      storeReceipt(position.uuid, receipt);
      // The form stays as it is, and takes no second submit, until the receipt's page takes its place.
      waiting.current = turn;
      end(isMendable);
      // A form that was brought back stands at its receipt's address: there, a fragment would load nothing.
      const part = location.search.includes(receipt.id) ? "" : "#answer";
      location.replace(receiptHref(action, receipt.id) + part);
      // The visitor stopped it, or the connection was lost: what is here says so, with a link to the receipt.
      if (receipt.standing !== "undelivered") setTimeout(() => accept(undefined, true), LEAVE_MS);
    } else if (answer.outcome === "already-applied") {
      accept(answer);
      setAnswers((count) => count + 1);
    } else if (answer.outcome === "invalid") {
      // What is asked since is not in this form, or in other words than a checked box has: the plain form
      // goes, and its answer asks it.
      const isHere = (name: string) => {
        const field = target.elements.namedItem(name) as HTMLInputElement | null; // or what has no `checked`
        return field && !field.checked;
      };
      if (!Object.keys(answer.errors).every(isHere)) throw Error();
      if (answer.errors.cv !== undefined) draft.happen(cvForgotten);
      comeBack(answer, true);
    } else {
      const { message = texts["error.network"], status } = answer;
      comeBack({ errors: {}, message }, status === 422);
    }
  }

  /** Sends the form as it is when all that it waits for is there. */
  async function send(form: HTMLFormElement, signal: AbortSignal): Promise<SendAnswer | Stopped> {
    // Somebody's script has taken fields away: what is left is not an application.
    if (!fieldNames(asked, parts).every((name) => form.elements.namedItem(name))) {
      return { outcome: "failed", message: texts["error.form"] };
    }
    let carriesFile = false;
    for (;;) {
      const token = await ready(form, signal);
      // What was waited for may have taken long, and the form has gone on.
      if (signal.aborted || faultsIn(form)) return { outcome: "stopped" };
      isSending.current = true;
      dispatch({ type: "verified" });
      const entered = new FormData(form);
      entered.set("recaptcha_token", token);
      /** Those that the form carries. */
      const carried: [string, File][] = [];
      let isHeld = false;
      for (const [name, file] of chosenFiles(entered)) {
        const upload = carriesFile ? undefined : await uploads.get(name)?.held(file);
        if (upload !== undefined) {
          isHeld = true;
          entered.delete(name);
          entered.set(heldName(name), upload);
        } else if (await isReadable(file)) carried.push([name, file]);
        else return unreadable(name);
      }

      const to = { positionUuid: position.uuid, language };
      const answer = await sendForm(draft.view.applicationId, to, entered);
      const isCut = answer.outcome === "failed" && answer.message === undefined;
      if (isCut && !navigator.onLine) {
        isSending.current = false;
        check?.reset();
        continue;
      }
      for (const [name, file] of isCut ? carried : []) {
        // A file that changes while it is sent ends the connection.
        if (!(await isReadable(file))) return unreadable(name);
      }
      if (isHeld && "isCvGone" in answer) {
        // The server has let it go meanwhile; here it still is.
        carriesFile = true;
      } else return answer;
      check?.reset();
    }
  }

  /** Waits for the CV to be up, and for a connection. @returns the bot check's token */
  async function ready(form: HTMLFormElement, signal: AbortSignal): Promise<string> {
    const stopped = new Promise((resolve) => {
      signal.addEventListener("abort", resolve);
    });
    for (const [name, file] of chosenFiles(new FormData(form))) {
      await Promise.race([uploads.get(name)?.held(file), stopped]);
    }
    dispatch({ type: "uploaded" });
    if (!navigator.onLine && !signal.aborted) {
      dispatch({ type: "offline" });
      await Promise.race([connection(), stopped]);
      dispatch({ type: "online" });
    }
    return signal.aborted ? "" : ((await check?.token()) ?? "");
  }

  const unreadable = (name: string): Stopped => ({
    outcome: "stopped",
    errors: { [name]: texts["error.cv_unreadable"] },
  });

  return {
    submission,
    answers,
    submit,
    /** Says no more of a field what is right now. */
    mend: ({ target }: FormEvent) => {
      const input = target as HTMLInputElement; // what a form's events are about
      const field = input.name as FieldName;
      if (submission.state !== "idle" || !submission.errors[field]) return;
      if (faultsOf([input], texts)) return;
      dispatch({ type: "mended", field });
      draft.happen(mended, field);
    },
    /**
     * Takes back a submit that still waits: what it would send is not what it was, for example because
     * of what was found wrong with a file meanwhile.
     */
    stopWaiting: (faults: FieldErrors = {}) => {
      if (!isSending.current) waiting.current?.abort(faults);
    },
  };
}

/** The files that are chosen, by their names in the form; an empty field is a file without a name. */
const chosenFiles = (entered: FormData): [string, File][] =>
  [...entered].filter((entry): entry is [string, File] => {
    const [, file] = entry;
    return file instanceof File && file.name !== "";
  });
