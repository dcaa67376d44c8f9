import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOf } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { startSite, TEST_API_KEY, type Site } from "../support/site";
import { whereIs } from "./started";

let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});

/** Browsers that print a page's text: they know no style, no script, and nothing of `hidden`. */
const BROWSERS = {
  lynx: ["-dump", "-nolist", "-stdin", "-width=100", "-display_charset=utf-8"],
  w3m: ["-dump", "-T", "text/html", "-cols", "100", "-I", "UTF-8", "-O", "UTF-8"],
};

/** A printed page, its white space folded. The page is handed over, for these know only old HTTP. */
async function printed(browser: keyof typeof BROWSERS, path: string) {
  const html = (await (await fetch(site.url + path)).text())
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
    test.each([
      ["en", "Leave this empty: ____ Apply now"],
      ["es-es", "Deja esto en blanco: ____ Inscríbete ahora"],
      ["es-mx", "Deja esto en blanco: ____ Postúlate ahora"],
    ])("of a form in %s begins with what is to stay empty, and says so", async (lang, words) => {
      expect(await printed(browser, `${pageOf("questions")}?lang=${lang}`)).toContain(words);
    });

    test("of a form has no two words run together", async () => {
      const text = await printed(browser, `${pageOf("questions")}?lang=en`);
      expect(text).toContain("Taller Norte No Logo Español English All jobs New opportunity");
      expect(text).toContain("ES Spain +34");
      expect(text).toMatch(/permiso de trabajo\? \(.\) – \( \) ?Sí \( \) ?No ¿Cuándo/);
    });

    test("of a question has none of its answers chosen", async () => {
      const text = await printed(browser, `${pageOf("questions")}?lang=en`);
      // lynx chooses the first by itself, which is none of the answers.
      expect(text.match(/\(\*\) ?\S+/g) ?? []).toEqual(
        browser === "lynx" ? ["(*) –", "(*) –"] : [],
      );
    });

    test("of a page ends with its foot, without an empty policy", async () => {
      for (const page of [pageOf("questions"), `/${fakeClientCode}/${fakeClientUuid}`]) {
        const text = await printed(browser, `${page}?lang=en`);
        expect(text).toMatch(/Taller Norte . Privacy policy( . LinkedIn)? $/);
      }
    });
  });
}
