import type { ApplicationEnv } from "../../app/application/delivery/applications.server";

/** Variables and replacement bindings. */
export type GivenEnv = Partial<ApplicationEnv> & Record<`${string}_${string}`, string>;

/** Changes to the environment of objects that start from now on. */
export const given: { env: GivenEnv } = { env: {} };

/** Unanswered calls to the index, except those that hang. */
export const pendingCalls = { calls: 0 };
