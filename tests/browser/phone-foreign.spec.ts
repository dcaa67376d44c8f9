import { pageOf } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { WRONG, WRONG_ON_SUBMIT, country, phone } from "../support/phone-page";

/** A British number as it is dialled in Britain, for a position in Spain. */
const BRITISH = "07400 123456";

const SAID = [
  [
    "en",
    "Please enter a valid phone number.",
    "This looks like a number from another country: did you mean +44 7400 123456 (United Kingdom)?",
  ],
  [
    "es-es",
    WRONG_ON_SUBMIT,
    "Parece un número de otro país: ¿querías decir +44 7400 123456 (Reino Unido)?",
  ],
  [
    "es-mx",
    WRONG_ON_SUBMIT,
    "Parece un número de otro país: ¿quisiste decir +44 7400 123456 (Reino Unido)?",
  ],
] as const;

for (const [language, wrong, guess] of SAID) {
  test(`plain: a number of another country is guessed in the summary, in ${language}`, async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("plain");
    await open(page, "plain", `${fakeSite.url}${pageOf("plain")}?lang=${language}`);
    await page.locator("#first_name").fill("Ann");
    await page.locator("#last_name").fill("Lee");
    await phone(page).fill(BRITISH);
    await page.locator("#cv").setInputFiles(CV);
    await page.locator("#privacy_policy").check();
    await page.locator("form:has(#phone) .button-submit").click();
    await expect(page.locator("#answer").getByRole("link", { name: guess })).toHaveText(
      `${wrong} ${guess}`,
    );
    await expect(phone(page)).toHaveValue(BRITISH);
  });

  test(`full: a number of another country is guessed at the field, in ${language}`, async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", `${fakeSite.url}${pageOf("plain")}?lang=${language}`);
    await phone(page).focus();
    await expect(phone(page)).toHaveValue("+34 ");
    await page.keyboard.type(BRITISH);
    await expect(page.getByText(guess)).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(page.locator("#phone-error")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: guess })).toBeVisible();
    await phone(page).fill("+447400123456");
    await expect(page.getByText(guess)).toHaveCount(0);
    await expect(page.locator("#phone-error")).toHaveCount(0);
  });
}

test("full: the browser fills a British number in, along with the name: it is called wrong at once, and guessed", async ({
  browse,
  fakeSite,
}) => {
  const [, , guess] = SAID[1];
  for (const isAwake of [true, false]) {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    const fill = () =>
      phone(page).evaluate((field: HTMLInputElement, value) => {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }, BRITISH);
    if (!isAwake) await fill();
    await page.getByLabel("Nombre").focus();
    await expect(country(page)).toBeVisible();
    if (isAwake) await fill();
    await expect(page.getByRole("status").filter({ hasText: guess })).toBeVisible();
    await expect(page.locator("#phone-error")).toHaveText(WRONG);
    await expect(page.getByLabel("Nombre")).toBeFocused();
  }
});

test("full: a number that only the server knows to be a digit short is refused, and nothing is lost", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full");
  await open(page, "full", fakeSite.url + pageOf("plain"));
  await fillIn(page, { phone: "+49 151 2345 678" });
  await submit(page);
  await expect(page.locator("#answer").getByRole("link", { name: WRONG_ON_SUBMIT })).toBeVisible();
  await expect(page.locator("#phone-error")).toHaveText(WRONG_ON_SUBMIT);
  expect(platform.requestsOf("apply")).toEqual([]);
  await phone(page).fill("+4915123456789");
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications[0]?.fields).toContainEqual(["phone", "+4915123456789"]);
});
