import { applicationHref, uploadPath } from "../../addresses";
import type { NamedCv } from "../model/application";
import { readDraft, removeDraft, writeDraft } from "./draft-storage";

/*
 * The draft of an application that was received and is on its way. It is put aside under its
 * receipt's id, so that no form shows it, and only that receipt brings it back.
 *
 * Source: design, section 6.
 */

/**
 * What a receipt's page does with the drafts that this browser keeps. The draft of an application that may
 * still be refused is put aside; one that has arrived needs none. Any other draft of the position is removed,
 * because the position was applied to; not so where it was not, and may be applied to again.
 */
export async function settleDraft(
  positionUuid: string,
  { id, standing }: { id: string; standing: string },
): Promise<void> {
  if (standing === "gone") return;
  const draft = readDraft(positionUuid);
  const isUndelivered = standing === "undelivered";
  if (!isUndelivered && standing !== "on-its-way") removeDraft(id);
  else if (draft && (await receiptOf(draft.applicationId)) === id) {
    const { applicationId, values, cv, corrects } = draft;
    // It is being corrected, perhaps in another tab.
    if (isUndelivered && corrects !== undefined) return;
    writeDraft(id, { applicationId, values, cv, at: Date.now(), isSent: true });
  } else if (isUndelivered) return;
  removeDraft(positionUuid);
}

/** Whether this browser still has what was entered into a receipt's application. */
export const isAside = (receiptId: string): boolean => readDraft(receiptId) !== undefined;

/**
 * Makes what was put aside the position's draft again, marked as a correction.
 *
 * @param language of the page, a BCP 47 tag
 * @param unsaid what is said where the platform gave no reason
 * @returns false if the application has come to another end meanwhile
 */
export async function bringBack(
  receiptId: string,
  { positionUuid, language, unsaid }: Record<"positionUuid" | "language" | "unsaid", string>,
): Promise<boolean> {
  const draft = readDraft(receiptId);
  if (!draft) return false;
  const { applicationId, values } = draft;
  const response = await fetch(applicationHref(applicationId, positionUuid, language));
  if (!response.ok) return false;
  const { message, heldCv } = await response.json<{ message?: string; heldCv?: NamedCv }>();
  const cv = heldCv && {
    name: heldCv.name,
    size: heldCv.size,
    kept: heldCv.kept,
    lastModified: draft.cv?.lastModified ?? 0,
    address: uploadPath(applicationId, heldCv.upload),
    isHeld: true,
  };
  writeDraft(positionUuid, {
    applicationId,
    values,
    cv,
    at: Date.now(),
    corrects: message ?? unsaid,
  });
  return true;
}

/** The id of an application's receipt; undefined where the browser has no cryptography (http). */
async function receiptOf(applicationId: string): Promise<string | undefined> {
  try {
    const bytes = new TextEncoder().encode(applicationId);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return undefined;
  }
}
