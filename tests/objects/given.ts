import type { ApplicationEnv } from "~/app/application/delivery/applications.server";

/** Environment variables and replaced bindings. */
export type GivenEnv = Partial<ApplicationEnv> & Record<`${string}_${string}`, string>;

/** Changes to the environment. They apply to Durable Objects that start later. */
export const given: { env: GivenEnv } = { env: {} };

/** The number of pending calls to the undelivered index, excluding those that a test leaves hanging. */
export const pendingCalls = { calls: 0 };
