import type { Page } from "playwright/test";

export type Colours = Partial<Record<"--accent" | "--background" | "--surface" | "--text", string>>;

/**
 * Foreground, background and the minimum contrast between them. The minimum is 7 or 4.5 for text, and 3 for
 * the borders of controls. Source: WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11.
 */
const PAIRS: [of: string, property: string, on: string, least: number][] = [
  ["h1", "color", "body", 7],
  [".prose", "color", "body", 7],
  [".prose a", "color", "body", 4.5],
  [".facts dt", "color", "body", 4.5],
  [".badge", "color", ".badge", 4.5],
  ["form label", "color", "form", 7],
  ["form .hint", "color", "form", 4.5],
  ["form label a", "color", "form", 4.5],
  ["#first_name", "borderTopColor", "form", 3],
  ["#first_name", "color", "#first_name", 7],
  [".phone-dial-code", "color", ".phone-country", 4.5],
  [".button-submit", "color", ".button-submit", 4.5],
  [".button-submit", "borderTopColor", "form", 3],
  [".field-error", "color", "form", 4.5],
  [".field-warning", "color", "form", 4.5],
  [".error-summary a", "color", ".error-summary", 4.5],
  [".draft-notice", "color", ".draft-notice", 7],
  [".button-quiet", "color", ".button-quiet", 7],
];

/**
 * Describes each contrast that is too low on a position's page. The page must have the elements of `PAIRS`.
 *
 * @param sets sets of company colours, tried one after another
 */
export function findLowContrast(page: Page, sets: Colours[]): Promise<string[]> {
  return page.evaluate(
    ([sets, pairs]) => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      if (!canvas) throw new Error("No canvas");
      const luminance = (colour: string) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
          const part = byte / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const element = (selector: string) => {
        const found = document.querySelector(selector);
        if (!found) throw new Error(`No element matches ${selector}`);
        return getComputedStyle(found);
      };
      const styled = pairs.map(([of, property, on, least]) => ({
        of: element(of),
        property,
        on: element(on),
        least,
        name: `${of} on ${on}`,
      }));
      const { style } = document.documentElement;
      return sets.flatMap((set) => {
        style.cssText = "";
        for (const [name, value] of Object.entries(set)) style.setProperty(name, value);
        return styled.flatMap(({ of, property, on, least, name }) => {
          const colours = [of[property as "color"], on.backgroundColor];
          const [dark = 0, light = 0] = colours.map(luminance).sort((a, b) => a - b);
          const contrast = (light + 0.05) / (dark + 0.05);
          return contrast < least
            ? [`${JSON.stringify(set)}: ${name}: ${contrast.toFixed(2)}, not ${least}`]
            : [];
        });
      });
    },
    [sets, PAIRS] as const,
  );
}

/** Adds the elements that only some states of the form contain. */
export const addStates = (page: Page) =>
  page.locator("form#application").evaluate((form) => {
    const states = document.createElement("div");
    states.innerHTML =
      '<p class="field-error">1</p><p class="field-warning">2</p><p class="draft-notice">3</p>' +
      '<a class="button-quiet">4</a><p class="error-summary"><a href="#x">5</a></p>';
    form.appendChild(states);
    document.querySelector(".prose")?.insertAdjacentHTML("beforeend", '<a href="#x">6</a>');
  });
