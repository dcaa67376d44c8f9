import { useEffect, useRef, type RefObject } from "react";
import { putFile } from "~/app/ui/browser/put-file";
import { uploadPath } from "~/app/addresses";
import { findFileFields } from "../draft/draft-fields";
import type { DraftState } from "../draft/draft-state";
import { fileKey, readDraftFile, removeDraftFile, writeDraftFile } from "../draft/draft-storage";
import { fetchOffset } from "../upload/requests";
import { fileText, lose, parseFile, type ChosenFile, type FileDraft } from "../upload/file-draft";
import type { FilePart } from "./parts";
import type { FormDraft } from "./use-draft";

/** The server's default hold time, in ms. The files of an older draft might be gone. */
const HOLD_MS = 60 * 60 * 1000;

/**
 * One field's file in the draft. When a stored draft is restored, a file that the server doesn't hold yet is
 * restored from the browser's cache. Voluntary files are not stored.
 */
export function useFileDraft(
  { name, isPrivate }: Pick<FilePart, "name" | "isPrivate">,
  positionUuid: string,
  draft: FormDraft,
  form: RefObject<HTMLFormElement>,
) {
  const { latest, dispatch, reading, storedAt } = draft;
  const isVoluntary = isPrivate === true;
  const key = fileKey(positionUuid, name);
  const parseStored = (state: DraftState) =>
    parseFile((isVoluntary ? state.voluntaryFiles : state.files)[name]);
  const get = () => parseStored(latest.current);
  const set = (file: FileDraft) =>
    dispatch({ type: "file", field: name, text: fileText(file), isVoluntary });
  const wasRestored = useRef(false);
  const uploadHref = (upload: number) => uploadPath(latest.current.applicationId, upload);

  async function restoreFile(chosen: ChosenFile): Promise<void> {
    const file = await readDraftFile(key, chosen);
    const field = findFileFields(form.current).find((control) => control.name === name);
    // Another file was chosen or the form was cleared in the meantime.
    if (field?.files?.length || !get().chosen) return;
    if (file) putFile(field, file);
    else set(lose(get(), "chosen"));
  }

  async function checkHeld(upload: number): Promise<void> {
    const bytes = await fetchOffset(uploadHref(upload));
    if (bytes === "gone" && get().held?.upload === upload) set(lose(get(), "held"));
  }

  useEffect(() => {
    if (storedAt === undefined || wasRestored.current) return;
    wasRestored.current = true;
    const { held, chosen } = get();
    if (chosen) reading.current.push(restoreFile(chosen));
    if (held && storedAt < Date.now() - HOLD_MS) void checkHeld(held.upload);
  });

  return {
    ...parseStored(draft),
    get,
    set,
    uploadHref,
    storeBytes: (file: File) => {
      if (!isVoluntary) void writeDraftFile(key, file);
    },
    removeBytes: () => {
      if (!isVoluntary) void removeDraftFile(key);
    },
  };
}

export type StoredFile = ReturnType<typeof useFileDraft>;
