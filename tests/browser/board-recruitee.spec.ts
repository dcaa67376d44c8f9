import { companyAt, startAdapters, type Adapters } from "../support/adapters";
import { pdfOf } from "../support/application-form";
import { DONE_WAYS, expect, open, test } from "../support/fixtures";
import { recruiteeId, startRecruitee, type Recruitee } from "../support/recruitee";
import { startSite, type Site } from "../support/site";

/*
 * A candidate on a company's own site in front of its Recruitee offers: site, adapter and a stand-in that
 * answers as Recruitee's documentation says.
 */
let recruitee: Recruitee;
let adapters: Adapters;
let site: Site;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const PDF = Buffer.from(pdfOf(3000));
const file = (name: string, mimeType = "application/pdf", buffer = PDF) => ({
  name,
  mimeType,
  buffer,
});
/** The smallest picture that a browser draws. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.beforeAll(async () => {
  recruitee = await startRecruitee();
  const board = { system: "recruitee", board: "example", address: recruitee.address, apply: "on" };
  adapters = await startAdapters({ companies: [companyAt(board)] });
  site = await startSite({ platform: adapters.base });
});

test.afterAll(async () => {
  await site.stop();
  await adapters.stop();
  await recruitee.stop();
});

for (const way of DONE_WAYS) {
  test(`${way}: an offer of a Recruitee site is found, read and applied for, once`, async ({
    browse,
  }) => {
    recruitee.applications.length = 0;
    const page = await browse(way);
    await open(page, way, `${site.url}/taller/${uuid}?q=carpenter+2&source=fair`);
    const job = page.getByRole("link", { name: /Carpenter 2\b/ });
    await expect(job).toHaveCount(1);
    await open(page, way, new URL((await job.getAttribute("href")) ?? "", site.url).href);
    await expect(page.getByText("Good hands.")).toBeVisible();

    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Núñez");
    await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
    // Recruitee refuses this address; here it passes.
    await page.getByLabel("E-mail").fill("ana@example");
    await page.locator("input[type=file][name=cv]").setInputFiles(file("cv.pdf"));
    await page.getByLabel("Cover letter").fill("Hello:\nI make doors.");
    await page.getByLabel("Photo").setInputFiles(file("me.png", "image/png", PNG));
    await page.getByLabel("Your nearest station").fill("Centro");
    await page.getByLabel("Tell us of a repair.").fill("A door.");
    const group = (name: string) => page.getByRole("radiogroup", { name });
    await group("Do you drive?").getByLabel("No").check();
    await group("Which shift?").getByLabel("Late & night").check();
    await page.getByRole("group", { name: "Which tools?" }).getByLabel("Lathe").check();
    await page.getByRole("group", { name: "Which tools?" }).getByLabel("Saw").check();
    await page.getByLabel("Years of experience").fill("7");
    await page.getByLabel("Salary you expect").fill("29500");
    await page.getByLabel("First day").fill("2027-01-11");
    await page.getByLabel("Portfolio").setInputFiles(file("work.pdf"));
    await page.getByLabel("You may keep my data for a year.").check();
    await expect(page.getByText("Bring your own tools.")).toBeVisible();
    await page.getByLabel("I have read and accept").check();
    const send = page.getByRole("button", { name: "Send application" });
    await send.click();
    await expect(page.getByText("Email is invalid").first()).toBeVisible();
    expect(recruitee.applications).toHaveLength(0);
    await expect(group("Which shift?").getByLabel("Late & night")).toBeChecked();
    await expect(page.getByText("work.pdf").first()).toBeVisible();

    await page.getByLabel("E-mail").fill("ana@example.org");
    await send.click();
    await expect(page.getByText("Application sent").first()).toBeVisible();
    expect(recruitee.applications).toHaveLength(1);
    expect(recruitee.applications[0]?.offer).toBe(recruiteeId("everything required"));
    const form = recruitee.applications[0]?.form ?? new FormData();
    const values = [...form].map(([name, value]) => [
      name.replace("candidate", "").replace("[open_question_answers_attributes]", ""),
      value instanceof File ? value.name : value,
    ]);
    const answers = values.filter(([name]) => !name?.endsWith("[open_question_id]"));
    expect(answers).toEqual([
      ["[name]", "Ana Núñez"],
      ["[email]", "ana@example.org"],
      ["[phone]", "+34600000001"],
      ["[cv]", "cv.pdf"],
      ["[cover_letter]", "Hello:\nI make doors."],
      ["[photo]", "me.png"],
      ["[referrer]", "fair"],
      ["[0][content]", "Centro"],
      ["[1][content]", "A door."],
      ["[2][flag]", "false"],
      ["[3][content]", "Late & night"],
      ["[4][multi_content][]", "Lathe"],
      ["[4][multi_content][]", "Saw"],
      ["[5][content]", "7"],
      ["[6][content]", "29500"],
      ["[7][content]", "2027-01-11"],
      ["[8][file]", "work.pdf"],
      ["[9][flag]", "true"],
    ]);
  });
}

test("plain: an offer that requires a film is applied for at Recruitee", async ({ browse }) => {
  const page = await browse("plain");
  await page.goto(`${site.url}/taller/a-job/taller_${recruiteeId("a film required")}`);
  await expect(page.locator("form#application")).toHaveCount(0);
  await expect(page.locator('a[href*="example.recruitee.com"]')).toBeVisible();
});
