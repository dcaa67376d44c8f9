import type { ApplicationObject } from "./application-object.server";
import { isReceiptId, type Receipt } from "./receipt";

/** An application's object, with the secret that may write to it and the name that may be shown. */
export interface ApplicationHandle {
  /** Secret, random: whoever knows it may write to the application. Never logged. */
  id: string;
  receipt: Receipt;
  object: DurableObjectStub<ApplicationObject>;
}

export type Applications = ReturnType<typeof createApplications>;

/** The way to applications: each is a Durable Object, named by the SHA-256 of its secret id. */
export function createApplications(namespace: DurableObjectNamespace<ApplicationObject>) {
  const handle = async (id: string): Promise<ApplicationHandle> => {
    const name = await sha256Hex(id);
    return { id, receipt: { id: name }, object: namespace.get(namespace.idFromName(name)) };
  };

  return {
    /**
     * The application of an id, bound to its position at first use. An id that is absent, malformed
     * or bound to another position gives a new application instead.
     */
    async open(id: string | undefined, positionUuid: string): Promise<ApplicationHandle> {
      if (id !== undefined && isApplicationId(id)) {
        const application = await handle(id);
        if (await application.object.bind(positionUuid)) return application;
      }
      const fresh = await handle(createApplicationId());
      await fresh.object.bind(positionUuid);
      return fresh;
    },

    /** The receipt of an application that was sent for this position, if there is one. */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      const object = namespace.get(namespace.idFromName(id));
      const sent = await object.sent(positionUuid);
      return sent && { id, wasImage: sent.wasImage };
    },
  };
}

/** A new secret id for an application: 122 random bits. */
export const createApplicationId = (): string => crypto.randomUUID();

const isApplicationId = (text: string) => /^[A-Za-z0-9_-]{16,64}$/.test(text);

async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
