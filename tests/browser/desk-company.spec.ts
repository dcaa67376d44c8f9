import { mkdir } from "node:fs/promises";
import type { Page } from "playwright/test";
import { createPdf } from "../support/application-form";
import { findAxeViolations } from "../support/axe";
import type { DeskSite } from "../support/desk-site";
import { expect, test } from "../support/fixtures";
import { isLong } from "../support/size";
import { findSidewaysScroll } from "../states/layout";

const PHONE = { width: 390, height: 844 };

/** A white square of 8 pixels. */
const LOGO = {
  ...{ name: "logo.png", mimeType: "image/png" },
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mP4DwUMlDEA98A/wa9cD80AAAAASUVORK5CYII=",
    "base64",
  ),
};

/** Optional folder for screenshots of each page, for manual review. */
const { DESK_PICTURES: pictures } = process.env;

const QUESTIONS = [
  { label: "May you work in the UK?", kind: "Yes or no" },
  { label: "Which shift?", kind: "Choose one", options: "Early\nLate" },
  { label: "Which machines do you know?", kind: "Choose several", options: "Oven\nMixer" },
  { label: "When can you start?", kind: "Date" },
  { label: "Why with us?", kind: "Long text" },
];

/** Other pages of the desk. `:job` is the job's path. */
const OTHER_PAGES = [
  ["versions", ":job/versions"],
  ["export", ":job/export"],
  ["delete-job", ":job/delete"],
  ["new-company", "/companies/new"],
  ["companies", "/companies?done=published"],
  ["new-job", "/positions/new"],
  ["colleagues", "/colleagues"],
  ["numbers", ":job/numbers"],
  ["emails", "/emails"],
  ["log", "/log"],
  ["sessions", "/sessions"],
  ["not-found", "/nothing"],
] as const;

/** Pages with distinct elements, which every run checks with axe. */
const CHECKED = [
  "company",
  "job",
  "published",
  "inbox",
  "application",
  "reply",
  "numbers",
  "emails",
];

