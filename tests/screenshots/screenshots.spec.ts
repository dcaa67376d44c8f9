import { join } from "node:path";
import { readExamples } from "../support/examples";
import { matchLanguage } from "~/app/i18n/language";
import { SCREEN_STATES } from "../support/screen-states";
import { test } from "../support/states/reach";
import { stabilize } from "../support/stabilize-page";
import { screenshotFile, SCHEMES, SCREENSHOTS, WIDTHS } from "./folder";

for (const [index, state] of SCREEN_STATES.entries()) {
  test(state.name, async ({ reach, stage }) => {
    const brands = await readExamples();
    const brand = brands[index % brands.length];
    if (!brand) throw new Error("No example company");
    const { name, description, logo, main_image, favicon, social_links } = brand;
    // Also render brands without a dark scheme in dark colours.
    const apply_page_css = `:root { color-scheme: light dark; }\n${brand.apply_page_css}`;
    stage.brand = { name, description, logo, main_image, favicon, social_links, apply_page_css };
    const language = matchLanguage(brand.language_default) ?? "en";
    const page = await reach(state, state.ways[0] ?? "full", language);
    await stabilize(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const path = join(SCREENSHOTS, screenshotFile(state.name, width, colorScheme));
        await page.screenshot({ path, fullPage: true, animations: "disabled" });
      }
    }
  });
}
