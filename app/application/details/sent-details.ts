import { readItem } from "~/app/ui/browser/local-storage";

export const DETAIL_FIELDS = ["first_name", "last_name", "phone", "field-email"] as const;

/** A candidate's details by control name. If the candidate agrees, the browser stores them for the next form. */
export type Details = Partial<Record<(typeof DETAIL_FIELDS)[number], string>>;

/**
 * Key of the details in local storage. In session storage, the key's value is a receipt's id, followed by the details
 * of the form that was just sent.
 */
export const DETAILS_KEY = "puertaDetails";

/** Whether this browser has stored details, even expired ones. */
export const hasDetails = (): boolean => readItem(DETAILS_KEY) !== null;

/** Stashes a sent form's details for its receipt, without voluntary answers. */
export function stashDetails(form: HTMLFormElement, receiptId: string): void {
  const details = DETAIL_FIELDS.map((name) => {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]:not([data-private])`);
    return [name, field?.value] as const;
  });
  // `removeTime` expects the time to be first.
  const text = JSON.stringify({ at: Date.now(), ...Object.fromEntries(details) });
  try {
    sessionStorage.setItem(DETAILS_KEY, receiptId + text);
  } catch {
    // Without session storage, the receipt doesn't offer to store the details.
  }
}
