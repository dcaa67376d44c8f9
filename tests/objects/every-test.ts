import { env as bindings } from "cloudflare:workers";
import { beforeEach } from "vitest";
import type { ApplicationEnv } from "~/app/application/delivery/applications.server";
import { stopClock } from "./clock";
import { given } from "./given";
import { platform } from "./platform";
import { breakableIndex } from "./undelivered";

/** Returns release limiters that no other test uses. */
function newLimiters(): ApplicationEnv["RELEASE"] {
  const { RELEASE } = bindings as unknown as ApplicationEnv; // `pool.ts` binds `RELEASE`
  const test = crypto.randomUUID();
  return {
    idFromName: (name: string) => RELEASE.idFromName(`${name} of ${test}`),
    get: (id: DurableObjectId) => RELEASE.get(id),
  } as unknown as ApplicationEnv["RELEASE"]; // has all members that the site uses
}

beforeEach(() => {
  stopClock();
  platform.reset();
  given.env = {
    PLATFORM: platform.binding,
    PLATFORM_API_KEY: "key-for-tests",
    RELEASE: newLimiters(),
  };
  breakableIndex();
});
