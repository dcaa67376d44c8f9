import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import type { ScreenState, StateWay } from "./states/scene";

/** axe's tags for WCAG 2.2 A and AA, and for best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** `colours` selects the rules about colours. Undefined selects the rules in `TAGS`. */
export type AxeRules = "colours" | undefined;

interface AxeOptions extends Pick<ScreenState, "overlay"> {
  rules?: AxeRules;
}

/**
 * Lists axe's violations on the current page. Ignores the sizes of targets behind the overlay.
 *
 * @param way the way of browsing in which the page was opened
 */
export async function findAxeViolations(
  page: Page,
  way: StateWay,
  { overlay, rules }: AxeOptions,
): Promise<string[]> {
  if (way === "plain") await enableScripts(page);
  // Loading axe is slow, so later calls reuse the page's copy.
  const isLoaded = await page.evaluate(() => "axe" in window);
  // Without legacy mode, axe would also use a new page, in which scripts can be disabled.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: "undefined" }) })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
  if (rules === "colours") axe.withRules(["color-contrast", "link-in-text-block"]);
  else axe.withTags(TAGS);
  const { violations } = await axe.analyze();
  const failures = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => {
      const colours = any.map(({ data }) => describeColours(data)).join("");
      return { id, target: target.join(" "), colours };
    }),
  );
  const found: string[] = [];
  for (const { id, target, colours } of failures) {
    // A target that an overlay partly covers regains its full size when the overlay closes.
    const isBehind =
      id === "target-size" &&
      overlay !== undefined &&
      (await page.locator(overlay).locator(page.locator(target)).count()) === 0;
    if (!isBehind) found.push(`${id}: ${target}${colours}`);
  }
  return found;
}

/**
 * Lets axe's timers fire in a page that was opened without scripts. The page's scripts don't run,
 * because the page has already loaded.
 */
async function enableScripts(page: Page) {
  const session = await page.context().newCDPSession(page);
  // A Chromium session can enable scripts only after it has disabled them.
  for (const value of [true, false]) {
    await session.send("Emulation.setScriptExecutionDisabled", { value });
  }
  await session.detach();
}

/** Describes the colours in an axe check's data. Returns an empty string for other checks. */
function describeColours(data: unknown): string {
  if (typeof data !== "object" || data === null || !("fgColor" in data)) return "";
  const { fgColor, bgColor, contrastRatio, expectedContrastRatio } = data as Record<
    string,
    string | number | undefined
  >;
  const contrast = `${contrastRatio ?? "?"} of ${expectedContrastRatio ?? "?"}`;
  return ` (${fgColor ?? "?"} on ${bgColor ?? "?"}, ${contrast})`;
}
