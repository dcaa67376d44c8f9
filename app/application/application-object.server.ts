import { DurableObject } from "cloudflare:workers";
import { readSettings, type RawEnv } from "../edge/env.server";
import { platformOf } from "../edge/platform.server";
import type { ApplyOutcome } from "../platform/types";
import type { Application } from "./application";
import { CvStore, type CvFile } from "./cv-store.server";
import { hasCvContent } from "./cv-type.server";
import { isImageName } from "./file-name";
import type { Receipt } from "./receipt";

/** All that the platform is told, besides the CV that the object holds. */
export interface Delivery {
  /** The secret id: the platform's key to know a repeat by. */
  applicationId: string;
  clientUuid: string;
  application: Application;
  csrfToken: string | undefined;
  recaptchaToken: string;
  /** The upload that is the CV, if there is one. */
  upload: number | undefined;
}

/** What the object needs of the Worker's bindings: the platform, and its own kind. */
export interface ApplicationEnv extends RawEnv {
  APPLICATIONS: DurableObjectNamespace<ApplicationObject>;
}

/** What the object remembers of its application, besides the CV. */
type Memory =
  | { state: "draft"; positionUuid: string }
  /** `until`: when its receipt runs out, in ms since 1970. */
  | { state: "sent"; positionUuid: string; digest: string; wasImage: boolean; until: number };

/**
 * One application: holds its CV as it comes in, and is the only caller of the platform's apply
 * call. It forgets the CV when the platform has it, and everything when nobody can ask any more.
 */
export class ApplicationObject extends DurableObject<ApplicationEnv> {
  readonly #cvs = new CvStore(this.ctx.storage.sql);
  #sending: { digest: string; outcome: Promise<ApplyOutcome> } | undefined;

  /**
   * Binds the application to its position at first use; false if it is another position's. What is
   * not sent is held for an hour from the last time that this was asked.
   */
  async bind(positionUuid: string): Promise<boolean> {
    const memory = await this.#memory();
    if (memory && memory.positionUuid !== positionUuid) return false;
    if (!memory) await this.#remember({ state: "draft", positionUuid });
    await this.ctx.storage.setAlarm(Date.now() + readSettings(this.env).HOLD_MS);
    return true;
  }

  /** Makes room for a CV, and gives it the name under which its bytes come. */
  openCv(file: CvFile): number {
    return this.#cvs.open(file);
  }

  appendCv(upload: number, bytes: Uint8Array): void {
    this.#cvs.append(upload, bytes);
  }

