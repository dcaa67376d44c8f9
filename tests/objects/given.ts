import type { ApplicationEnv } from "../../app/application/delivery/objects.server";

/** Variables, and bindings that stand in for the real ones. */
export type GivenEnv = Partial<ApplicationEnv> & Record<`${string}_${string}`, string>;

/** What applications find in their environment from their next beginning on. */
export const given: { env: GivenEnv } = { env: {} };
