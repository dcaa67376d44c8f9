import { useCallback, useRef, useState, type RefObject } from "react";
import { useFirstTouch } from "../../ui/browser/use-first-touch";
import { fileKey } from "../draft/draft";
import type { DraftKeeper } from "../draft/draft-keeper";
import { cvAt, cvChosen, cvDropped } from "../draft/draft-state";
import type { UploadEnd } from "../upload/piecewise-upload";
import { forgetUpload, bytesHeldAt } from "../upload/requests";
import { uploadAt, uploadsHref } from "../../addresses";
import { alone } from "../draft/tab-locks";

/**
 * Where the chosen CV is: on its way up, so many bytes of it held by the server, or all of it; or
 * here only, for the form to carry it.
 */
export interface Transfer {
  state: "sending" | "paused" | "held" | "here";
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
  /** Resolves when it turns out that pieces do not get through, so far. */
  stuck: () => Promise<void>;
  address: () => string | undefined;
}

/** How often a tab looks at what another one sends up, in ms. */
const LOOK_MS = 2000;

/**
 * Sends the CV up the moment that it is chosen, while the rest of the form is filled in. A CV that
 * cannot be sent so stays in the form, which carries it.
 */
export function useCvUpload(
  positionUuid: string,
  draft: Pick<DraftKeeper, "view" | "addressOf" | "happen">,
  form: RefObject<HTMLFormElement>,
  field = "cv",
) {
  // There when a file is chosen, also when the connection is lost until then.
  useFirstTouch(form, loadEarly);
  const [transfer, setTransfer] = useState<Transfer>();
  const current = useRef<Upload>();

  function start(file: File): Promise<UploadEnd | undefined> {
    const turn = new AbortController();
    const { signal } = turn;
    let held = 0;
    /** When it began, or began again, and what the server held then. */
    let since: { at: number; held: number } | undefined;
    /** By what has come through since; undefined while nothing has. */
    const secondsLeft = () => {
      const at = performance.now();
      since ??= { at, held };
      const seconds = (at - since.at) / 1000;
      const through = held - since.held;
      return through > 0 ? Math.ceil((seconds / through) * (file.size - held)) : undefined;
    };
    const show = (state: Transfer["state"]) => {
      if (signal.aborted) return;
      setTransfer({
        state,
        held,
        total: file.size,
        secondsLeft: state === "sending" ? secondsLeft() : undefined,
      });
    };
    let stuck = deferred();
    draft.happen(cvChosen, file);
    let address = draft.addressOf(file);
    const endpoint = uploadsHref(draft.view.applicationId, positionUuid, field);
    show("sending");

    const send = async (): Promise<UploadEnd> => {
      const code = await loadCode();
      // What sends it cannot be had: the form carries it.
      if (!code) return { outcome: "unavailable" };
      // Another tab may have begun, or ended, meanwhile.
      address = draft.addressOf(file) ?? address;
      return code.uploadInPieces({
        endpoint,
        file,
        address,
        signal,
        onStuck: () => stuck.resolve(),
        onAddress: (given) => {
          address = given;
          if (!signal.aborted) draft.happen(cvAt, given, false);
        },
        onProgress: (bytes) => {
          held = bytes;
          if (bytes > 0) stuck = deferred();
          show("sending");
        },
        onPause: (isPaused) => {
          if (isPaused) since = undefined;
          show(isPaused ? "paused" : "sending");
        },
      });
    };
    const look = setInterval(() => {
      const there = draft.addressOf(file);
      if (address === there || there === undefined) return;
      void bytesHeldAt(there, signal).then((bytes) => {
        if (typeof bytes !== "number" || address !== undefined) return;
        held = bytes;
        show("sending");
      });
    }, LOOK_MS);
    const name = `puertaUpload:${positionUuid}:${field}:${fileKey(file)}`;
    const ended = alone(name, signal, () => {
      clearInterval(look);
      return send();
    })
      .then(
        (end) => {
          upload.isOver = true;
          if (signal.aborted) return undefined;
          if (end.outcome === "held") {
            held = file.size;
            show("held");
            if (address !== undefined) draft.happen(cvAt, address, true);
          } else show("here");
          return end;
        },
        () => undefined,
      )
      .finally(() => clearInterval(look));
    const upload: Upload = {
      file,
      turn,
      ended,
      isOver: false,
      stuck: () => stuck.promise,
      address: () => address,
    };
    current.current = upload;
    return ended;
  }

  /** Ends what is on its way. */
  const stop = useCallback((): Upload | undefined => {
    const upload = current.current;
    current.current = undefined;
    upload?.turn.abort();
    return upload;
  }, []);

  return {
    transfer,
    start,
    stop,
    /** Ends what is on its way, and has the server forget what it holds of it. */
    cancel(): void {
      const upload = stop();
      setTransfer(undefined);
      if (!upload) return;
      draft.happen(cvDropped);
      const address = upload.address();
      if (address !== undefined) forgetUpload(address);
    },
    /** Whether a file is still on its way. */
    isUnderWay: () => current.current?.isOver === false,
    /**
     * Resolves when it has come to its end: the server's number for the CV, if it holds it. What
     * does not get through is not waited for: the form carries it.
     */
    async held(file: File): Promise<string | undefined> {
      const upload = current.current;
      if (!upload || fileKey(upload.file) !== fileKey(file)) return undefined;
      const end = await Promise.race([upload.ended, upload.stuck()]);
      if (end) return end.outcome === "held" ? uploadAt(end.address) : undefined;
      if (current.current === upload) {
        upload.isOver = true;
        upload.turn.abort();
        setTransfer({ state: "here", held: 0, total: file.size });
      }
      return undefined;
    },
  };
}

const loadCode = () => import("../upload/piecewise-upload").catch(() => undefined);

const loadEarly = () => void loadCode();

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

export type CvUpload = ReturnType<typeof useCvUpload>;

/** What sends each field's file up, by the names of their controls. */
export type Uploads = Map<string, CvUpload>;
