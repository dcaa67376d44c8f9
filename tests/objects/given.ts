import type { ApplicationEnv } from "../../app/application/delivery/applications.server";

/** Environment variables and replaced bindings. */
export type GivenEnv = Partial<ApplicationEnv> & Record<`${string}_${string}`, string>;

/** Changes to the environment of Durable Objects that start after the change. */
export const given: { env: GivenEnv } = { env: {} };

/** Unanswered calls to the undelivered index, without those that a test lets hang. */
export const pendingCalls = { calls: 0 };
