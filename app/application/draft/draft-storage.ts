import { parseDraft, type Draft } from "./draft";
import type { ChosenFile } from "../upload/file-draft";
import { readItem, writeItem } from "~/app/ui/browser/local-storage";
import { draftKey } from "./keys";

// Drafts are in local storage, and their files in the Cache API. Storage errors are ignored.

const FILES = "puertaDrafts";

/** @param id id of a position or a receipt */
export function readDraft(id: string): Draft | undefined {
  try {
    return parseDraft(readItem(draftKey(id)) ?? "", Date.now());
  } catch {
    return undefined;
  }
}

export const writeDraft = (id: string, draft: Draft): void =>
  writeItem(draftKey(id), JSON.stringify(draft));

/** Removes a draft and its files. */
export async function removeDraft(id: string): Promise<void> {
  writeItem(draftKey(id));
  await sweepFiles();
}

/** Removes expired and unreadable drafts, and files without a draft. */
export async function sweepDrafts(): Promise<void> {
  const prefix = draftKey("");
  for (const key of (await tryStorage(() => Object.keys(localStorage))) ?? []) {
    if (key.startsWith(prefix) && !readDraft(key.slice(prefix.length))) writeItem(key);
  }
  await sweepFiles();
}

const sweepFiles = () =>
  tryStorage(async () => {
    // `caches.open` would create the cache.
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

/** Reads a stored file, and restores its name and modification time. */
export const readDraftFile = (key: string, { name, lastModified }: Omit<ChosenFile, "size">) =>
  tryStorage(async () => {
    const stored = await (await caches.open(FILES)).match(key);
    const bytes = await stored?.blob();
    return bytes && new File([bytes], name, { type: bytes.type, lastModified });
  });

/** Runs `work`. Returns undefined if storage fails. */
async function tryStorage<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
