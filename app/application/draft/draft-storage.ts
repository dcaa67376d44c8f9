import { parseDraft, type Draft } from "./draft";
import { draftKey } from "./keys";

/*
 * Drafts in the browser's local storage, and their files in its database (IndexedDB). Both may be
 * forbidden, full, or hold anything: then nothing is kept, and nothing breaks.
 */

const PREFIX = draftKey("");
const FILES = "puertaDrafts";

/** The draft of a position. */
export function readDraft(positionUuid: string): Draft | undefined {
  try {
    return parseDraft(String(localStorage.getItem(draftKey(positionUuid))), Date.now());
  } catch {
    return undefined;
  }
}

/** Keeps a draft, and the file with it: one that no draft names would never be found again. */
export function writeDraft(positionUuid: string, draft: Draft, file?: File): void {
  try {
    localStorage.setItem(draftKey(positionUuid), JSON.stringify(draft));
    if (file) void keepDraftFile(positionUuid, file);
  } catch {
    // The form itself still has it all.
  }
}

/** Removes a draft, with its file. */
export function removeDraft(positionUuid: string): void {
  try {
    localStorage.removeItem(draftKey(positionUuid));
  } catch {
    // There is none, then.
  }
  void removeDraftFile(positionUuid);
}

/** Removes, of every position, drafts that are too old or are none, and files without a draft. */
export async function sweepDrafts(): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) {
      const positionUuid = key.slice(PREFIX.length);
      if (key.startsWith(PREFIX) && !readDraft(positionUuid)) removeDraft(positionUuid);
    }
  } catch {
    // Nothing to sweep.
  }
  // Looking into a database that is not there would make it.
  if (!(await hasFiles())) return;
  for (const key of (await withFiles("readonly", (files) => files.getAllKeys())) ?? []) {
    // The CV's key is its position; a field's file has the position and the field.
    const [position] = [key].flat();
    if (typeof position === "string" && !readDraft(position)) await removeDraftFile(key);
  }
}

/** Keeps a file of a draft, in place of the one before. `key`: the position, for the CV; else it and the field. */
export const keepDraftFile = (key: IDBValidKey, file: File) =>
  withFiles("readwrite", (files) => files.put(file, key));

/** Removes a file of a draft. */
export async function removeDraftFile(key: IDBValidKey): Promise<void> {
  if (await hasFiles()) await withFiles("readwrite", (files) => files.delete(key));
}

/** A file of a draft. */
export async function readDraftFile(key: IDBValidKey): Promise<File | undefined> {
  const file: unknown = await withFiles("readonly", (files) => files.get(key));
  return file instanceof File ? file : undefined;
}

/** Whether there is a database of files; true also where a browser does not tell. */
async function hasFiles(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === FILES);
  } catch {
    return true;
  }
}

/** Asks the browser's database; undefined where there is none, or it refuses. */
function withFiles<Answer>(
  mode: IDBTransactionMode,
  ask: (files: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined);
    try {
      const opening = indexedDB.open(FILES, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("files");
      opening.onerror = nothing;
      opening.onblocked = nothing;
      opening.onsuccess = () => {
        const database = opening.result;
        try {
          const transaction = database.transaction("files", mode);
          const asked = ask(transaction.objectStore("files"));
          transaction.oncomplete = () => resolve(asked.result);
          transaction.onabort = nothing;
          transaction.onerror = nothing;
        } catch {
          nothing();
        } finally {
          database.close();
        }
      };
    } catch {
      nothing();
    }
  });
}
