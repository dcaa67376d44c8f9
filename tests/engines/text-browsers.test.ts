import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform-data";
import { findProgram } from "./processes";
import { useTestSite } from "./test-site";

const context = useTestSite();

/** Text browsers, which ignore styles, scripts and `hidden`. */
const BROWSERS = {
  lynx: ["-dump", "-nolist", "-stdin", "-width=100", "-display_charset=utf-8"],
  w3m: ["-dump", "-T", "text/html", "-cols", "100", "-I", "UTF-8", "-O", "UTF-8"],
};

/** Prints a page with a text browser, and collapses white space. */
async function printPage(browser: keyof typeof BROWSERS, path: string) {
  const html = (await (await fetch(context.site.url + path)).text())
    // lynx needs this element to decode UTF-8.
    .replace("<head>", '<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">');
  const { stdout } = spawnSync(browser, BROWSERS[browser], { input: html });
  // w3m prints a field as brackets, and lynx prints a line.
  return String(stdout)
    .replace(/\[ {4,}\]/g, "____")
    .replace(/_{4,}/g, "____")
    .replace(/\s+/g, " ");
}

for (const browser of ["lynx", "w3m"] as const) {
  const isInstalled = findProgram(browser) !== undefined;
  if (!isInstalled) console.log(`${browser} is skipped: apt-get install ${browser}`);

  describe.skipIf(!isInstalled)(browser, () => {
    test("prints a form with separated words, the honeypot's label and no selected answer", async () => {
      const text = await printPage(browser, `${positionPath("questions")}?lang=en`);
      expect(text).toContain("Leave this blank: ____ Apply now");
      expect(text).toContain("Taller Norte No Logo Español English All jobs New opportunity");
      expect(text).toContain("ES Spain +34");
      expect(text).toMatch(/permiso de trabajo\? \(.\) – \( \) ?Sí \( \) ?No ¿Cuándo/);
      // lynx preselects the first radio button, which isn't an answer.
      expect(text.match(/\(\*\) ?\S+/g) ?? []).toEqual(
        browser === "lynx" ? ["(*) –", "(*) –"] : [],
      );
    });

    test("prints nothing after the footer", async () => {
      for (const page of [positionPath("questions"), `/${fakeClientCode}/${fakeClientUuid}`]) {
        const text = await printPage(browser, `${page}?lang=en`);
        expect(text).toMatch(/Taller Norte . Privacy policy( . LinkedIn)? $/);
      }
    });
  });
}
