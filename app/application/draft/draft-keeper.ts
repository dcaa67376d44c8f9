import type { HeldCv } from "../model/application";
import {
  draftKey,
  keepDraftFile,
  readDraft,
  readDraftFile,
  removeDraft,
  removeDraftFile,
  sweepDrafts,
  writeDraft,
  type Draft,
  type DraftCv,
} from "./draft";
import { forgetUpload, bytesHeldAt } from "../upload/requests";
import {
  enteredIn,
  fileFieldOf,
  fillIn,
  makeLike,
  takeFileOut,
  tell,
  type DraftNames,
} from "./draft-fields";
import { announce, isAnnounced } from "./tab-locks";

/** How long typing pauses before it is kept, in ms. */
const PAUSE_MS = 300;

/** A submit that got no answer is made again by itself within this time, in ms. */
const SUBMIT_AGAIN_MS = 60 * 60 * 1000;

/** What the form shows of a draft. */
export interface DraftView {
  applicationId: string;
  /** Whether something was brought back. */
  isRestored: boolean;
  /** The CV that the server still holds. */
  heldCv?: HeldCv | undefined;
  /** Whether there was a CV that neither the server nor the browser has any more. */
  isCvGone: boolean;
}

interface Start {
  /** Whether the form is as the server drew it, with nothing of an answer in it. */
  isUntouched: boolean;
  names: DraftNames;
  show: (view: DraftView) => void;
}

/**
 * Keeps what is typed and chosen in the browser until it is sent, and brings it back into a form that
 * is still as the server drew it. Nothing is kept before something was entered. Tabs of the same
 * position are one draft: each shows what was last changed in any of them.
 */
export class DraftKeeper {
  readonly #freshId: string;
  readonly #positionUuid: string;
  #draft: Draft;
  #view: DraftView;
  /** The CV that the server holds while another one is on its way to take its place. */
  #heldBefore: DraftCv | undefined;
  #form: HTMLFormElement | undefined;
  #start: Start | undefined;
  #isOver = false;
  #isFillingIn = false;
  /** Counts what makes work that was begun before pointless. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endSubmitting: (() => void) | undefined;
  /** Whether the page is being left: what breaks off then is not an answer. */
  #isLeaving = false;

  constructor(freshId: string, positionUuid: string, heldCv: HeldCv | undefined) {
    this.#freshId = freshId;
    this.#positionUuid = positionUuid;
    this.#draft = { applicationId: freshId, at: 0, values: {} };
    this.#view = { applicationId: freshId, isRestored: false, heldCv, isCvGone: false };
    if (!heldCv) return;
    const { name, size, upload } = heldCv;
    const address = `/-/applications/${freshId}/cv/${upload}`;
    this.#draft.cv = { name, size, lastModified: 0, address, isHeld: true };
  }

  get applicationId(): string {
    return this.#draft.applicationId;
  }

  /** What is shown before anything was brought back. */
  get view(): DraftView {
    return this.#view;
  }