/** From a sign-in code to an application and a closed job, without a terminal. */
async function runJourney(page: Page, desk: DeskSite, way: "plain" | "full") {
  const look = async (name: string) => {
    // A click returns before the next page has loaded.
    await page.waitForLoadState();
    expect([name, await findSidewaysScroll(page)]).toEqual([name, []]);
    // Other pages repeat the elements of `CHECKED`, so only the long run checks them.
    if (way === "full" && (isLong || CHECKED.includes(name)))
      expect([name, await findAxeViolations(page, "full", {})]).toEqual([name, []]);
    if (!pictures) return;
    await mkdir(pictures, { recursive: true });
    for (const width of [390, 768, 1280]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        const path = `${pictures}/${way}-${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize(PHONE);
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await page.goto(desk.deskUrl);
  await page.getByLabel("Sign-in code").fill(await desk.createCode(null, "Olga"));
  await press("Sign in");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  await look("jobs");
  await page.getByRole("link", { name: "Company" }).click();
  await page.getByRole("link", { name: "New company" }).click();
  const company = `Olga's Bakery ${way}`;
  await page.getByLabel("Name").fill(company);
  await page.getByLabel("Country").selectOption("GB");
  await press("Create company");
  await expect(page.getByRole("status")).toContainText("The company has been created");
  await page.getByLabel("About the company").fill("We bake bread in Leeds.");
  await page.getByLabel("Colour of buttons and links").fill("#8a3b12");
  const policy = page.getByRole("textbox", { name: "Privacy policy" });
  await policy.fill((await policy.inputValue()).replace(/\{\{[^}]*\}\}/g, "Olga"));
  await press("Add a section");
  await expect(page.getByLabel("About the company")).toHaveValue("We bake bread in Leeds.");
  await page
    .getByLabel("Logo")
    .setInputFiles({ name: "cv.pdf", mimeType: "image/png", buffer: createPdf(9) });
  await press("Save draft");
  await expect(page.getByText("Logo must be a PNG, JPEG or WebP file").first()).toBeVisible();
  await page.getByLabel("Logo").setInputFiles(LOGO);
  await page.getByLabel("Title").fill("Benefits");
  await page.getByLabel("Text, in Markdown").fill("- Bread, every day");
  await look("company");
  await press("Preview and publish");
  const preview = page.getByRole("link", { name: "Open the preview" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview and publish");
  await look("check");
  const back = page.url();
  await page.goto((await preview.getAttribute("href")) ?? "");
  await expect(page.locator(".preview-notice")).toHaveText(
    "This is a preview. Candidates can't see it yet.",
  );
  await expect(page.getByText("Bread, every day")).toBeVisible();
  const logo = page.locator("header img");
  await expect(logo).toHaveAttribute("src", /^\/-\/pictures\//);
  await expect(logo).toHaveJSProperty("naturalWidth", 8);
  await look("career-site-preview");
  await page.goto(back);
  await press("Publish changes");
  await expect(page.getByRole("status")).toContainText("Published");

  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("link", { name: "New job" }).click();
  await page.getByRole("link", { name: company }).click();
  await page.getByLabel("Job title").fill("Baker");
  await page.getByLabel("Place, as candidates read it").fill("Leeds");
  await page.getByRole("textbox", { name: "Job description" }).fill("You **bake** bread.");
  for (const [index, { label, kind, options = "" }] of QUESTIONS.entries()) {
    await press("Add a question");
    const question = page.getByRole("group", { name: `Question ${index + 1}` });
    await question.getByLabel("Question or text").fill(label);
    await question.getByLabel("Kind").selectOption({ label: kind });
    if (options) await question.getByLabel("Options, one per line").fill(options);
  }
  await press("Move up: Question 2");
  await expect(page.getByLabel("Question or text").first()).toHaveValue("Which shift?");
  await press("Save draft");
  await expect(page.getByRole("status")).toContainText("Draft saved by Olga");
  await look("job");
  await press("Preview and publish");
  const address = (await preview.getAttribute("href")) ?? "";
  const check = page.url();
  await page.goto(address);
  await expect(page.locator(".preview-notice")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(way === "plain" ? 0 : 1);
  await expect(page.locator("form")).toHaveCount(0);
  await look("job-preview");
  await page.goto(check);
  await press("Publish");
  await expect(page.getByRole("status")).toContainText("Published");
  await look("published");
  const job = page.url().replace(/\?.*/, "");

  await page.goto(address.replace(/\?.*/, ""));
  await page.getByLabel("First name").fill("Zoë");
  await page.getByLabel("Last name").fill("Núñez");
  await page.locator("input[name=phone]").first().fill("+34600123456");
  await page.getByLabel("Email").fill("zoe@example.com");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      ...{ name: "cv.pdf", mimeType: "application/pdf", buffer: createPdf(2000) },
    });
  await page.getByLabel("Late").check();
  await page.getByLabel("Yes", { exact: true }).check();
  await page.getByLabel("Oven").check();
  await page.getByLabel("When can you start?").fill("2027-03-01");
  await page.getByLabel("Why with us?").fill("Bread.");
  await page.locator("input[name=privacy_policy]").check();
  await page
    .locator(".application-form button[type=submit], .application-form .button")
    .last()
    .click();
  await expect(page).toHaveURL(/receipt=/);

  await page.goto(job);
  await page.getByRole("link", { name: "Applications", exact: true }).click();
  await page.getByLabel("Search by name").fill("nunez zoe");
  await press("Search");
  await look("inbox");
  await page.getByRole("link", { name: "Zoë Núñez" }).first().click();
  await expect(page.getByText("Bread.")).toBeVisible();
  const [cv] = await Promise.all([
    page.context().waitForEvent("response", (response) => response.url().endsWith("/cv?open")),
    page.getByRole("link", { name: "Open cv.pdf in a new tab" }).click(),
  ]);
  expect(cv.headers()["content-type"]).toBe("application/pdf");
  await page.bringToFront();
  await page.getByLabel("Note").fill("Ring her.");
  await press("Save note");
  await expect(page.getByText(/^Olga, /)).toBeVisible();
  await look("application");
  await page.getByRole("link", { name: "Invitation" }).click();
  const text = page.getByLabel("Text");
  await expect(text).toHaveValue(/^Hello Zoë,\n/);
  await text.fill("");
  await press("Preview");
  await expect(page.getByRole("alert")).toContainText("Text is missing");
  await look("reply");
  await text.fill("Hello {name},\n\ncome on Monday.");
  await press("Preview");
  await expect(page.getByText("come on Monday.")).toBeVisible();
  await look("reply-check");
  await press("Change");
  await expect(text).toHaveValue("Hello Zoë,\n\ncome on Monday.");
  await press("Preview");
  await press("Send");
  await expect(page.getByRole("status")).toContainText("on its way");
  await page.getByText("Invitation Sent").or(page.getByText("Invitation Waiting")).click();
  await expect(page.getByText("come on Monday.")).toBeVisible();
  await look("answered");
  await page.getByRole("link", { name: "Custom email" }).click();
  await page.getByRole("link", { name: "Change the templates" }).click();
  await page.getByLabel("Reply-to address").fill("olga@bakery.example");
  await press("Save");
  await expect(page.getByRole("status")).toHaveText("Saved.");
  await look("templates");
  await page.goto(job);
  for (const [name, path] of OTHER_PAGES) {
    if (!isLong && !pictures && !CHECKED.includes(name)) continue;
    await page.goto(new URL(path.replace(":job", new URL(job).pathname), job).href);
    await look(name);
  }
  await page.goto(job);
  await press("Close this job: Baker");
  await expect(page.getByRole("status")).toHaveText("The job is closed.");
  const closed = await page.goto(address.replace(/\?.*/, ""));
  expect(closed?.status()).toBe(410);
}

for (const [way, note] of [
  ["full", ""],
  // The desk's other tests also submit plain forms.
  ["plain", " @long"],
] as const) {
  test(`${way}: a company publishes its page and a job, and gets an application${note}`, async ({
    browse,
    desk,
  }) => {
    const page = await browse(way, {
      locale: "en-GB",
      viewport: PHONE,
      expectErrors: /404|410/,
    });
    await runJourney(page, desk, way);
  });
}
