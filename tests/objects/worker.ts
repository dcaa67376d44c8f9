import { ApplicationObject as Application } from "~/app/application/delivery/application-object.server";
import type { ObjectsEnv } from "~/app/application/delivery/objects.server";
import { ReleaseLimiter as Limiter } from "~/app/application/delivery/release-limiter.server";
import { UndeliveredIndex as Index } from "~/app/application/delivery/undelivered-index.server";
import { given } from "./given";

export { BoardObject } from "~/adapters/src/board-object";
export { LedgerObject } from "~/adapters/src/ledger-object";
export { PurgeTime } from "~/app/reads/purges.server";
export { DurableCopy } from "~/app/reads/durable-copy.server";

/** The real object in the running test's environment. */
export class ApplicationObject extends Application {
  constructor(context: DurableObjectState, env: ObjectsEnv) {
    super(context, Object.assign({}, env, given.env));
  }
}

export class UndeliveredIndex extends Index {
  constructor(context: DurableObjectState, env: ObjectsEnv) {
    super(context, Object.assign({}, env, given.env));
  }
}

export class ReleaseLimiter extends Limiter {
  constructor(context: DurableObjectState, env: ObjectsEnv) {
    super(context, Object.assign({}, env, given.env));
  }
}

export default { fetch: () => new Response(null, { status: 404 }) };
