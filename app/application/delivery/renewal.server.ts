import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import type { FileStore } from "./file-store.server";
import { marked, markOf, SPARE_WAITS_MS, withoutMark, type SpareStub } from "./spare.server";
import { isUnsent, type ApplicationState } from "./state";
import { filesOf, hasContents } from "./state-files";
import type { StoredApplication } from "./stored-application.server";

/** How long the spare has to answer, in ms: much less than it waits before it looks. */
const SPARE_TIMEOUT_MS = SPARE_WAITS_MS / 6;
/** How long it has while a candidate waits, in ms. */
const PASSING_TIMEOUT_MS = 1000;

interface RenewalOptions {
  stored: StoredApplication;
  files: FileStore;
  /** The spare of this object. */
  spare: () => SpareStub;
  /** The id of this object. */
  id: string;
  /** Sets the alarm to what is due next. */
  arm: (state: ApplicationState) => Promise<void>;
}

/**
 * Makes the storage of an application anew once its contents are gone, because deleted rows leave their
 * bytes in the database's file. The file is deleted and written again, and a process may end in between:
 * so another object, the spare, keeps a copy meanwhile, and it is put back when one finds the storage empty.
 */
export class Renewal {
  readonly #options: RenewalOptions;
  #isUnderWay = false;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** Whether the storage is to be made anew. It waits while a file of a repeat is still here. */
  isDue(state: ApplicationState): boolean {
    const { stored, files } = this.#options;
    if (!stored.isWorn || hasContents(state)) return false;
    return (isNothing(state) || !isUnsent(state)) && !files.hasOthers([]);
  }

  /** Makes the storage anew if that is due. Never throws: the alarm has it tried again. */
  async make(): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    try {
      await this.#make();
    } catch (error) {
      console.error("An application's storage could not be made anew:", faultLine(error));
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #make(): Promise<void> {
    const { stored, spare, id, arm } = this.#options;
    const before = stored.state;
    if (!before || !this.isDue(before)) return;
    if (isNothing(before)) {
      stored.replace(stored.values);
      return arm(before);
    }
    const { mark, values } = marked(stored.values);
    await within(SPARE_TIMEOUT_MS, () => spare().keepSpare(id, values));
    const { state } = stored;
    const isSame = JSON.stringify(state) === JSON.stringify(before);
    if (state && isSame && this.isDue(state)) {
      stored.replace(stored.values);
      // The alarm has gone with the rest.
      await arm(state);
    }
    await within(SPARE_TIMEOUT_MS, () => spare().dropSpare(mark));
  }

  /**
   * Puts back what the spare keeps, if the storage was lost; then the spare is not needed any more.
   *
   * @throws if the spare does not answer: nobody knows whether there is an application
   */
  async recover(timeoutMs = SPARE_TIMEOUT_MS): Promise<void> {
    const { stored, spare, arm } = this.#options;
    const isMaking = () => this.#isUnderWay;
    if (isMaking()) return;
    const values = await within(timeoutMs, () => spare().spare());
    if (values === undefined || isMaking()) return;
    const { state } = stored;
    // Since then its candidate may have come back with the same form.
    if (state === undefined || isUnsent(state)) {
      stored.replace(withoutMark(values));
      const found = stored.state;
      if (found) await arm(found);
    }
    await within(SPARE_TIMEOUT_MS, () => spare().dropSpare(markOf(values)));
  }

  /**
   * The same before a form comes into a storage that is empty: what was sent under its id must not be
   * written over. No application waits for a spare that does not answer.
   */
  async recoverInPassing(): Promise<void> {
    try {
      await this.recover(PASSING_TIMEOUT_MS);
    } catch (error) {
      console.error("The spare of an application could not be asked:", faultLine(error));
    }
  }
}

/** Whether nobody would miss it: a form that was refused at once, and has certainly not arrived. */
const isNothing = (state: ApplicationState): boolean =>
  state.state === "refused" && filesOf(state).length === 0 && state.lostAt === undefined;
