import type { ApplicationEnv } from "../../app/application/delivery/applications.server";

/** Variables, and replacements of bindings. */
export type GivenEnv = Partial<ApplicationEnv> & Record<`${string}_${string}`, string>;

/** What application objects get as their environment when they start the next time. */
export const given: { env: GivenEnv } = { env: {} };

/** How many calls to the index have not been answered yet, without those that hang for ever. */
export const telling = { calls: 0 };
