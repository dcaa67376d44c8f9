import { applicationHref } from "~/app/addresses";
import type { NamedUpload } from "../model/application";
import type { ReceiptStatus } from "../model/receipt";
import { fileText } from "../upload/file-draft";
import { readDraft, removeDraft, writeDraft } from "./draft-storage";

// A received application's draft is stashed under its receipt's id, where no form shows it. If the platform refuses
// the application later, the receipt can restore the form.

/** Removes the position's and the receipt's drafts if the receipt's status makes them unnecessary. */
export function settleDraft(
  positionUuid: string,
  { id, status }: { id: string; status: ReceiptStatus | "gone" },
): void {
  // Keep the drafts, because the candidate can apply again.
  if (status === "gone" || status === "undelivered") return;
  if (status !== "on-its-way") void removeDraft(id);
  void removeDraft(positionUuid);
}

/**
 * Restores a stashed draft as the position's draft, marked as a correction.
 *
 * @param language the page's BCP 47 tag
 * @param unsaid message if the platform gave no reason
 * @returns whether the position now has the draft
 */
export async function restoreSentDraft(
  receiptId: string,
  { positionUuid, language, unsaid }: Record<"positionUuid" | "language" | "unsaid", string>,
): Promise<boolean> {
  const draft = readDraft(receiptId);
  if (!draft) return false;
  const { applicationId, values, files } = draft;
  const current = readDraft(positionUuid);
  // The draft was restored before, and might have been corrected since.
  if (current?.applicationId === applicationId && current.corrects !== undefined) return true;
  const response = await fetch(applicationHref(applicationId, positionUuid, language));
  if (!response.ok) return false;
  const { message, heldCv } = (await response.json()) as {
    message?: string;
    heldCv?: NamedUpload;
  };
  writeDraft(positionUuid, {
    applicationId,
    values,
    files: { ...files, cv: fileText({ held: heldCv }) ?? "{}" },
    at: Date.now(),
    corrects: message ?? unsaid,
  });
  return true;
}
