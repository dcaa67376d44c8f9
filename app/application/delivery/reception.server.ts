import { isSameText, sha256Hex } from "./digest.server";
import { digestsOf, type Digests } from "./digests.server";
import { answerOf, type SubmitAnswer } from "./answers";
import type { Courier } from "./courier.server";
import type { CvHolder } from "./cv-holder.server";
import type { CvStore } from "./cv-store.server";
import { contentsOf, recordOf, type Delivery } from "./delivery";
import {
  formOf,
  isMendable,
  triesLeftOf,
  triedWrongly,
  type FormBack,
  type TryAnswer,
} from "./given-back";
import { firstAttempt, nextAttempt, onSubmit, type DeliverySettings } from "./lifecycle";
import { recordIn } from "./state";
import type { StateKeeper } from "./state-keeper.server";
import type { StoredApplication } from "./stored-application.server";

interface ReceptionOptions {
  stored: StoredApplication;
  cvs: CvStore;
  keeper: StateKeeper;
  holder: CvHolder;
  courier: Courier;
  settings: () => DeliverySettings;
}

/** Takes the form of one application from its candidate, and gives it back after a refusal. */
export class Reception {
  readonly #options: ReceptionOptions;

  constructor(options: ReceptionOptions) {
    this.#options = options;
  }

  /**
   * Sends the application, unless it was sent before: then the same contents get the same answer, and
   * other contents are `taken`.
   *
   * @param isRepeat whether the Worker submits it once more by itself, because the object broke
   */
  async submit(delivery: Delivery, isRepeat = false): Promise<SubmitAnswer> {
    const { stored, cvs, holder, courier } = this.#options;
    const { upload } = delivery;
    await courier.giveBackCut();
    const digests = await digestsOf(delivery, { stored, cvs });
    const answer = await this.#answerTo(delivery, { ...digests, isRepeat });
    // If the id is taken, the CV is still needed: it is copied to the successor.
    if (upload !== undefined && answer.outcome !== "taken") await holder.discard(upload);
    return answer;
  }

  /**
   * The form of a refused application, for whoever knows the phone number that was sent. A wrong one
   * is counted.
   *
   * @param phone E.164
   */
  async giveBack(positionUuid: string, phone: string): Promise<TryAnswer> {
    const { stored, holder, keeper } = this.#options;
    const { state } = stored;
    if (state?.positionUuid !== positionUuid || !isMendable(state) || triesLeftOf(state) === 0) {
      return { outcome: "closed" };
    }
    if (isSameText(phone, state.kept.contents.application.phone)) {
      const form = formOf(state, holder.kept());
      return { outcome: "right", applicationId: state.kept.contents.applicationId, ...form };
    }
    const next = triedWrongly(state);
    await keeper.keep(next);
    return { outcome: "wrong", triesLeft: triesLeftOf(next) };
  }

  /**
   * The form of a refused application, for a browser that still has what was entered, and knows the
   * secret id. Undefined if it cannot be mended any more.
   */
  formBack(positionUuid: string): Omit<FormBack, "application"> | undefined {
    const { stored, holder } = this.#options;
    const { state } = stored;
    if (state?.positionUuid !== positionUuid || !isMendable(state)) return undefined;
    const { application: _, ...form } = formOf(state, holder.kept());
    return form;
  }

  async #answerTo(
    delivery: Delivery,
    { digest, digestVersion, cvDigest, isRepeat }: Digests & { isRepeat: boolean },
  ): Promise<SubmitAnswer> {
    const { stored, cvs, courier } = this.#options;
    const settings = this.#options.settings();
    const { upload, applicationId } = delivery;
    // Derived from the contents, so that a repeat of them gets the same successor.
    const taken = async () => ({
      outcome: "taken" as const,
      successor: await sha256Hex(`${applicationId} ${digest}`),
    });
    if (stored.passedOn.includes(digest)) return taken();
    const { state } = stored;
    if (!state) throw new Error("An application is bound to its position before it is sent");
    // The CV may be gone: another tab with the same draft can replace it.
    const cv = upload === undefined ? undefined : cvs.get(upload);
    const found = recordIn(state)?.cv?.upload === upload ? "sent" : cv ? "held" : "gone";
    const submitted = {
      digest,
      cv: upload === undefined ? "none" : found,
      isCorrection: delivery.isCorrection ?? false,
      isRepeat: isRepeat && settings.RETRY_AMBIGUOUS === "off",
    } as const;
    switch (onSubmit(state, submitted, courier.underWay?.digest)) {
      case "cv-gone":
        return { outcome: "cv-gone" };
      case "cut":
        return { outcome: "unreachable" };
      case "taken":
        // What is sent at this moment may come back, and leave the id free.
        if (courier.underWay) stored.passOn(digest);
        return taken();
      case "joins":
      case "answered":
        return courier.underWay?.answer ?? answerOf(state, settings);
      case "again": {
        const next = nextAttempt(state, Date.now());
        if (!next) throw new Error("An application that failed has nothing left to be sent");
        return courier.deliver(next);
      }
      case "first": {
        const sentCv = cv && { ...cv, digest: cvDigest };
        const sent = { digest, digestVersion, cv: sentCv, sentAt: Date.now() };
        return courier.deliver(firstAttempt(state, contentsOf(delivery), recordOf(delivery, sent)));
      }
    }
  }
}
