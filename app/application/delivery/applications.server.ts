import { faultLine } from "../../runtime/fault.server";
import { isReceiptId, receiptPrefix, type Receipt, type Standing } from "../model/receipt";
import type { ApplicationObject } from "./application-object.server";
import { sha256Hex } from "./digest.server";
import { objectsOf, type ApplicationEnv } from "./objects.server";

/** An application's object, with the secret that may write to it and the name that may be shown. */
export interface ApplicationHandle {
  /** Secret, random: whoever knows it may write to the application. Never logged. */
  id: string;
  receiptId: string;
  object: DurableObjectStub<ApplicationObject>;
}

export type Applications = ReturnType<typeof createApplications>;

/** The way to applications: each is a Durable Object, named by the SHA-256 of its secret id. */
export function createApplications(env: ApplicationEnv) {
  const objects = objectsOf(env);
  const handle = async (id: string): Promise<ApplicationHandle> => {
    const receiptId = await sha256Hex(id);
    return { id, receiptId, object: objects.application(receiptId) };
  };
  /** Where one stands after an operator's word; what has nothing to be sent is not listed either. */
  const standing = async (receiptId: string, word: Promise<Standing | undefined>) => {
    const now = await word;
    const isOpen = now === "on-its-way" || now === "undelivered";
    if (!isOpen) await objects.undelivered().remove(receiptId);
    return now;
  };

  return {
    /**
     * The application of an id, bound to its position at first use. An id that is absent or
     * malformed gives a new application; one of another position always the same other one.
     */
    async open(id: string | undefined, positionUuid: string): Promise<ApplicationHandle> {
      if (id !== undefined && isApplicationId(id)) {
        const application = await handle(id);
        if (await application.object.bind(positionUuid)) return application;
        id = await sha256Hex(`${id} ${positionUuid}`);
      } else {
        id = createApplicationId();
      }
      const other = await handle(id);
      await other.object.bind(positionUuid);
      return other;
    },

    /** The object of an id, whatever position it is bound to; undefined if it cannot be an id. */
    async ofId(id: string | undefined) {
      if (id === undefined || !isApplicationId(id)) return undefined;
      return (await handle(id)).object;
    },

    /** The receipt of an application that was sent for this position, if there is one. */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      return objects.application(id).receipt(positionUuid);
    },

    /** What has not been delivered, for an operator; only what has a number, if there is one. */
    undelivered: (number?: string) =>
      objects.undelivered().list(number === undefined ? "" : receiptPrefix(number)),

    /** Has one sent again, now; undefined where there is nothing to send. */
    sendAgain: (receiptId: string) =>
      standing(receiptId, objects.application(receiptId).sendAgain()),

    /** Gives one up, and deletes what it holds; undefined where there is nothing. */
    drop: (receiptId: string) => standing(receiptId, objects.application(receiptId).drop()),
  };
}

/** A new secret id for an application: 122 random bits. */
export const createApplicationId = (): string => crypto.randomUUID();

const isApplicationId = (text: string) => /^[A-Za-z0-9_-]{16,64}$/.test(text);

/** Says that an application could not be kept; of it, nothing. */
export function logNotHeld(error: unknown): void {
  console.error("An application could not be held:", faultLine(error));
}
