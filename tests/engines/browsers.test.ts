import { beforeEach, expect, test } from "vitest";
import type { Driver } from "./commands";
import { Engine } from "./engine";
import { findFirefox, startFirefox } from "./firefox";
import { findAndApply } from "./find-and-apply";
import { findWebKit, startWebKit } from "./webkit";
import { useTestSite } from "./test-site";

const context = useTestSite();
beforeEach(() => context.platform.beginTest());

const firefox = findFirefox();
const webkit = findWebKit();

interface EngineCase {
  name: string;
  /** Debian packages that install the engine. */
  packages: string;
  scripts: boolean;
  /** Undefined if the engine is not installed. */
  start: (() => Promise<Driver>) | undefined;
}

const ENGINES: EngineCase[] = [
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
  test.skipIf(!start)(`${name}: finds a job and applies for it once`, async () => {
    if (!start) return;
    const engine = await Engine.connect(await start());
    try {
      await findAndApply({ engine, site: context.site.url, platform: context.platform, scripts });
    } finally {
      await engine.end();
    }
    expect(context.platform.applications).toHaveLength(1);
  });
}
