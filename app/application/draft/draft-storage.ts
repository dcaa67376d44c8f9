import { parseDraft, type Draft } from "./draft";
import type { ChosenFile } from "../upload/file-draft";
import { draftKey, readItem, writeItem } from "./keys";

// Drafts are in local storage, and their files in the Cache API. Both may be forbidden, full, or hold
// anything: then nothing is stored, and nothing breaks.

const FILES = "puertaDrafts";

/** The draft of a position, or of a receipt. */
export function readDraft(of: string): Draft | undefined {
  try {
    return parseDraft(readItem(draftKey(of)) ?? "", Date.now());
  } catch {
    return undefined;
  }
}

export const writeDraft = (of: string, draft: Draft): void =>
  writeItem(draftKey(of), JSON.stringify(draft));

/** Removes a draft and its files. */
export async function removeDraft(of: string): Promise<void> {
  writeItem(draftKey(of));
  await sweepFiles();
}

/** Removes drafts that are too old or unreadable, and files without a draft. */
export async function sweepDrafts(): Promise<void> {
  const prefix = draftKey("");
  for (const key of (await tryStorage(() => Object.keys(localStorage))) ?? []) {
    if (key.startsWith(prefix) && !readDraft(key.slice(prefix.length))) writeItem(key);
  }
  await sweepFiles();
}

const sweepFiles = () =>
  tryStorage(async () => {
    // Opening it would create it, for candidates who have entered nothing.
    if (!(await caches.has(FILES))) return;
    const files = await caches.open(FILES);
    for (const { url } of await files.keys()) {
      const [, positionUuid = ""] = new URL(url).pathname.split("/");
      if (!readDraft(positionUuid)) await files.delete(url);
    }
  });

export const fileKey = (positionUuid: string, field: string): string => `/${positionUuid}/${field}`;

export const writeDraftFile = (key: string, file: File) =>
  tryStorage(async () => (await caches.open(FILES)).put(key, new Response(file)));

export const removeDraftFile = (key: string) =>
  tryStorage(async () => (await caches.open(FILES)).delete(key));

/** The file, with the name and time that it was chosen with. */
export const readDraftFile = (key: string, { name, lastModified }: Omit<ChosenFile, "size">) =>
  tryStorage(async () => {
    const stored = await (await caches.open(FILES)).match(key);
    const bytes = await stored?.blob();
    return bytes && new File([bytes], name, { type: bytes.type, lastModified });
  });

/** Does some work; undefined if storage refuses. */
async function tryStorage<Answer>(
  work: () => Answer | Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
