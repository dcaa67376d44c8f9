import { beforeEach } from "vitest";
import { stopClock } from "./clock";
import { given } from "./given";
import { newGate } from "./gate";
import { platform } from "./platform";

beforeEach(() => {
  stopClock();
  platform.reset();
  given.env = { PLATFORM: platform.binding, PLATFORM_API_KEY: "key-for-tests", RELEASE: newGate() };
});
