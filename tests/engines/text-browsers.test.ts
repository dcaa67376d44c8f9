import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform-data";
import { whereIs } from "./started";
import { useWorld } from "./world";

const world = useWorld();

/** Browsers that print a page's text: they know no style, no script, and nothing of `hidden`. */
const BROWSERS = {
  lynx: ["-dump", "-nolist", "-stdin", "-width=100", "-display_charset=utf-8"],
  w3m: ["-dump", "-T", "text/html", "-cols", "100", "-I", "UTF-8", "-O", "UTF-8"],
};

/** A printed page, its white space folded. The page is handed over, for these know only old HTTP. */
async function printed(browser: keyof typeof BROWSERS, path: string) {
  const html = (await (await fetch(world.site.url + path)).text())
    // lynx learns so that what it is given is in UTF-8.
    .replace("<head>", '<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">');
  const { stdout } = spawnSync(browser, BROWSERS[browser], { input: html });
  // w3m shows a field as brackets, lynx as a line; neither says more than the other.
  return String(stdout)
    .replace(/\[ {4,}\]/g, "____")
    .replace(/_{4,}/g, "____")
    .replace(/\s+/g, " ");
}

for (const browser of ["lynx", "w3m"] as const) {
  const isThere = whereIs(browser) !== undefined;
  if (!isThere) console.log(`${browser} is skipped: apt-get install ${browser}`);

  describe.skipIf(!isThere)(`what ${browser} prints`, () => {
    test("of a form begins with what is to stay empty, runs no two words together, and chooses no answer", async () => {
      const text = await printed(browser, `${positionPath("questions")}?lang=en`);
      expect(text).toContain("Leave this blank: ____ Apply now");
      expect(text).toContain("Taller Norte No Logo Español English All jobs New opportunity");
      expect(text).toContain("ES Spain +34");
      expect(text).toMatch(/permiso de trabajo\? \(.\) – \( \) ?Sí \( \) ?No ¿Cuándo/);
      // lynx chooses the first by itself, which is none of the answers.
      expect(text.match(/\(\*\) ?\S+/g) ?? []).toEqual(
        browser === "lynx" ? ["(*) –", "(*) –"] : [],
      );
    });

    test("of a page ends with its foot, without an empty policy", async () => {
      for (const page of [positionPath("questions"), `/${fakeClientCode}/${fakeClientUuid}`]) {
        const text = await printed(browser, `${page}?lang=en`);
        expect(text).toMatch(/Taller Norte . Privacy policy( . LinkedIn)? $/);
      }
    });
  });
}
