import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { controlName, KINDS, positionWithAllKinds } from "../support/field-cases";
import { expect, longIf, open, test } from "../support/fixtures";
import { CV, summary } from "../support/form-page";
import { fieldErrors, findElements } from "../support/html";

/** Valid texts by control name. */
const VALID: Record<string, string> = {
  first_name: "María José",
  last_name: "Núñez",
  phone: "612345678",
  "field-email": "ann@b",
  "field-web": "ejemplo.com/yo",
  "field-start": "2027-04-03",
  "field-line": "Una línea",
  "field-lines": "Dos\nlíneas",
  "field-pay": "3500",
  "field-other_email": "",
  "field-other_web": "",
  "field-other_pay": "",
  "field-other_start": "",
  "open_question-0": "Porque sí",
};

/** Names of the other controls: choices, boxes and files. */
const CHOICES = ["question-0", "question-1", ...choices(/_no|_of|consent/), "privacy_policy"];
const FILES = ["cv", "field-portfolio"];

function choices(kind: RegExp): string[] {
  return KINDS.filter(({ field }) => kind.test(field.kind)).map(controlName);
}

/** Ten faults each: a text, a file name, or an empty string. `field-cases.ts` defines the limits. */
const FORMS: [language: string, faults: Record<string, string>][] = [
  [
    "es-es",
    {
      ...{ first_name: "", last_name: "x".repeat(101), phone: "123", cv: "", "question-0": "" },
      ...{ "field-email": "ann@", "field-web": "mi página", "field-pay": "lots" },
      ...{ "field-start": "", privacy_policy: "" },
    },
  ],
  [
    "en",
    {
      ...{ first_name: "\u200b", phone: "", "field-email": "", "field-web": "", "field-pay": "" },
      ...{ "field-start": "1850-05-05", "field-line": " ", "field-lines": "\u00a0" },
      ...{ "field-level": "", "field-tools": "" },
    },
  ],
  [
    "es-mx",
    {
      ...{ first_name: "Ñ".repeat(300), "field-email": `${"m".repeat(250)}@b.es`, cv: "cv.odt" },
      ...{ "field-web": `a.es/${"x".repeat(1995)}`, "field-pay": "0.5" },
      ...{ "field-line": "x".repeat(61), "field-lines": "x\n".repeat(150) },
      ...{ "open_question-0": "x".repeat(5001), "field-keep": "", "field-where": "" },
    },
  ],
  [
    "en",
    {
      ...{ last_name: "", phone: "612345678 934567890", "field-other_email": "a b@c.es" },
      ...{ "field-other_web": "ftp://a.es", "field-other_pay": "1,2,3" },
      ...{ "field-other_start": "2300-01-01", "field-pay": "90000.01", "field-permit": "" },
      ...{ "field-portfolio": "work.docx", "question-1": "" },
    },
  ],
  [
    "es-es",
    {
      ...{ "field-email": "ann@b,c", "field-web": "https://ana:x@a.es", "field-pay": "1.500.00" },
      ...{ "field-other_email": "＠b.es", "field-other_web": "localhost", "field-other_pay": "-" },
      ...{ "field-other_start": "0027-03-01", "field-portfolio": "", "open_question-0": "\u200b" },
      ...{ "field-where": "" },
    },
  ],
];

async function enter(page: Page, faults: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries({ ...VALID, ...faults })) {
    if (name in VALID) await page.locator(`[name="${name}"]`).fill(text);
  }
  for (const name of CHOICES.filter((name) => faults[name] === undefined)) {
    const control = page.locator(`[name="${name}"]:enabled`).first();
    if (await control.evaluate((element) => element instanceof HTMLSelectElement)) {
      await control.selectOption({ index: 1 });
    } else await control.check();
  }
  for (const name of FILES) {
    const fileName = faults[name] ?? CV.name;
    const input = page.locator(`[name="${name}"]`);
    if (fileName !== "") await input.setInputFiles({ ...CV, name: fileName });
    if (fileName !== CV.name && fileName !== "") {
      await expect(page.locator(`#${name}-error`)).toContainText(`${fileName}: `);
    }
  }
}

/** Posts the form as a browser without scripts would, including the files that the page has refused. */
const postPlain = (page: Page, faults: Record<string, string>) =>
  page.locator("form#application").evaluate(
    async (form: HTMLFormElement, refused) => {
      const body = new FormData(form);
      for (const [name, fileName] of refused) body.set(name, new File(["x"], fileName));
      const response = await fetch(form.action, { method: "POST", body });
      return response.text();
    },
    Object.entries(faults).filter(([name, fileName]) => FILES.includes(name) && fileName !== ""),
  );

for (const [index, [language, faults]] of FORMS.entries()) {
  test(`full: lists the same ten errors as the server, form ${index + 1} [5.20, 5.21, 10.03]${longIf(index > 0)}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    expect(Object.keys(faults)).toHaveLength(10);
    platform.client({ is_cv_required: true });
    const { fields } = positionWithAllKinds();
    const optional = KINDS.filter(({ field }) => /email|url|number|date/.test(field.kind));
    platform.position(fakePositions.questions, {
      fields: [
        ...fields,
        ...optional.map(({ field }) => ({ ...field, id: `other_${field.id}`, label: "Otro" })),
      ],
    });
    const page = await browse("full");
    await open(page, "full", `${fakeSite.url}${positionPath("questions")}?lang=${language}`);
    await enter(page, faults);
    const html = await postPlain(page, faults);
    const expected = findElements(html, "a")
      .filter(({ attributes: { href = "" } }) => href.slice(1) in faults)
      .map(({ text }) => text);
    expect([expected.length, fieldErrors(html).length]).toEqual([10, 10]);
    await page.evaluate(() => (document.documentElement.dataset.before = ""));
    await page.locator(".button-submit").click();
    await expect(summary(page).getByRole("listitem")).toHaveText(expected);
    // The page checked the form without a request.
    await expect(page.locator("html")).toHaveAttribute("data-before", "");
    expect(platform.requestsTo("apply")).toEqual([]);
  });
}
