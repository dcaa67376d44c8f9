import type { Locator } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, open, test } from "../support/fixtures";

/** Returns a control's border and outline, which make the control visible in forced colours. */
const getEdge = (part: Locator) =>
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

async function findWithoutEdge(parts: Locator): Promise<string[]> {
  const found = [];
  for (const part of await parts.filter({ visible: true }).all()) {
    const { hasBorder, border, surface } = await getEdge(part);
    if (!hasBorder || border === surface) {
      found.push(await part.evaluate((element) => element.outerHTML.slice(0, 200)));
    }
  }
  return found;
}

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

test.describe("full:", () => {
  test("shows a visible border around every control in forced colours @long", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { forcedColors: "active" });
    await open(page, "full", fakeSite.url + positionPath("questions"));
    await page.locator("#phone").focus();
    await expect(page.getByRole("button", { name: "España" })).toBeVisible();

    const parts = page.locator(
      'form :is(button, textarea, [type="text"], [type="tel"], .cv-drop, fieldset .choice)',
    );
    expect(await parts.count()).toBeGreaterThan(8);
    expect(await findWithoutEdge(parts)).toEqual([]);

    const choices = page.locator("fieldset").first().locator(".choice");
    await choices.first().getByRole("radio").check();
    expect((await getEdge(choices.first())).outline).not.toBe("none");
    expect((await getEdge(choices.last())).outline).toBe("none");

    await page.getByRole("button", { name: "España" }).click();
    const chosen = page.getByRole("option", { selected: true });
    expect((await getEdge(chosen)).outline).not.toBe("none");
    const other = page.getByRole("option", { selected: false }).first();
    expect((await getEdge(other)).outline).toBe("none");

    await open(page, "full", fakeSite.url + careerSite);
    const cards = page.locator(".card, .search input, .search button");
    expect(await cards.count()).toBeGreaterThan(3);
    expect(await findWithoutEdge(cards)).toEqual([]);

    await page.getByRole("link", { name: "Política de privacidad" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect(await findWithoutEdge(dialog)).toEqual([]);
    expect(await findWithoutEdge(dialog.getByRole("button"))).toEqual([]);
  });
});
