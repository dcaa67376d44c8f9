import { useCallback, useRef, useState, type RefObject } from "react";
import { useFirstTouch } from "../../ui/browser/use-first-touch";
import type { DraftKeeper } from "../draft/draft-keeper";
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
  draft: DraftKeeper,
  form: RefObject<HTMLFormElement>,
) {
  // There when a file is chosen, also when the connection is lost until then.
  useFirstTouch(form, loadEarly);
  const [transfer, setTransfer] = useState<Transfer>();
  const current = useRef<Upload>();

  function start(file: File): Promise<UploadEnd | undefined> {
    const turn = new AbortController();
    const { signal } = turn;
    const pace = new Pace();
    let held = 0;
    const show = (state: Transfer["state"]) => {
      if (signal.aborted) return;
      const secondsLeft = state === "sending" ? pace.secondsFor(held, file.size) : undefined;
      setTransfer({ state, held, total: file.size, secondsLeft });
    };
    let stuck = deferred();
    let address = draft.chooseCv(file);
    const endpoint = uploadsHref(draft.applicationId, positionUuid);
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
          if (!signal.aborted) draft.keepCvAt(given, false);
        },
        onProgress: (bytes) => {
          held = bytes;
          if (bytes > 0) stuck = deferred();
          show("sending");
        },
        onPause: (isPaused) => {
          if (isPaused) pace.rest();
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
    const name = `puertaUpload:${positionUuid}:${file.name}:${file.size}:${file.lastModified}`;
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
            if (address !== undefined) draft.keepCvAt(address, true);
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
      draft.dropCv();
      const address = upload.address();
      if (address !== undefined) forgetUpload(address);
    },
    /** Whether a file is still on its way. */
    isUnderWay: () => current.current !== undefined && !current.current.isOver,
    /**
     * Resolves when it has come to its end: the server's number for the CV, if it holds it. What
     * does not get through is not waited for: the form carries it.
     */
    async held(file: File): Promise<string | undefined> {
      const upload = current.current;
      if (!upload || !isSame(upload.file, file)) return undefined;
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

/** How fast it goes, by what has come through since it began, or began again. */
class Pace {
  #since: { at: number; held: number } | undefined;

  /** How long the rest will take, in seconds; undefined while nothing has come through. */
  secondsFor(held: number, total: number): number | undefined {
    this.#since ??= { at: performance.now(), held };
    const through = held - this.#since.held;
    if (through <= 0) return undefined;
    const seconds = (performance.now() - this.#since.at) / 1000;
    return Math.ceil((seconds / through) * (total - held));
  }

  rest(): void {
    this.#since = undefined;
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** A form's own copy of a file is another object. */
const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

export type CvUpload = ReturnType<typeof useCvUpload>;
