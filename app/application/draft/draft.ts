/** The CV of a draft: which file it is, where it goes up to, and whether the server has all of it. */
export interface DraftCv extends Pick<File, "name" | "size" | "lastModified"> {
  address?: string | undefined;
  isHeld: boolean;
}

/** A form that is not sent yet, as the browser keeps it for one position. */
export interface Draft {
  applicationId: string;
  /** When it was last changed, in ms since 1970; 0 for one that is not kept. */
  at: number;
  /** When it was sent off, while no answer has come. */
  submittedAt?: number | undefined;
  /** What was typed and chosen, by field; a checked box is its value. */
  values: Record<string, string>;
  cv?: DraftCv | undefined;
}

/** How long a draft is kept, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const PREFIX = "puertaDraft:";
const FILES = "puertaDrafts";

/** Local storage's key for a position's draft. */
export const draftKey = (positionUuid: string): string => PREFIX + positionUuid;

/**
 * The draft of a position; what is too old, or is none, is removed. Storage may be forbidden, full,
 * or hold anything: then nothing is kept, and nothing breaks.
 */
export function readDraft(positionUuid: string): Draft | undefined {
  try {
    const text = localStorage.getItem(draftKey(positionUuid));
    if (text === null) return undefined;
    const draft = parse(text);
    const now = Date.now();
    if (isDraft(draft) && draft.at <= now && now - draft.at < KEPT_MS) return draft;
    removeDraft(positionUuid);
  } catch {
    // As if there had never been any.
  }
  return undefined;
}

/** @returns whether it is kept */
export function writeDraft(positionUuid: string, draft: Draft): boolean {
  try {
    localStorage.setItem(draftKey(positionUuid), JSON.stringify(draft));
    return true;
  } catch {
    // Full or forbidden: the form itself still has it all.
    return false;
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

/** Removes what is older than it may be, of whatever position, and files that are of no draft. */
export async function sweepDrafts(): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) readDraft(key.slice(PREFIX.length));
    }
  } catch {
    // Nothing to sweep.
  }
  // Looking into a database that is not there would make it.
  if (!(await hasFiles())) return;
  const positions: unknown = await withFiles("readonly", (files) => files.getAllKeys());
  for (const position of Array.isArray(positions) ? positions : []) {
    if (typeof position === "string" && !readDraft(position)) await removeDraftFile(position);
  }
}

export const keepDraftFile = (positionUuid: string, file: File) =>
  withFiles("readwrite", (files) => files.put(file, positionUuid));

export async function removeDraftFile(positionUuid: string): Promise<void> {
  if (await hasFiles()) await withFiles("readwrite", (files) => files.delete(positionUuid));
}

export async function readDraftFile(positionUuid: string): Promise<File | undefined> {
  const file: unknown = await withFiles("readonly", (files) => files.get(positionUuid));
  return file instanceof File ? file : undefined;
}

/** Whether there may be a database of files; browsers that cannot tell may have one. */
async function hasFiles(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === FILES);
  } catch {
    return true;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
  const { applicationId, at, values, submittedAt, cv } = value as Partial<
    Record<keyof Draft, unknown>
  >;
  return (
    (submittedAt === undefined || typeof submittedAt === "number") &&
    typeof applicationId === "string" &&
    /^[\w-]{16,64}$/.test(applicationId) &&
    typeof at === "number" &&
    typeof values === "object" &&
    values !== null &&
    Object.values(values).every((text) => typeof text === "string") &&
    (cv === undefined || isCv(cv))
  );
}

function isCv(value: unknown): value is DraftCv {
  if (typeof value !== "object" || value === null) return false;
  const { name, size, lastModified, address, isHeld } = value as Partial<
    Record<keyof DraftCv, unknown>
  >;
  return (
    typeof name === "string" &&
    typeof size === "number" &&
    typeof lastModified === "number" &&
    typeof isHeld === "boolean" &&
    (address === undefined ||
      (typeof address === "string" && address.startsWith("/-/applications/")))
  );
}
