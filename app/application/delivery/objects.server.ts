import { readSettings, type RawEnv } from "../../config/settings.server";
import type { ApplicationObject } from "./application-object.server";
import type { UndeliveredIndex } from "./undelivered-index.server";

/** The bindings of applications, besides what every part of the Worker is given. */
export interface ApplicationEnv extends RawEnv {
  APPLICATIONS: DurableObjectNamespace<ApplicationObject>;
  UNDELIVERED: DurableObjectNamespace<UndeliveredIndex>;
}

/**
 * The way to the objects, in the jurisdiction that `JURISDICTION` names: it says where they are
 * created and run, and is part of what they are called.
 */
export function objectsOf(env: ApplicationEnv) {
  const { JURISDICTION } = readSettings(env);
  const placed = <T extends Rpc.DurableObjectBranded>(namespace: DurableObjectNamespace<T>) =>
    JURISDICTION === undefined ? namespace : namespace.jurisdiction(JURISDICTION);
  return {
    /** An application's object, by its public name. */
    application: (receiptId: string) => {
      const namespace = placed(env.APPLICATIONS);
      return namespace.get(namespace.idFromName(receiptId));
    },
    undelivered: () => {
      const namespace = placed(env.UNDELIVERED);
      return namespace.get(namespace.idFromName("undelivered"));
    },
  };
}
