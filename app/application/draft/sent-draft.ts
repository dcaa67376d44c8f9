import { applicationHref } from "../../addresses";
import type { NamedCv } from "../model/application";
import { fileText } from "../upload/file-draft";
import { readDraft, removeDraft, writeDraft } from "./draft-storage";

// The draft of an application that was received is set aside under its receipt's id: no form shows it. If the
// platform refuses the application later, its receipt brings the form back (design, section 6).

/** Removes what a receipt makes superfluous: the position was applied to, and perhaps delivered. */
export function settleDraft(
  positionUuid: string,
  { id, status }: { id: string; status: string },
): void {
  // The position may be applied to again.
  if (status === "gone" || status === "undelivered") return;
  if (status !== "on-its-way") void removeDraft(id);
  void removeDraft(positionUuid);
}

/**
 * Makes what was set aside the position's draft again, marked as a correction.
 *
 * @param language of the page, a BCP 47 tag
 * @param unsaid the message if the platform gave no reason
 * @returns false if something else has become of the application meanwhile
 */
export async function restoreSentDraft(
  receiptId: string,
  { positionUuid, language, unsaid }: Record<"positionUuid" | "language" | "unsaid", string>,
): Promise<boolean> {
  const draft = readDraft(receiptId);
  if (!draft) return false;
  const { applicationId, values, files } = draft;
  const current = readDraft(positionUuid);
  // It was brought back before, and may have been corrected since.
  if (current?.applicationId === applicationId && current.corrects !== undefined) return true;
  const response = await fetch(applicationHref(applicationId, positionUuid, language));
  if (!response.ok) return false;
  const { message, heldCv } = await response.json<{ message?: string; heldCv?: NamedCv }>();
  writeDraft(positionUuid, {
    applicationId,
    values,
    files: { ...files, cv: fileText({ held: heldCv }) ?? "{}" },
    at: Date.now(),
    corrects: message ?? unsaid,
  });
  return true;
}
