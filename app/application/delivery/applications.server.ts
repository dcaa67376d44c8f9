import { faultLine } from "../../runtime/fault.server";
import { isReceiptId, type Receipt } from "../model/receipt";
import type { ApplicationObject } from "./application-object.server";
import { sha256Hex } from "./digest.server";
import { objectsOf, type ApplicationEnv } from "./objects.server";

/** What is stored of an application cannot be read now, so that nobody knows what has become of it. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

/** An application's object, with the secret that may write to it and the name that may be shown. */
export interface ApplicationHandle {
  /** Random and secret: whoever knows it may write to the application. Never logged. */
  id: string;
  receiptId: string;
  object: DurableObjectStub<ApplicationObject>;
}

export type Applications = ReturnType<typeof createApplications>;

/** Finds applications: each is a Durable Object, named by the SHA-256 of its secret id. */
export function createApplications(env: ApplicationEnv) {
  const objects = objectsOf(env);
  const handle = async (id: string): Promise<ApplicationHandle> => {
    const receiptId = await sha256Hex(id);
    return { id, receiptId, object: objects.application(receiptId) };
  };

  return {
    /**
     * The application of an id; its first use binds it to the position. No id, or a malformed one,
     * gives a new application. An id that is bound to another position gives an application whose
     * id is derived from both, so that it is the same one each time.
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

    /**
     * The application of an id, or a new one, before anything is stored for it: nothing is asked of its
     * object, and `open` may give another one.
     */
    unopened: (id: string | undefined): Promise<ApplicationHandle> =>
      handle(id !== undefined && isApplicationId(id) ? id : createApplicationId()),

    /**
     * The application that `open` would give. Its object may be asked what it holds; nothing is stored.
     * `isThere`: something is stored for it.
     */
    async find(
      id: string,
      positionUuid: string,
    ): Promise<{ application: ApplicationHandle; isThere: boolean }> {
      const application = await handle(id);
      const boundTo = await application.object.boundTo();
      if (boundTo === undefined) return { application, isThere: false };
      if (boundTo === positionUuid) return { application, isThere: true };
      const other = await handle(await sha256Hex(`${id} ${positionUuid}`));
      return { application: other, isThere: true };
    },

    /** The object of an id, whatever its position; undefined if the text is no id. */
    async ofId(id: string | undefined) {
      if (id === undefined || !isApplicationId(id)) return undefined;
      return (await handle(id)).object;
    },

    /**
     * The receipt with this id, if its application was sent for this position.
     *
     * @throws UnreadableError if the application's object does not answer
     */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      try {
        return await objects.application(id).receipt(positionUuid);
      } catch (error) {
        console.error("An application cannot be read:", faultLine(error));
        throw new UnreadableError();
      }
    },
  };
}

/** A new secret id for an application: 122 random bits. */
export const createApplicationId = (): string => crypto.randomUUID();

/** Whether a text can be an application's secret id. */
export const isApplicationId = (text: string) => /^[A-Za-z0-9_-]{16,64}$/.test(text);

/** Logs that an application could not be held, and nothing about it. */
export function logNotHeld(error: unknown): void {
  console.error("An application could not be held:", faultLine(error));
}
