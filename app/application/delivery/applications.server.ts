import { formatError } from "../../runtime/format-error.server";
import { isReceiptId, type Receipt } from "../model/receipt";
import type { ApplicationObject } from "./application-object.server";
import { sha256Hex } from "../../runtime/sha256.server";
import { getObjects, type ObjectsEnv } from "./objects.server";
import type { UndeliveredIndex } from "./undelivered-index.server";

/** The bindings as the Worker uses them. */
export type ApplicationEnv = ObjectsEnv<ApplicationObject, UndeliveredIndex>;

/** An application's object does not answer. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

export interface ApplicationHandle {
  /** Random and secret: it allows writing to the application. Never logged. */
  id: string;
  receiptId: string;
  object: DurableObjectStub<ApplicationObject>;
}

export type Applications = ReturnType<typeof createApplications>;

/** Finds applications: each is a Durable Object, named by the SHA-256 of its secret id. */
export function createApplications(env: ApplicationEnv) {
  const objects = getObjects(env);
  const handle = async (id: string): Promise<ApplicationHandle> => {
    const receiptId = await sha256Hex(id);
    return { id, receiptId, object: objects.application(receiptId) };
  };

  return {
    /**
     * The application of an id, bound to the position at its first use; a new one without a valid id. An id
     * that is bound to another position gives the application of an id derived from both.
     */
    async open(id: string | undefined, positionUuid: string): Promise<ApplicationHandle> {
      const application = await this.getHandle(id);
      if (await application.object.bind(positionUuid)) return application;
      const other = await handle(await sha256Hex(`${application.id} ${positionUuid}`));
      await other.object.bind(positionUuid);
      return other;
    },

    /** The application of an id, or a new one, without a call to its object; `open` may give another one. */
    getHandle: (id: string | undefined): Promise<ApplicationHandle> =>
      handle(id !== undefined && isApplicationId(id) ? id : createApplicationId()),

    /** The application that `open` would give, and whether anything is stored for it. Stores nothing. */
    async find(
      id: string,
      positionUuid: string,
    ): Promise<{ application: ApplicationHandle; isStored: boolean }> {
      const application = await handle(id);
      const boundTo = await application.object.getBoundPosition();
      if (boundTo === undefined) return { application, isStored: false };
      if (boundTo === positionUuid) return { application, isStored: true };
      const other = await handle(await sha256Hex(`${id} ${positionUuid}`));
      return { application: other, isStored: true };
    },

    /** The object of an id, whatever its position. */
    async findObject(id: string | undefined) {
      if (id === undefined || !isApplicationId(id)) return undefined;
      return (await handle(id)).object;
    },

    /** The receipt with this id, if its application was sent for this position. @throws UnreadableError */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      try {
        return await objects.application(id).receipt(positionUuid);
      } catch (error) {
        console.error("An application cannot be read:", formatError(error));
        throw new UnreadableError();
      }
    },
  };
}

/** A new secret id for an application: 122 random bits. */
export const createApplicationId = (): string => crypto.randomUUID();

export const isApplicationId = (text: string) => /^[A-Za-z0-9_-]{16,64}$/.test(text);

export function logHoldFailure(error: unknown): void {
  console.error("An application could not be held:", formatError(error));
}