  /** Begins to keep a form. @returns what ends it */
  start(form: HTMLFormElement, start: Start): () => void {
    this.#form = form;
    this.#start = start;
    void sweepDrafts();
    const found = start.isUntouched ? readDraft(this.#positionUuid) : undefined;
    // What was entered before the scripts came is put back first (`hydrateIsland`), and stays.
    if (found) queueMicrotask(() => void this.#restore(found));
    const listening = new AbortController();
    const { signal } = listening;
    const soon = () => {
      if (this.#isFillingIn) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(), PAUSE_MS);
    };
    form.addEventListener("input", soon, { signal });
    form.addEventListener("change", soon, { signal });
    addEventListener(
      "pagehide",
      () => {
        this.#isLeaving = true;
        if (this.#timer !== undefined) this.#keep();
      },
      { signal },
    );
    addEventListener(
      "storage",
      ({ key }) => {
        if (key === draftKey(this.#positionUuid)) this.#followOthers();
      },
      { signal },
    );
    // A page that comes back from the browser's memory knows nothing of what happened since.
    addEventListener(
      "pageshow",
      ({ persisted }) => {
        this.#isLeaving = false;
        if (persisted && readDraft(this.#positionUuid)) this.#followOthers();
      },
      { signal },
    );
    return () => {
      clearTimeout(this.#timer);
      listening.abort();
    };
  }

  /** Where a file that is the draft's CV goes up to, if that has begun, in whatever tab. */
  addressOf({ name, size, lastModified }: File): string | undefined {
    const known = [readDraft(this.#positionUuid)?.cv, this.#draft.cv].find(
      (cv) => cv?.name === name && cv.size === size && cv.lastModified === lastModified,
    );
    return known?.address;
  }

  /** A file was chosen, and is to go up. @returns where to, if that has begun */
  chooseCv(file: File): string | undefined {
    this.#join();
    const address = this.addressOf(file);
    const { name, size, lastModified } = file;
    if (this.#draft.cv?.isHeld && this.#draft.cv.address !== address) {
      this.#heldBefore = this.#draft.cv;
    }
    this.#change({ isCvGone: false });
    const isKept = this.#keepCv({ name, size, lastModified, address, isHeld: false });
    if (isKept) void keepDraftFile(this.#positionUuid, file);
    return address;
  }

  /** It goes up to this address; or the server has all of it. */
  keepCvAt(address: string, isHeld: boolean): void {
    const { cv } = this.#draft;
    if (!cv || this.#isOver) return;
    this.#keepCv({ ...cv, address, isHeld });
    if (!isHeld) return;
    // The one that the server held before has made way for it.
    this.#heldBefore = undefined;
    if (this.#view.heldCv) this.#change({ heldCv: undefined });
    void removeDraftFile(this.#positionUuid);
  }

  /** The file that was chosen was taken away again: what the server held before is held still. */
  dropCv(): void {
    if (this.#isOver) return;
    const before = this.#heldBefore;
    this.#heldBefore = undefined;
    this.#keepCv(before);
    void removeDraftFile(this.#positionUuid);
  }

  /** The server does not hold the CV any more that the form counted on. */
  forgetHeldCv(): void {
    if (this.#view.heldCv) this.#change({ heldCv: undefined });
    if (this.#draft.cv?.isHeld) this.#keepCv(undefined);
  }

  /** Whether it is being sent: a page that is loaded again before the answer goes on with it. */
  keepSubmitting(isSubmitting: boolean): void {
    if (this.#isLeaving) return;
    this.#endSubmitting?.();
    this.#endSubmitting = isSubmitting ? announce(this.#submitting) : undefined;
    this.#draft = { ...this.#draft, submittedAt: isSubmitting ? Date.now() : undefined };
    this.#keep();
  }

  /** Forgets all of it, here, in the form, and on the server. */
  clear(): void {
    const { address } = this.#draft.cv ?? {};
    if (address !== undefined) forgetUpload(address);
    this.#empty();
    removeDraft(this.#positionUuid);
  }

  /** It was sent. */
  end(): void {
    this.#isOver = true;
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#endSubmitting?.();
    removeDraft(this.#positionUuid);
  }

  get #submitting(): string {
    return `puertaSubmitting:${this.#positionUuid}`;
  }

  #keepCv(cv: DraftCv | undefined): boolean {
    this.#draft = { ...this.#draft, cv };
    return this.#keep();
  }

  /** @returns whether it is kept */
  #keep(): boolean {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver || !this.#form || !this.#start) return false;
    const { names } = this.#start;
    const isEmpty = Object.keys(enteredIn(this.#form, names)).length === 0 && !this.#draft.cv;
    if (isEmpty) {
      // A tab that has entered nothing has no say in what the others have.
      if (this.#draft.at !== 0) removeDraft(this.#positionUuid);
      this.#draft = { ...this.#draft, at: 0 };
      return false;
    }
    this.#join();
    this.#draft = { ...this.#draft, at: Date.now(), values: enteredIn(this.#form, names) };
    return writeDraft(this.#positionUuid, this.#draft);
  }

  /** A draft that another tab has begun is this one's too, from the first thing that is entered. */
  #join(): void {
    if (this.#draft.at !== 0 || !this.#start?.isUntouched) return;
    const stored = readDraft(this.#positionUuid);
    if (stored) this.#take(stored, fillIn);
  }

  /** Another tab has changed the draft, or there is none any more. */
  #followOthers(): void {
    // What is typed or sent here just now is the last word.
    if (this.#isOver || this.#timer !== undefined || this.#endSubmitting) return;
    const stored = readDraft(this.#positionUuid);
    const { at, applicationId } = this.#draft;
    if (!stored) {
      if (at !== 0) this.#empty();
      return;
    }
    // Two tabs that began at the same moment: one of the ids is everybody's.
    if (at !== 0 && applicationId < stored.applicationId) {
      this.#keep();
      return;
    }
    this.#take(stored, makeLike);
    if (!stored.cv && this.#form) takeFileOut(this.#form);
  }

  /** Makes a draft this tab's. */
  #take(found: Draft, fill: typeof fillIn): void {
    if (!this.#form || !this.#start) return;
    const { cv, applicationId } = found;
    this.#draft = { ...found, submittedAt: undefined };
    this.#fill(found, fill);
    const isChosenHere = Boolean(fileFieldOf(this.#form)?.files?.length);
    const upload = Number(cv?.address?.split("/").at(-1));
    const heldCv =
      cv?.isHeld && !isChosenHere ? { upload, name: cv.name, size: cv.size } : undefined;
    this.#change({ applicationId, isRestored: true, heldCv, isCvGone: false });
  }

  #fill({ values }: Draft, fill: typeof fillIn): void {
    if (!this.#form || !this.#start) return;
    this.#isFillingIn = true;
    fill(this.#form, values, this.#start.names);
    this.#isFillingIn = false;
  }

  async #restore(found: Draft): Promise<void> {
    const turn = this.#turn;
    this.#take(found, fillIn);
    const isWaiting =
      found.submittedAt !== undefined &&
      Date.now() - found.submittedAt < SUBMIT_AGAIN_MS &&
      !(await isAnnounced(this.#submitting));
    if (turn !== this.#turn) return;
    const isThere = await this.#restoreCv(found.cv, isWaiting);
    // What the form shows of the CV is drawn first, with a choice that belongs to it.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (turn !== this.#turn) return;
    this.#fill(found, fillIn);
    if (isWaiting && isThere) this.#form?.requestSubmit();
  }

  /**
   * The CV that the server holds is named; the file that it does not goes up again, from there on.
   *
   * @returns whether there is what the draft had
   */
  async #restoreCv(cv: DraftCv | undefined, isWaiting: boolean): Promise<boolean> {
    const turn = this.#turn;
    const field = this.#form && fileFieldOf(this.#form);
    if (!cv || !field || field.files?.length) return true;
    if (cv.isHeld && cv.address !== undefined) {
      // What was sent is not held any more, and the server knows it: it answers a repeat.
      if (isWaiting) return true;
      const held = await bytesHeldAt(cv.address);
      if (held !== "gone" || turn !== this.#turn) return true;
    } else {
      const file = await readDraftFile(this.#positionUuid);
      if (turn !== this.#turn || field.files?.length) return true;
      if (file) {
        const carrier = new DataTransfer();
        carrier.items.add(file);
        field.files = carrier.files;
        tell(field);
        return true;
      }
    }
    this.#change({ heldCv: undefined, isCvGone: true });
    this.#keepCv(undefined);
    return false;
  }

  #empty(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#heldBefore = undefined;
    this.#draft = { applicationId: this.#freshId, at: 0, values: {} };
    this.#change({
      applicationId: this.#freshId,
      isRestored: false,
      heldCv: undefined,
      isCvGone: false,
    });
    if (!this.#form || !this.#start) return;
    this.#isFillingIn = true;
    makeLike(this.#form, {}, this.#start.names);
    takeFileOut(this.#form);
    this.#isFillingIn = false;
  }

  #change(change: Partial<DraftView>): void {
    this.#view = { ...this.#view, ...change };
    this.#start?.show(this.#view);
  }
}
