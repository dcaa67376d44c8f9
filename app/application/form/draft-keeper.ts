import type { HeldCv } from "../application";
import {
  keepDraftFile,
  readDraft,
  readDraftFile,
  removeDraft,
  removeDraftFile,
  sweepDrafts,
  writeDraft,
  type Draft,
} from "../draft";
import { forgetUpload, heldAt } from "../piecewise-upload";
import { empty, enteredIn, fillIn, tell } from "./draft-fields";

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
}

/**
 * Keeps what is typed and chosen in the browser until it is sent, and brings it back into a form that
 * is still as the server drew it. Nothing is kept before something was entered. Tabs of the same
 * position are one draft: the last that changes is what is kept.
 */
export class DraftKeeper {
  readonly #freshId: string;
  readonly #positionUuid: string;
  #draft: Draft;
  #view: DraftView;
  #form: HTMLFormElement | undefined;
  #show: (view: DraftView) => void = () => undefined;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(freshId: string, positionUuid: string) {
    this.#freshId = freshId;
    this.#positionUuid = positionUuid;
    this.#draft = { applicationId: freshId, at: 0, values: {} };
    this.#view = { applicationId: freshId, isRestored: false };
  }

  get applicationId(): string {
    return this.#draft.applicationId;
  }

  /**
   * Begins to keep a form.
   *
   * @param isUntouched whether it is as the server drew it, with nothing of an answer in it
   * @returns what ends it
   */
  start(
    form: HTMLFormElement,
    { isUntouched, show }: { isUntouched: boolean; show: (view: DraftView) => void },
  ): () => void {
    this.#form = form;
    this.#show = show;
    sweepDrafts();
    const found = isUntouched ? readDraft(this.#positionUuid) : undefined;
    // What was entered before the scripts came is put back first (`hydrateIsland`), and stays.
    if (found) queueMicrotask(() => this.#restore(found, form));
    const soon = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(), PAUSE_MS);
    };
    const now = () => {
      if (this.#timer !== undefined) this.#keep();
    };
    form.addEventListener("input", soon);
    form.addEventListener("change", soon);
    addEventListener("pagehide", now);
    return () => {
      clearTimeout(this.#timer);
      form.removeEventListener("input", soon);
      form.removeEventListener("change", soon);
      removeEventListener("pagehide", now);
    };
  }

  /** The file that was chosen and how far it is; undefined for none. */
  keepCv(cv: Draft["cv"], file?: File): void {
    const { cv: _, ...draft } = this.#draft;
    this.#draft = cv ? { ...draft, cv } : draft;
    this.#keep();
    if (this.#isOver) return;
    if (file) void keepDraftFile(this.#positionUuid, file);
    else if (!cv || cv.isHeld) void removeDraftFile(this.#positionUuid);
  }

  /** Whether it is being sent: a page that is loaded again before the answer goes on with it. */
  keepSubmitting(isSubmitting: boolean): void {
    this.#draft = { ...this.#draft, isSubmitting };
    this.#keep();
  }

  /** Where the file that was chosen before was going up to. */
  addressOf(file: File): string | undefined {
    const { cv } = this.#draft;
    return cv?.name === file.name && cv.size === file.size ? cv.address : undefined;
  }

  /** The server does not hold the CV any more. */
  forgetHeldCv(): void {
    if (this.#view.heldCv) this.#change({ heldCv: undefined });
  }

  /** Forgets all of it, here and in the form. */
  clear(): void {
    const { address } = this.#draft.cv ?? {};
    if (address !== undefined) forgetUpload(address);
    this.#draft = { applicationId: this.#freshId, at: 0, values: {} };
    if (this.#form) empty(this.#form);
    clearTimeout(this.#timer);
    removeDraft(this.#positionUuid);
    this.#change({ applicationId: this.#freshId, isRestored: false, heldCv: undefined });
  }

  /** It was sent. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    removeDraft(this.#positionUuid);
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver || !this.#form) return;
    const values = enteredIn(this.#form);
    const stored = readDraft(this.#positionUuid);
    if (Object.keys(values).length === 0 && !this.#draft.cv) {
      if (stored) removeDraft(this.#positionUuid);
      return;
    }
    if (stored && this.#draft.at === 0) {
      // Another tab has begun: it is one application.
      this.#draft = { ...this.#draft, applicationId: stored.applicationId };
      this.#change({ applicationId: stored.applicationId });
    }
    this.#draft = { ...this.#draft, at: Date.now(), values };
    writeDraft(this.#positionUuid, this.#draft);
  }

  #restore(found: Draft, form: HTMLFormElement): void {
    this.#draft = found;
    fillIn(form, found.values);
    this.#change({ applicationId: found.applicationId, isRestored: true });
    const isWaiting = found.isSubmitting === true && Date.now() - found.at < SUBMIT_AGAIN_MS;
    void this.#restoreCv(found, form).then(() => {
      // What the form shows of the CV is drawn first.
      if (isWaiting) setTimeout(() => form.requestSubmit(), 0);
    });
  }

  /** The CV that the server holds is named; the file that it does not goes up again, from there on. */
  async #restoreCv({ cv }: Draft, form: HTMLFormElement): Promise<void> {
    const field = form.querySelector<HTMLInputElement>("input[type=file]");
    if (!cv || !field || field.files?.length) return;
    if (cv.isHeld && cv.address !== undefined && (await heldAt(cv.address)) === cv.size) {
      const upload = Number(cv.address.split("/").at(-1));
      this.#change({ heldCv: { upload, name: cv.name, size: cv.size } });
      return;
    }
    const file = await readDraftFile(this.#positionUuid);
    if (!file || field.files?.length) return;
    const carrier = new DataTransfer();
    carrier.items.add(file);
    field.files = carrier.files;
    tell(field);
  }

  #change(change: Partial<DraftView>): void {
    this.#view = { ...this.#view, ...change };
    this.#show(this.#view);
  }
}