  /** Ends an upload; false, and nothing kept, if it is not of an accepted type. */
  async closeCv(upload: number): Promise<boolean> {
    const accepted = await hasCvContent(this.#cvs.head(upload), this.#cvs.stream(upload));
    if (!accepted) this.#cvs.discard(upload);
    return accepted;
  }

  /** Forgets an upload that will not be sent. */
  discardCv(upload: number): void {
    this.#cvs.discard(upload);
  }

  /** What is known of a position's application that has reached the platform. */
  async sent(positionUuid: string): Promise<{ wasImage: boolean } | undefined> {
    const memory = await this.#memory();
    if (memory?.state !== "sent" || memory.positionUuid !== positionUuid) return undefined;
    return { wasImage: memory.wasImage };
  }

  /**
   * Hands the application to the platform. What was sent before is not sent again: the same
   * contents get the same answer, and other contents are `taken`, to be sent under a new id.
   */
  async submit(delivery: Delivery): Promise<ApplyOutcome | { outcome: "taken" }> {
    const outcome = await this.#submit(delivery);
    // One that is taken is still to be moved to the application that it will be sent with.
    if (delivery.upload !== undefined && outcome.outcome !== "taken") {
      this.#cvs.discard(delivery.upload);
    }
    return outcome;
  }

  /** Hands the bytes of an upload to another application, piece by piece, and forgets them here. */
  async moveCv(upload: number, receipt: Receipt): Promise<number> {
    const namespace = this.env.APPLICATIONS;
    const target = namespace.get(namespace.idFromName(receipt.id));
    const moved = await target.openCv(this.#cvs.file(upload));
    for (const bytes of this.#cvs.pieces(upload)) await target.appendCv(moved, bytes);
    this.#cvs.discard(upload);
    return moved;
  }

  /** Nothing is held for longer than its time: first the CVs, and at last the receipt. */
  override async alarm(): Promise<void> {
    const memory = await this.#memory();
    await this.ctx.storage.deleteAll();
    if (memory?.state !== "sent" || memory.until <= Date.now()) return;
    await this.#remember(memory);
    await this.ctx.storage.setAlarm(memory.until);
  }

  async #submit(delivery: Delivery): Promise<ApplyOutcome | { outcome: "taken" }> {
    const digest = await this.#digest(delivery);
    const memory = await this.#memory();
    if (!memory) throw new Error("An application is bound to its position before it is sent");
    if (memory.state === "sent")
      return { outcome: memory.digest === digest ? "accepted" : "taken" };
    if (this.#sending) {
      return this.#sending.digest === digest ? this.#sending.outcome : { outcome: "taken" };
    }
    const outcome = this.#deliver(delivery, memory.positionUuid, digest);
    this.#sending = { digest, outcome };
    return outcome.finally(() => {
      this.#sending = undefined;
    });
  }

  async #deliver(delivery: Delivery, positionUuid: string, digest: string): Promise<ApplyOutcome> {
    const { upload } = delivery;
    const cv = upload === undefined ? undefined : this.#cvs.file(upload);
    const outcome = await platformOf(this.env).apply({
      clientRef: delivery.clientUuid,
      positionId: positionUuid,
      fields: platformFields(delivery),
      ...(cv && upload !== undefined
        ? {
            cv: {
              fileName: cv.name,
              contentType: cv.contentType,
              size: this.#cvs.size(upload),
              stream: () => this.#cvs.stream(upload),
            },
          }
        : {}),
      ...(delivery.csrfToken === undefined ? {} : { csrfToken: delivery.csrfToken }),
      idempotencyKey: delivery.applicationId,
    });
    if (outcome.outcome === "accepted") {
      const until = Date.now() + readSettings(this.env).RECEIPT_MS;
      const wasImage = cv !== undefined && isImageName(cv.name);
      await this.#remember({ state: "sent", positionUuid, digest, wasImage, until });
    }
    return outcome;
  }

  async #memory(): Promise<Memory | undefined> {
    return this.ctx.storage.get<Memory>("memory");
  }

  async #remember(memory: Memory): Promise<void> {
    await this.ctx.storage.put("memory", memory);
  }

  /** Tells identical applications: position, names, phone, answers and CV, never tokens. */
  async #digest({ application, upload }: Delivery): Promise<string> {
    const cv = upload === undefined ? "" : await sha256(this.#cvs.stream(upload));
    return sha256(new Blob([JSON.stringify([application, cv])]).stream());
  }
}

/** The fields of the specification's section 3, in its order; the CV and the token go besides. */
function platformFields({ application, recaptchaToken }: Delivery): [string, string][] {
  const { firstName, lastName, phone, killerQuestions, openQuestions } = application;
  return [
    ["first_name", firstName],
    ["last_name", lastName],
    ["phone", phone],
    ["privacy_policy", "true"],
    ["killer_questions", JSON.stringify(killerQuestions)],
    ...(openQuestions.length > 0
      ? [["open_questions", JSON.stringify(openQuestions)] satisfies [string, string]]
      : []),
    ["recaptcha_token", recaptchaToken],
  ];
}

// The browser's types, which are also here, hide that workerd's `crypto` has a digest that streams.
const streams = crypto as typeof crypto & { DigestStream: typeof DigestStream };

async function sha256(content: ReadableStream<Uint8Array>): Promise<string> {
  const digest = new streams.DigestStream("SHA-256");
  await content.pipeTo(digest);
  return Array.from(new Uint8Array(await digest.digest), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
