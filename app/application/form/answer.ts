import type { MutableRefObject, RefObject } from "react";
import { flushSync } from "react-dom";
import { receiptHref, receiptParameter } from "~/app/addresses";
import { stashDetails } from "../details/sent-details";
import type { DraftRefusal } from "../draft/draft";
import { settleDraft } from "../draft/sent-draft";
import type { Duplicate, FieldErrors } from "../model/application";
import { storeReceipt } from "../receipt/applied-here";
import type { ReceiptView } from "../receipt/receipt-view.server";
import type { BotCheck } from "./bot-check";
import type { Uploads } from "./file-upload";
import type { ApplicationFormProps } from "./props";
import type { SendAnswer, Stopped, Submit } from "./send";
import type { SubmissionEvent } from "./submission";
import type { FormDraft } from "./use-draft";

/** How long to wait for the receipt's page before a notice replaces the form, in ms. */
const REDIRECT_TIMEOUT_MS = 10_000;

/** A form, and what changes when it is sent. */
export interface SentForm {
  props: ApplicationFormProps;
  form: RefObject<HTMLFormElement>;
  uploads: Uploads;
  updateDraft: FormDraft["dispatch"];
  /** The submit in progress. It's a ref, because state would be stale for a second click. */
  current: MutableRefObject<Submit | undefined>;
  check: BotCheck | undefined;
  findErrors: () => FieldErrors | undefined;
  dispatch: (event: SubmissionEvent) => void;
  focusAnswer: () => void;
  /** Stops the uploads and removes the draft. Stashes a copy for the receipt `receiptId`, if given. */
  finish: (receiptId?: string) => void;
  accept: (duplicate?: Duplicate) => void;
}

/**
 * Whether only the plain form can show an answer: the position has closed, and its page has similar jobs, or the
 * position has a new field or a reworded consent.
 */
export function needsPlainForm(answer: SendAnswer | Stopped, form: HTMLFormElement): boolean {
  if (answer.outcome === "stopped") return false;
  if (answer.outcome !== "invalid") return answer.status === 410;
  return !Object.keys(answer.errors).every((name) => {
    const field = form.elements.namedItem(name) as HTMLInputElement | null; // other controls are never checked
    return field && !field.checked;
  });
}

/** Shows an answer. @param withdrawn abort reason of a withdrawn submit */
export function showAnswer(
  sent: SentForm,
  answer: SendAnswer | Stopped,
  target: HTMLFormElement,
  withdrawn?: FieldErrors,
): void {
  switch (answer.outcome) {
    case "stopped":
      returnForm(sent, { errors: answer.errors ?? withdrawn ?? sent.findErrors() ?? {} });
      break;
    case "applied":
      finishApplied(sent, answer.receipt, target);
      break;
    case "already-applied":
      sent.accept(answer);
      sent.focusAnswer();
      break;
    case "invalid":
      for (const name of Object.keys(answer.errors)) sent.uploads.get(name)?.lose();
      returnForm(sent, answer, true);
      break;
    // This case includes outcomes that a newer version of the site has added.
    default: {
      const { message = sent.props.texts["error.network"], status } = answer;
      returnForm(sent, { errors: {}, message }, status === 422);
    }
  }
}

/** @param isRefused whether the server refused the form. The draft then stores the errors for a reload. */
export function returnForm(
  { form, check, updateDraft, dispatch, focusAnswer }: SentForm,
  { errors, message }: DraftRefusal,
  isRefused = false,
): void {
  check?.reset();
  // Don't store errors of voluntary answers, because errors reveal something about the answers.
  const isPrivate = (name: string) => form.current?.querySelector(`[name="${name}"][data-private]`);
  const storable = Object.entries(errors).filter(([name]) => !isPrivate(name));
  const refusal = { errors: Object.fromEntries(storable), message };
  updateDraft({ type: "returned", refusal: isRefused ? refusal : undefined });
  dispatch({ type: "returned", errors, message });
  focusAnswer();
}

/** Stores a receipt, and shows it here or on its own page. */
function finishApplied(
  { props, current, dispatch, finish, accept, focusAnswer }: SentForm,
  receipt: Extract<SendAnswer, { outcome: "applied" }>["receipt"],
  target: HTMLFormElement,
): void {
  const { uuid } = props.position;
  const mayReturn = receipt.status === "on-its-way" || receipt.status === "undelivered";
  storeReceipt(uuid, receipt);
  finish(mayReturn ? receipt.id : undefined);
  settleDraft(uuid, receipt);
  const isApplied = receipt.status !== "undelivered";
  if (isApplied) stashDetails(target, receipt.id);
  // If only the fragment changed, the browser wouldn't load the page.
  const fragment = location.search.includes(receipt.id) ? "" : "#answer";
  const address = receiptHref(props.action, receipt.id) + fragment;
  if ("title" in receipt) {
    moveToReceipt(receipt, address);
    const answers = current.current?.answers;
    renderHidden(() => dispatch({ type: "accepted", receipt, answers }));
    focusAnswer();
    return;
  }
  location.replace(address);
  // If the receipt's page doesn't load, show a notice.
  if (isApplied) setTimeout(accept, REDIRECT_TIMEOUT_MS);
}

/** Gives this page the address and title of the receipt's page. */
function moveToReceipt({ id, title }: ReceiptView, address: string): void {
  history.replaceState(null, "", address);
  // Only a title with several parts names what the page shows (`PAGE_TITLES`).
  document.title = document.title.replace(/^(?=.* – )/, () => `${title} – `);
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
    link.search += `&${receiptParameter(id)}`;
  }
  // The Back button can restore the form's URL without loading the document.
  addEventListener("popstate", () => {
    if (!location.search.includes(id)) location.reload();
  });
}

/** Hides the page and forces a layout while `render` runs, so that the change causes no layout shift. */
function renderHidden(render: () => void): void {
  const { style } = document.body;
  style.display = "none";
  document.body.getBoundingClientRect();
  try {
    flushSync(render);
  } finally {
    style.display = "";
  }
}
