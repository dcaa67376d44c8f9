import type { Locator } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, open, test } from "../support/fixtures";

/** What makes a part visible when the system gives everything the same colours. */
const edgeOf = (part: Locator) =>
  part.evaluate((element) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle, outlineColor } =
      getComputedStyle(element);
    return {
      hasBorder: borderTopStyle !== "none" && parseFloat(borderTopWidth) > 0,
      border: borderTopColor,
      outline: outlineStyle === "none" ? "none" : outlineColor,
      surface: getComputedStyle(document.body).backgroundColor,
    };
  });

/** The parts that cannot be told from the page around them, as HTML. */
async function withoutEdge(parts: Locator): Promise<string[]> {
  const faults = [];
  for (const part of await parts.filter({ visible: true }).all()) {
    const { hasBorder, border, surface } = await edgeOf(part);
    if (!hasBorder || border === surface) {
      faults.push(await part.evaluate((element) => element.outerHTML.slice(0, 200)));
    }
  }
  return faults;
}

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

test.describe("full:", () => {
  test("in forced colours every control has an edge", async ({ browse, fakeSite }) => {
    const page = await browse("full", { forcedColors: "active" });
    await open(page, "full", fakeSite.url + positionPath("questions"));
    await page.locator("#phone").focus();
    await expect(page.getByRole("button", { name: "España" })).toBeVisible();

    const parts = page.locator(
      'form :is(button, textarea, [type="text"], [type="tel"], .cv-drop, fieldset .choice)',
    );
    expect(await parts.count()).toBeGreaterThan(8);
    expect(await withoutEdge(parts)).toEqual([]);

    const choices = page.locator("fieldset").first().locator(".choice");
    await choices.first().getByRole("radio").check();
    expect((await edgeOf(choices.first())).outline).not.toBe("none");
    expect((await edgeOf(choices.last())).outline).toBe("none");

    await page.getByRole("button", { name: "España" }).click();
    const chosen = page.getByRole("option", { selected: true });
    expect((await edgeOf(chosen)).outline).not.toBe("none");
    const other = page.getByRole("option", { selected: false }).first();
    expect((await edgeOf(other)).outline).toBe("none");

    await open(page, "full", fakeSite.url + careerSite);
    const cards = page.locator(".card, .search input, .search button");
    expect(await cards.count()).toBeGreaterThan(3);
    expect(await withoutEdge(cards)).toEqual([]);

    await page.getByRole("link", { name: "Política de privacidad" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect(await withoutEdge(dialog)).toEqual([]);
    expect(await withoutEdge(dialog.getByRole("button"))).toEqual([]);
  });
});
