import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import type { ScreenState, StateWay } from "./states/scene";

/** axe's rules for WCAG 2.2 A and AA, and for good practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** All rules, or those about colours. */
export type AxeRules = "colours" | undefined;

interface AxeOptions extends Pick<ScreenState, "overlay"> {
  rules?: AxeRules;
}

/**
 * What axe objects to on a page as it is: rule, element, and its colours where it is about them.
 *
 * @param way the one in which the page was opened
 */
export async function findAxeViolations(
  page: Page,
  way: StateWay,
  { overlay, rules }: AxeOptions,
): Promise<string[]> {
  if (way === "plain") await enableScripts(page);
  // Loading axe takes longer than most of its rules: a second look uses the one in the page.
  const isLoaded = await page.evaluate(() => "axe" in window);
  // axe's other mode uses a second page, where scripts may be off.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: "undefined" }) })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode();
  if (rules === "colours") axe.withRules(["color-contrast", "link-in-text-block"]);
  else axe.withTags(TAGS);
  const { violations } = await axe.analyze();
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => {
      const colours = any.map(({ data }) => describeColours(data)).join("");
      return { id, target: target.join(" "), colours };
    }),
  );
  const told: string[] = [];
  for (const { id, target, colours } of faults) {
    // A target that an overlay covers in part has its full size once the overlay is gone.
    const isBehind =
      id === "target-size" &&
      overlay !== undefined &&
      (await page.locator(overlay).locator(page.locator(target)).count()) === 0;
    if (!isBehind) told.push(`${id}: ${target}${colours}`);
  }
  return told;
}

/**
 * Lets axe run in a page whose scripts are off: its timers would never fire. The page's own
 * scripts stay off, because it is loaded already.
 */
async function enableScripts(page: Page) {
  const session = await page.context().newCDPSession(page);
  // Chromium ignores "on" in a session that never said "off".
  for (const value of [true, false]) {
    await session.send("Emulation.setScriptExecutionDisabled", { value });
  }
  await session.detach();
}

/** What a rule about colours found, of whatever a rule has to say. */
function describeColours(data: unknown): string {
  if (typeof data !== "object" || data === null || !("fgColor" in data)) return "";
  const { fgColor, bgColor, contrastRatio, expectedContrastRatio } = data as Record<
    string,
    string | number | undefined
  >;
  const wanted = `${contrastRatio ?? "?"} of ${expectedContrastRatio ?? "?"}`;
  return ` (${fgColor ?? "?"} on ${bgColor ?? "?"}, ${wanted})`;
}
