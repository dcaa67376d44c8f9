import { beforeEach, expect, test } from "vitest";
import type { Wire } from "./commands";
import { Engine } from "./engine";
import { findFirefox, startFirefox } from "./firefox";
import { applyAsAnybodyDoes } from "./journey";
import { findWebKit, startWebKit } from "./webkit";
import { useWorld } from "./world";

const world = useWorld();
beforeEach(() => world.platform.reset());

const firefox = findFirefox();
const webkit = findWebKit();

interface Tried {
  name: string;
  /** The packages that bring it, for whoever has it not. */
  packages: string;
  scripts: boolean;
  /** Undefined where it is not installed. */
  start: (() => Promise<Wire>) | undefined;
}

const ENGINES: Tried[] = [
  ...[true, false].map((scripts) => ({
    name: `Firefox ${scripts ? "with" : "without"} scripts`,
    packages: "firefox-esr",
    scripts,
    start: firefox === undefined ? undefined : () => startFirefox(firefox, { scripts }),
  })),
  {
    name: "WebKitGTK",
    packages: "webkit2gtk-driver xvfb",
    scripts: true,
    start: webkit && (() => startWebKit(webkit)),
  },
];

for (const { name, packages, scripts, start } of ENGINES) {
  if (!start) console.log(`${name} is skipped: apt-get install ${packages}`);
  test.skipIf(!start)(`${name}: a job is found, read of, and applied to once`, async () => {
    if (!start) return;
    const engine = await Engine.begin(await start());
    try {
      await applyAsAnybodyDoes({ engine, site: world.site.url, platform: world.platform, scripts });
    } finally {
      await engine.end();
    }
    expect(world.platform.applications).toHaveLength(1);
  });
}
