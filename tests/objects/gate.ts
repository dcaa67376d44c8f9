import { env as bindings } from "cloudflare:workers";
import type { ApplicationEnv } from "../../app/application/delivery/objects.server";

/** The namespace of release gates, as a new test sees it: its one gate is none of another test's. */
export function newGate(): ApplicationEnv["RELEASE"] {
  const { RELEASE } = bindings as unknown as ApplicationEnv; // `pool.ts` binds it
  const test = crypto.randomUUID();
  return {
    idFromName: (name: string) => RELEASE.idFromName(`${name} of ${test}`),
    get: (id: DurableObjectId) => RELEASE.get(id),
  } as unknown as ApplicationEnv["RELEASE"]; // it has all that is used
}
