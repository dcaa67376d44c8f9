import { useEffect, useRef, useState } from "react";
import { uploadAt, uploadPath } from "../../../addresses";
import { tellChanged } from "../../../ui/browser/tell-changed";
import { fileKey, type DraftCv } from "../../draft/draft";
import { putFile } from "../../draft/draft-fields";
import type { DraftKeeper } from "../../draft/draft-keeper";
import { cvAt, cvChosen, cvDropped } from "../../draft/draft-state";
import { keepDraftFile, readDraftFile, removeDraftFile } from "../../draft/draft-storage";
import type { NamedCv } from "../../model/application";
import { bytesHeldAt, forgetUpload } from "../../upload/requests";
import type { FilePart } from "../parts";
import type { FileContext } from "../cv-field";

/** A file on its way up, with the upload's number once it has one. */
type Going = Pick<DraftCv, "name" | "size" | "lastModified"> & { upload?: number };

interface FileDraftOptions {
  part: FilePart;
  /** The file that the server holds already. */
  given: NamedCv | undefined;
  files: FileContext;
}

/**
 * The draft of a field's file: the texts of two hidden fields, one for the file that the server holds and
 * one for the file that is being uploaded, whose bytes are in the browser's database. Voluntary files are
 * not kept.
 */
export function useFileDraft(options: FileDraftOptions) {
  const { name, isPrivate } = options.part;
  const { given, files } = options;
  const { positionUuid, draft, form, uploads } = files;
  const key = [positionUuid, name];
  const [held, setHeld] = useState(given);
  const [isGone, setIsGone] = useState(false);
  const heldField = useRef<HTMLInputElement>(null);
  const goingField = useRef<HTMLInputElement>(null);
  const addressOf = (file: NamedCv): string => uploadPath(draft.view.applicationId, file.upload);
  /** The address of the held file: clearing the form changes the application's id. */
  const heldAt = useRef(given ? addressOf(given) : "");
  /** The texts that this component last wrote into the two fields. */
  const own = useRef({ held: given && JSON.stringify(given), going: "" });

  const chosen = () => form.current?.querySelector<HTMLInputElement>(`[id="${name}"]`);
  const going = () => read(own.current.going) as Going | undefined;

  function put(which: "held" | "going", file: object | undefined): void {
    const field = (which === "held" ? heldField : goingField).current;
    const text = file ? JSON.stringify(file) : "";
    own.current[which] = text;
    if (!field || field.value === text) return;
    field.value = text;
    tellChanged(field);
  }

  /** Both fields are empty, unless another tab has uploaded the file. */
  function emptied(): void {
    const isEmpty = [heldField, goingField].every(({ current }) => current?.value === "");
    if (isEmpty) putFile(chosen(), undefined);
  }

  function forget(): void {
    put("going", undefined);
    void removeDraftFile(key);
  }

  /** Restores the file that was being uploaded. */
  async function bringBack(): Promise<void> {
    const file = await readDraftFile(key);
    if (chosen()?.files?.length) return;
    if (file) {
      putFile(chosen(), file);
      return;
    }
    setIsGone(true);
    put("going", undefined);
  }

  // The browser's database keeps no file of a form that is gone.
  useEffect(() => () => void removeDraftFile([positionUuid, name]), [positionUuid, name]);

  return {
    held,
    isGone,
    /** The draft of this field, as its upload uses it. The upload keeps the first one. */
    keeper: {
      get view() {
        return draft.view;
      },
      addressOf: (file: File) => {
        const { upload, ...marks } = going() ?? { name: "", size: 0, lastModified: 0 };
        return upload !== undefined && fileKey(marks) === fileKey(file)
          ? uploadPath(draft.view.applicationId, upload)
          : undefined;
      },
      happen: ((event: unknown, ...[what, isHeld]: [(File | string)?, boolean?]) => {
        if (event === cvChosen && what instanceof File) {
          const { name, size, lastModified } = what;
          const before = going();
          if (!before || fileKey(before) !== fileKey(what))
            put("going", { name, size, lastModified });
          if (!isPrivate) void keepDraftFile(key, what);
        } else if (event === cvAt && typeof what === "string") {
          const { lastModified, ...file } = going() ?? {};
          const at = { ...file, upload: Number(uploadAt(what)) };
          if (!isHeld) put("going", { lastModified, ...at });
          else {
            put("held", at);
            heldAt.current = what;
            setHeld(at as NamedCv); // a file on its way up has a name and a size
            forget();
          }
        } else if (event === cvDropped) forget();
      }) as DraftKeeper["happen"],
    },
    heldProps: {
      ref: heldField,
      defaultValue: given && JSON.stringify(given),
      onInput(): void {
        const text = heldField.current?.value ?? "";
        if (text === own.current.held) return;
        own.current.held = text;
        const before = held;
        const file = read(text) as NamedCv | undefined;
        setHeld(file);
        if (!file) {
          uploads.get(name)?.cancel();
          if (before) forgetUpload(heldAt.current);
          emptied();
          return;
        }
        heldAt.current = addressOf(file);
        void bytesHeldAt(heldAt.current).then((bytes) => {
          if (bytes !== "gone" || own.current.held !== text) return;
          setHeld(undefined);
          setIsGone(true);
          put("held", undefined);
        });
      },
    },
    goingProps: {
      ref: goingField,
      onInput(): void {
        const text = goingField.current?.value ?? "";
        if (text === own.current.going) return;
        own.current.going = text;
        if (text !== "") draft.reading.push(bringBack());
        else emptied();
      },
    },
  };
}

/** Parses what `put` wrote; undefined for anything else in the browser's storage. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
