import { useRef, useState } from "react";
import type { DraftKeeper } from "./draft-keeper";
import { forgetUpload, uploadInPieces, type UploadEnd } from "../piecewise-upload";

/** Where the chosen CV is: on its way up, so many bytes of it held by the server, or all of it. */
export interface Transfer {
  state: "sending" | "paused" | "held";
  /** Bytes that the server holds, and bytes in all. */
  held: number;
  total: number;
  /** How long the rest will take, in seconds, by what was sent so far. */
  secondsLeft?: number | undefined;
}

interface Upload {
  file: File;
  turn: AbortController;
  ended: Promise<UploadEnd | undefined>;
  isOver: boolean;
  address: () => string | undefined;
}

/**
 * Sends the CV up the moment that it is chosen, while the rest of the form is filled in. A CV that
 * cannot be sent so stays in the form, which carries it.
 */
export function useCvUpload(positionUuid: string, draft: DraftKeeper) {
  const [transfer, setTransfer] = useState<Transfer>();
  const current = useRef<Upload>();

  function start(file: File): Promise<UploadEnd | undefined> {
    cancel();
    const turn = new AbortController();
    const begun = performance.now();
    const show = (state: Transfer["state"], held: number) => {
      if (turn.signal.aborted) return;
      const seconds = (performance.now() - begun) / 1000;
      const secondsLeft = held > 0 ? Math.ceil((seconds / held) * (file.size - held)) : undefined;
      setTransfer({ state, held, total: file.size, secondsLeft });
    };
    let held = 0;
    show("sending", 0);
    const endpoint = `/-/applications/${draft.applicationId}/cv?position=${positionUuid}`;
    const about = { name: file.name, size: file.size };
    let address = draft.addressOf(file);
    draft.keepCv({ ...about, address, isHeld: false }, file);
    const ended = uploadInPieces({
      endpoint,
      file,
      address,
      onAddress: (given) => {
        address = given;
        draft.keepCv({ ...about, address, isHeld: false }, file);
      },
      signal: turn.signal,
      onProgress: (bytes) => {
        held = bytes;
        show("sending", held);
      },
      onPause: (isPaused) => show(isPaused ? "paused" : "sending", held),
    }).then(
      (end) => {
        upload.isOver = true;
        if (end.outcome === "held") {
          show("held", file.size);
          draft.keepCv({ ...about, address, isHeld: true });
        } else if (!turn.signal.aborted) setTransfer(undefined);
        return end;
      },
      () => undefined,
    );
    const upload: Upload = { file, turn, ended, isOver: false, address: () => address };
    current.current = upload;
    return ended;
  }

  /** Ends what is on its way, and has the server forget what it holds. */
  function cancel(): void {
    const upload = current.current;
    current.current = undefined;
    setTransfer(undefined);
    if (!upload) return;
    draft.keepCv(undefined);
    upload.turn.abort();
    const address = upload.address();
    if (address !== undefined) forgetUpload(address);
  }

  return {
    transfer,
    start,
    cancel,
    /** Whether a file is still on its way. */
    isUnderWay: () => current.current !== undefined && !current.current.isOver,
    /** Resolves when it has come to its end: the server's number for the CV, if it holds it. */
    async held(file: File): Promise<string | undefined> {
      const upload = current.current;
      const end = upload && isSame(upload.file, file) ? await upload.ended : undefined;
      return end?.outcome === "held" ? end.upload : undefined;
    },
  };
}

/** A form's own copy of a file is another object. */
const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

export type CvUpload = ReturnType<typeof useCvUpload>;
