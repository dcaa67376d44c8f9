import { readItem } from "../draft/keys";

/** The fields of a candidate's details, by the names of their controls. */
export const DETAIL_FIELDS = ["first_name", "last_name", "phone", "field-email"] as const;

/**
 * A candidate's details by the names of their controls. This browser keeps them if the candidate asks for it
 * after an application, and offers them on the next form.
 */
export type Details = Partial<Record<(typeof DETAIL_FIELDS)[number], string>>;

/**
 * The key in local storage. Under the same key, session storage has the details of the form that was just
 * sent, behind its receipt's id.
 */
export const DETAILS_KEY = "puertaDetails";

/** Whether this browser has details, expired or not. */
export const hasDetails = (): boolean => readItem(DETAILS_KEY) !== null;

/** Stashes a sent form's details for its receipt. Voluntary answers are left out. */
export function stashDetails(form: HTMLFormElement, receiptId: string): void {
  const details = DETAIL_FIELDS.map((name) => {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]:not([data-private])`);
    return [name, field?.value] as const;
  });
  // The time comes first: see `KeepDetails`.
  const text = JSON.stringify({ at: Date.now(), ...Object.fromEntries(details) });
  try {
    sessionStorage.setItem(DETAILS_KEY, receiptId + text);
  } catch {
    // Without storage the receipt has nothing to offer.
  }
}
