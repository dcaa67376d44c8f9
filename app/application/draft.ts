/** A form that is not sent yet, as the browser keeps it for one position. */
export interface Draft {
  applicationId: string;
  /** When it was last changed, in ms since 1970. */
  at: number;
  /** Whether it was being sent, and no answer has come. */
  isSubmitting?: boolean;
  /** What was typed and chosen, by the names of the fields; a checked box is its value. */
  values: Record<string, string>;
  /** The CV that was chosen: where it goes up to, and whether the server has all of it. */
  cv?: { name: string; size: number; address?: string | undefined; isHeld: boolean };
}

/** How long a draft is kept, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const PREFIX = "puertaDraft:";
const FILES = "puertaDrafts";

/** Storage may be forbidden, full, or hold anything: then nothing is kept, and nothing breaks. */
export function readDraft(positionUuid: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(PREFIX + positionUuid) ?? "null");
    if (!isDraft(draft)) return undefined;
    if (Date.now() - draft.at < KEPT_MS) return draft;
    removeDraft(positionUuid);
  } catch {
    // As if there had never been any.
  }
  return undefined;
}

export function writeDraft(positionUuid: string, draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + positionUuid, JSON.stringify(draft));
  } catch {
    // Full or forbidden: the form itself still has it all.
  }
}

/** Removes a draft, with its file. */
export function removeDraft(positionUuid: string): void {
  try {
    localStorage.removeItem(PREFIX + positionUuid);
  } catch {
    // There is none, then.
  }
  void removeDraftFile(positionUuid);
}

/** Removes what is older than it may be, of whatever position. */
export function sweepDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) readDraft(key.slice(PREFIX.length));
    }
  } catch {
    // Nothing to sweep.
  }
}

export const keepDraftFile = (positionUuid: string, file: File) =>
  withFiles("readwrite", (files) => files.put(file, positionUuid));

export const removeDraftFile = (positionUuid: string) =>
  withFiles("readwrite", (files) => files.delete(positionUuid));

export async function readDraftFile(positionUuid: string): Promise<File | undefined> {
  const file: unknown = await withFiles("readonly", (files) => files.get(positionUuid));
  return file instanceof File ? file : undefined;
}

/** Asks the browser's database; undefined where there is none, or it refuses. */
function withFiles(
  mode: IDBTransactionMode,
  ask: (files: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
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

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { applicationId, at, values, isSubmitting } = value as Partial<
    Record<keyof Draft, unknown>
  >;
  return (
    (isSubmitting === undefined || typeof isSubmitting === "boolean") &&
    typeof applicationId === "string" &&
    /^[\w-]{16,64}$/.test(applicationId) &&
    typeof at === "number" &&
    typeof values === "object" &&
    values !== null &&
    Object.values(values).every((text) => typeof text === "string") &&
    isCv((value as Partial<Draft>).cv)
  );
}

function isCv(cv: unknown): boolean {
  if (cv === undefined) return true;
  if (typeof cv !== "object" || cv === null) return false;
  const { name, size, address, isHeld } = cv as Record<string, unknown>;
  return (
    typeof name === "string" &&
    typeof size === "number" &&
    typeof isHeld === "boolean" &&
    (address === undefined ||
      (typeof address === "string" && address.startsWith("/-/applications/")))
  );
}
