import { ApplicationObject as Application } from "../../app/application/delivery/application-object.server";
import type { ApplicationEnv } from "../../app/application/delivery/objects.server";
import { ReleaseGate as Gate } from "../../app/application/delivery/release-gate.server";
import { UndeliveredIndex as Index } from "../../app/application/delivery/undelivered-index.server";
import { given } from "./given";

export { BoardObject } from "../../adapters/src/board-object";
export { LedgerObject } from "../../adapters/src/ledger-object";
export { PurgeTime } from "../../app/edge/pages/purges.server";
export { PositionCopy } from "../../app/platform/position-copy.server";

/** The real object, with the platform and the variables of the running test. */
export class ApplicationObject extends Application {
  constructor(context: DurableObjectState, env: ApplicationEnv) {
    super(context, { ...env, ...given.env });
  }
}

/** The real index, with the variables of the running test. */
export class UndeliveredIndex extends Index {
  constructor(context: DurableObjectState, env: ApplicationEnv) {
    super(context, { ...env, ...given.env });
  }
}

/** The real gate, with the variables of the running test. */
export class ReleaseGate extends Gate {
  constructor(context: DurableObjectState, env: ApplicationEnv) {
    super(context, { ...env, ...given.env });
  }
}

export default { fetch: () => new Response(null, { status: 404 }) };
