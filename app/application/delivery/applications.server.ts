import { formatError } from "~/app/runtime/log.server";
import { isReceiptId, receiptNumber, type Receipt } from "../model/receipt";
import type { ApplicationObject } from "./application-object.server";
import { sha256Hex } from "~/app/runtime/sha256.server";
import { getObjects, type ObjectsEnv } from "./objects.server";
import type { UndeliveredIndex } from "./undelivered-index.server";

export type ApplicationEnv = ObjectsEnv<ApplicationObject, UndeliveredIndex>;

/** Thrown when an application's object cannot be read. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

export interface ApplicationHandle {
  /** A secret that grants write access to the application. Never log it. */
  id: string;
  receiptId: string;
  object: DurableObjectStub<ApplicationObject>;
}

export type Applications = ReturnType<typeof createApplications>;

/** The name of each application's Durable Object is the SHA-256 of its secret id. */
export function createApplications(env: ApplicationEnv) {
  const objects = getObjects(env);
  const handle = async (id: string): Promise<ApplicationHandle> => {
    const receiptId = await sha256Hex(id);
    return { id, receiptId, object: objects.application(receiptId) };
  };

  return {
    /**
     * Opens the application with this id and binds it to the position. A new id replaces a missing or invalid
     * id. If the id is bound to another position, derives a new id from both.
     */
    async open(id: string | undefined, positionUuid: string): Promise<ApplicationHandle> {
      const application = await this.getHandle(id);
      if (await application.object.bind(positionUuid)) return application;
      const other = await handle(await sha256Hex(`${application.id} ${positionUuid}`));
      await other.object.bind(positionUuid);
      return other;
    },

    /** Returns a handle without calling the object. `open` might return a different application. */
    getHandle: (id: string | undefined): Promise<ApplicationHandle> =>
      handle(id !== undefined && isApplicationId(id) ? id : createApplicationId()),

    /** Returns the application that `open` would return. `isStored`: whether the id is bound to any position. */
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

    /** Returns the object for an application id without checking the position. */
    async findObject(id: string | undefined) {
      if (id === undefined || !isApplicationId(id)) return undefined;
      return (await handle(id)).object;
    },

    /** Returns the receipt with this id if it is for this position. @throws UnreadableError */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      try {
        return await objects.application(id).receipt(positionUuid);
      } catch (error) {
        console.error(`Application ${receiptNumber(id)} cannot be read:`, formatError(error));
        throw new UnreadableError();
      }
    },
  };
}

/** Creates a secret application id with 122 random bits. */
export const createApplicationId = (): string => crypto.randomUUID();

export const isApplicationId = (text: string) => /^[A-Za-z0-9_-]{16,64}$/.test(text);

export function logHoldFailure(error: unknown): void {
  console.error("An application could not be held:", formatError(error));
}
