import { applicationHref } from "~/app/addresses";
import { whenOnline } from "~/app/ui/browser/online";
import { readAnswers } from "../receipt/sent-answers";
import type { Duplicate, FieldErrors } from "../model/application";
import type { Answers } from "../model/receipt";
import type { ReceiptView } from "../receipt/receipt-view.server";
import type { BotCheck } from "./bot-check";
import { isReadable } from "./check-file";
import type { Uploads } from "./file-upload";
import { fieldNames } from "./field-names";
import { heldName } from "./parts";
import type { ApplicationFormProps } from "./props";
import type { SubmissionEvent } from "./submission";

/** The JSON response to a form sent with `fetch`, with its HTTP status. */
export type SendResponse = { status?: number } &
  // A receipt without texts is shown on its own page.
  (
    | { outcome: "applied"; receipt: ReceiptView | Pick<ReceiptView, "id" | "status"> }
    | ({ outcome: "already-applied" } & Duplicate)
    | { outcome: "invalid"; errors: FieldErrors; message?: string; isCvGone?: true }
    | { outcome: "failed"; message?: string }
  );

/** The result if the submit was withdrawn, or if the form or a file has become invalid. */
export interface Stopped {
  outcome: "stopped";
  errors?: FieldErrors;
}

/** Saved before a company's script can replace this function. */
const { fetch } = globalThis;

export interface Submit {
  /** Withdraws the submit. The abort reason contains the errors to show. */
  abort: AbortController;
  /** Whether the submit can no longer be withdrawn. */
  isSending: boolean;
  /** The answers that were sent. */
  answers?: Answers;
}

interface SendOptions {
  props: ApplicationFormProps;
  uploads: Uploads;
  check: BotCheck | undefined;
  findErrors: () => FieldErrors | undefined;
  applicationId: () => string;
  dispatch: (event: SubmissionEvent) => void;
}

/** Sends a form once its uploads have ended, the browser is online and the bot check is done. */
export async function sendWhenReady(
  form: HTMLFormElement,
  submit: Submit,
  { props, uploads, check, findErrors, applicationId, dispatch }: SendOptions,
): Promise<SendResponse | Stopped> {
  const { fields, parts, position, language, texts } = props;
  const { signal } = submit.abort;
  // A company's script might have removed fields.
  if (!fieldNames(fields, parts).every((name) => form.elements.namedItem(name))) {
    return { outcome: "failed", message: texts["error.form"] };
  }
  const unreadable = (name: string): Stopped => ({
    outcome: "stopped",
    errors: { [name]: texts["error.cv_unreadable"] },
  });
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
  let sendsFiles = false;
  for (;;) {
    for (const upload of uploads.values()) await Promise.race([upload.wait(), aborted]);
    dispatch({ type: "uploaded" });
    if (!navigator.onLine && !signal.aborted) {
      dispatch({ type: "offline" });
      await Promise.race([whenOnline(), aborted]);
      dispatch({ type: "online" });
    }
    const token = signal.aborted ? "" : ((await check?.token()) ?? "");
    // The form might have changed in the meantime.
    if (signal.aborted || findErrors()) return { outcome: "stopped" };
    submit.isSending = true;
    dispatch({ type: "verified" });
    const entered = new FormData(form);
    submit.answers = readAnswers(form);
    entered.set("recaptcha_token", token);
    const attached: [name: string, file: File][] = [];
    let isHeld = false;
    for (const [name, file] of chosenFiles(entered)) {
      const upload = sendsFiles ? undefined : await uploads.get(name)?.wait(file);
      if (upload !== undefined) {
        isHeld = true;
        entered.delete(name);
        entered.set(heldName(name), upload);
      } else if (await isReadable(file)) attached.push([name, file]);
      else return unreadable(name);
    }
    const url = applicationHref(applicationId(), position.uuid, language);
    const response = await post(url, entered);
    const hasNoResponse = response.outcome === "failed" && response.message === undefined;
    if (hasNoResponse && !navigator.onLine) submit.isSending = false;
    // The server has lost the upload, so send the file with the form.
    else if (isHeld && "isCvGone" in response) sendsFiles = true;
    else {
      for (const [name, file] of hasNoResponse ? attached : []) {
        // The request fails if a file changes while it's being sent.
        if (!(await isReadable(file))) return unreadable(name);
      }
      return response;
    }
    check?.reset();
  }
}

/** Posts a form. Returns a failure without a message if there is no valid response. */
async function post(url: string, body: FormData): Promise<SendResponse> {
  try {
    const response = await fetch(url, { method: "POST", body });
    const result = (await response.json()) as SendResponse | null;
    // A proxy might return unrelated JSON.
    return result?.outcome ? { ...result, status: response.status } : { outcome: "failed" };
  } catch {
    return { outcome: "failed" };
  }
}

/** The chosen files with their control names. `FormData` contains a nameless file for each empty file field. */
const chosenFiles = (entered: FormData): [string, File][] =>
  [...entered].filter((entry): entry is [string, File] => {
    const [, file] = entry;
    return file instanceof File && file.name !== "";
  });
