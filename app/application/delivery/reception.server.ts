import { sha256Hex } from "./digest.server";
import { digestsOf, type Digests } from "./digests.server";
import { answerOf, type SubmitAnswer } from "./answers";
import type { Courier } from "./courier.server";
import type { FileHolder } from "./file-holder.server";
import type { StoredFile } from "./file-rows.server";
import type { FileStore } from "./file-store.server";
import { contentsOf, filesOf, recordOf, type Delivery } from "./delivery";
import { formOf, isMendable, type FormBack } from "./given-back";
import { firstAttempt, nextAttempt, onSubmit, type DeliverySettings } from "./lifecycle";
import { recordIn } from "./state";
import { sentFileIn } from "./state-files";
import type { StoredApplication } from "./stored-application.server";

interface ReceptionOptions {
  stored: StoredApplication;
  files: FileStore;
  holder: FileHolder;
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
    const { stored, files, holder, courier } = this.#options;
    await courier.resume();
    const digests = await digestsOf(delivery, { stored, files });
    const answer = await this.#answerTo(delivery, { ...digests, isRepeat });
    // If the id is taken, the files are still needed: they are copied to the successor.
    if (answer.outcome !== "taken") {
      for (const { upload } of filesOf(delivery)) await holder.discard(upload);
    }
    return answer;
  }

  /**
   * The form of a refused application, for a browser that still has what was entered, and knows the
   * secret id. Undefined if it cannot be mended any more.
   */
  formBack(positionUuid: string): FormBack | undefined {
    const { stored, holder } = this.#options;
    const { state } = stored;
    if (state?.positionUuid !== positionUuid || !isMendable(state)) return undefined;
    return formOf(state, holder.kept() ?? []);
  }

  async #answerTo(
    delivery: Delivery,
    { digest, ofFiles, isRepeat }: Digests & { isRepeat: boolean },
  ): Promise<SubmitAnswer> {
    const { stored, courier } = this.#options;
    const settings = this.#options.settings();
    const { applicationId } = delivery;
    // Derived from the contents, so that a repeat of them gets the same successor.
    const taken = async () => ({
      outcome: "taken" as const,
      successor: await sha256Hex(`${applicationId} ${digest}`),
    });
    if (stored.passedOn.includes(digest)) return taken();
    const { state } = stored;
    if (!state) throw new Error("An application is bound to its position before it is sent");
    const found = this.#found(delivery);
    const { is, fields } = worstOf(found);
    const submitted = {
      digest,
      files: is,
      isCorrection: delivery.isCorrection ?? false,
      isRepeat: isRepeat && settings.RETRY_AMBIGUOUS === "off",
    } as const;
    switch (onSubmit(state, submitted, courier.underWay?.digest)) {
      case "cv-gone":
        return { outcome: "cv-gone", fields };
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
        const sentFiles = found.flatMap(({ field, file }) =>
          file ? [{ ...file, digest: ofFiles.get(field) ?? "" }] : [],
        );
        const sent = { digest, files: sentFiles, sentAt: Date.now() };
        return courier.deliver(firstAttempt(state, contentsOf(delivery), recordOf(delivery, sent)));
      }
    }
  }

  /** Where each file of a form is. It may be gone: another tab with the same draft can replace it. */
  #found(delivery: Delivery): FoundFile[] {
    const { stored, files } = this.#options;
    const record = recordIn(stored.state);
    return filesOf(delivery).map(({ field, upload }) => {
      const file = files.get(upload);
      const isSent = sentFileIn(record, field)?.upload === upload;
      return { field, file, is: isSent ? "sent" : file ? "held" : "gone" };
    });
  }
}

/** A file of a form: it was sent before, stored still or not; is held; or is missing. */
interface FoundFile {
  field: string;
  file: StoredFile | undefined;
  is: "sent" | "held" | "gone";
}

/** Where the file is that decides what becomes of a form, and the fields of those that are there too. */
function worstOf(found: readonly FoundFile[]) {
  const is = (["gone", "sent", "held"] as const).find((one) =>
    found.some((file) => file.is === one),
  );
  const fields = found.filter((file) => file.is === is).map(({ field }) => field);
  return { is: is ?? "none", fields } as const;
}
