import { readSettings, type RawEnv } from "../../config/settings.server";
import type { ApplicationObject } from "./application-object.server";
import type { ReleaseGate } from "./release-gate.server";
import type { UndeliveredIndex } from "./undelivered-index.server";

/** The bindings of the Durable Objects, beside the variables. */
export interface ApplicationEnv extends RawEnv {
  APPLICATIONS: DurableObjectNamespace<ApplicationObject>;
  UNDELIVERED: DurableObjectNamespace<UndeliveredIndex>;
  RELEASE: DurableObjectNamespace<ReleaseGate>;
}

/**
 * Finds the Durable Objects in the jurisdiction that `JURISDICTION` names. They are created and run
 * there, and the same name in another jurisdiction is another object.
 */
export function objectsOf(env: ApplicationEnv) {
  const { JURISDICTION, RELEASE_PER } = readSettings(env);
  const placed = <T extends Rpc.DurableObjectBranded>(namespace: DurableObjectNamespace<T>) =>
    JURISDICTION === undefined ? namespace : namespace.jurisdiction(JURISDICTION);
  return {
    /** An application's object, by its receipt's id. */
    application: (receiptId: string) => {
      const namespace = placed(env.APPLICATIONS);
      return namespace.get(namespace.idFromName(receiptId));
    },
    /** An object of the index, by its name (`shards.ts`). */
    undelivered: (name: string) => {
      const namespace = placed(env.UNDELIVERED);
      return namespace.get(namespace.idFromName(name));
    },
    /** The gate of all applications, or of those to one company (`RELEASE_PER`). */
    release: (clientUuid: string) => {
      const namespace = placed(env.RELEASE);
      const name = RELEASE_PER === "company" ? `release ${clientUuid}` : "release";
      return namespace.get(namespace.idFromName(name));
    },
  };
}
