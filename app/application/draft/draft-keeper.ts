import { forgetUpload, bytesHeldAt } from "../upload/requests";
import { chooseFile, fillIn, hasFile } from "./draft-fields";
import { enteredIn, type DraftNames } from "./entered-fields";
import type { DraftView } from "./draft";
import {
  addressOf,
  cvLookedFor,
  cvToLookFor,
  followed,
  isCutOff,
  joined,
  left,
  opened,
  paused,
  restored,
  shown,
  typed,
  type DraftState,
  type Effect,
  type Facts,
  type Step,
} from "./draft-state";
import { draftKey } from "./keys";
import {
  readDraft,
  readDraftFile,
  removeDraft,
  removeDraftFile,
  sweepDrafts,
  writeDraft,
} from "./draft-storage";
import { announce, isAnnounced } from "./tab-locks";

/** How long typing pauses before it is kept, in ms. */
const PAUSE_MS = 300;

/** Something that happens to a draft; what else there is to know of it is given. */
type DraftEvent<Given extends unknown[]> = (
  state: DraftState,
  facts: Facts,
  ...given: Given
) => Step;

/**
 * Keeps what is typed and chosen in the browser until it is sent, and brings it back into a form that
 * is still as the server drew it. Nothing is kept before something was entered. Tabs of the same
 * position are one draft: each shows what was last changed in any of them.
 *
 * What is to be done is decided in `draft-state.ts`; this listens, and does it.
 */
export function createDraftKeeper(state: DraftState, positionUuid: string, names: DraftNames) {
  const lock = `puertaSubmitting:${positionUuid}`;
  let form: HTMLFormElement | undefined;
  let show: (view: DraftView) => void = () => undefined;
  let endAnnouncing: (() => void) | undefined;
  let isFillingIn = false;
  const reading: Promise<unknown>[] = [];

  const facts = (): Facts => ({
    now: Date.now(),
    entered: enteredIn(form, names),
    hasFile: hasFile(form),
    stored: readDraft(positionUuid),
  });

  function step<Given extends unknown[]>(event: DraftEvent<Given>, ...given: Given): void {
    const [next, ...effects] = event(state, facts(), ...given);
    // The other tabs are told for as long as this one sends.
    if (next.isSubmitting !== state.isSubmitting) {
      if (next.isSubmitting) endAnnouncing = announce(lock);
      else endAnnouncing?.();
    }
    state = next;
    show(state.view);
    effects.forEach(carryOut);
  }

  function carryOut([effect, given]: Effect): void {
    switch (effect) {
      case "write": {
        const { view, at, submittedAt, cv, refusal } = state;
        const { applicationId, corrects } = view;
        const values = enteredIn(form, names);
        const draft = { applicationId, at, submittedAt, values, cv, corrects, refusal };
        writeDraft(positionUuid, draft, given);
        break;
      }
      case "remove":
        removeDraft(positionUuid);
        break;
      case "removeFile":
        void removeDraftFile(positionUuid);
        break;
      case "forget":
        if (given !== undefined) forgetUpload(given);
        break;
      case "submit":
        // Safari 15 has no `requestSubmit`.
        form?.querySelector<HTMLElement>(".button-submit")?.click();
        break;
      default:
        // What is filled in is not taken for typed.
        isFillingIn = true;
        if (effect === "fill") fillIn(form, given, names);
        else chooseFile(form, given);
        isFillingIn = false;
    }
  }

  /** Brings back what storage has, and makes a submit again that got no answer. */
  async function restore(): Promise<void> {
    step(opened);
    const isSentAgain = isCutOff(state, facts()) && !(await isAnnounced(lock));
    const cv = cvToLookFor(state, facts(), isSentAgain);
    if (cv) {
      const address = cv.isHeld && cv.address;
      const file = address ? undefined : readDraftFile(positionUuid);
      if (file) reading.push(file);
      step(cvLookedFor, address ? (await bytesHeldAt(address)) !== "gone" : await file);
    }
    // What the form shows of the CV is drawn first.
    await new Promise((resolve) => setTimeout(resolve));
    step(restored, isSentAgain);
  }

  /** Something has happened in this tab's form. */
  function happen<Given extends unknown[]>(event: DraftEvent<Given>, ...given: Given): void {
    step(joined);
    step(event, ...given);
  }

  return {
    /** What the form shows of the draft. */
    get view() {
      return state.view;
    },

    /** The files that are being brought back from the browser's storage, for which a submit waits. */
    reading,

    /** Begins to keep a form. @returns what ends it */
    start(drawn: HTMLFormElement, onChange: (view: DraftView) => void): () => void {
      form = drawn;
      show = onChange;
      void sweepDrafts();
      // What was entered before the scripts came is put back first (`hydrateIsland`), and stays.
      queueMicrotask(() => void restore());
      const listening = new AbortController();
      const { signal } = listening;
      let timer: ReturnType<typeof setTimeout> | undefined;
      for (const type of ["input", "change"]) {
        form.addEventListener(
          type,
          () => {
            if (isFillingIn) return;
            state = typed(state);
            clearTimeout(timer);
            timer = setTimeout(() => happen(paused), PAUSE_MS);
          },
          { signal },
        );
      }
      addEventListener("pagehide", () => happen(left), { signal });
      addEventListener(
        "storage",
        ({ key }) => {
          if (key === draftKey(positionUuid)) step(followed);
        },
        { signal },
      );
      addEventListener("pageshow", ({ persisted }) => step(shown, persisted), { signal });
      return () => {
        clearTimeout(timer);
        listening.abort();
      };
    },

    /** Where a file that is the draft's CV goes up to, if that has begun, in whatever tab. */
    addressOf: (file: File) => addressOf(state, facts(), file),

    happen,
  };
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;
