import { companyAt, startAdapters, type Adapters } from "../support/adapters";
import { pdfOf } from "../support/application-form";
import { DONE_WAYS, expect, open, test } from "../support/fixtures";
import { LEVER_KEY, leverId, startLever, type Lever } from "../support/lever";
import { startSite, type Site } from "../support/site";

/*
 * A candidate on a company's own site in front of its Lever postings: site, adapter and a stand-in that
 * answers as Lever's documentation says.
 */
let lever: Lever;
let adapters: Adapters;
let site: Site;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
/** What the receipt says where the system writes to candidates by itself. */
const TALKS_BACK = "Taller Example will also write to you itself";
const PDF = Buffer.from(pdfOf(3000));

test.beforeAll(async () => {
  lever = await startLever();
  const board = {
    system: "lever",
    board: "taller",
    address: lever.address,
    key: "LEVER_KEY",
    apply: "on",
    required_questions: [leverId("its own questions")],
    asks: {
      org: "required",
      comments: "optional",
      urls: { LinkedIn: "required", Portfolio: "optional" },
      store: "required",
      marketing: "optional",
    },
  };
  adapters = await startAdapters({ companies: [companyAt(board)], secrets: { LEVER_KEY } });
  site = await startSite({ platform: adapters.base });
});

test.afterAll(async () => {
  await site.stop();
  await adapters.stop();
  await lever.stop();
});

for (const way of DONE_WAYS) {
  test(`${way}: a posting of a Lever site is found, read and applied for, once`, async ({
    browse,
  }) => {
    lever.applications.length = 0;
    const page = await browse(way);
    await open(page, way, `${site.url}/taller/${uuid}?q=framebuilder+2&utm_source=fair`);
    const job = page.getByRole("link", { name: /Framebuilder 2\b/ });
    await expect(job).toHaveCount(1);
    await open(page, way, new URL((await job.getAttribute("href")) ?? "", site.url).href);
    await expect(page.getByRole("heading", { name: "You bring" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Patience" })).toBeVisible();

    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Núñez");
    await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
    // Lever refuses this address; here it passes.
    await page.getByLabel("E-mail").fill("ana@refused");
    await page.locator("input[type=file][name=cv]").setInputFiles({
      name: "cv.pdf",
      mimeType: "application/pdf",
      buffer: PDF,
    });
    const where = page.getByRole("radiogroup", { name: "Where would you like to work?" });
    await where.getByLabel("Oaxaca").check();
    await page.getByLabel("Current company").fill("Bolt & Co");
    await page.getByLabel("LinkedIn").fill("linkedin.com/in/ana-example");
    await page.getByLabel("Portfolio").fill("https://ana.example/work");
    await page.getByLabel("Cover letter").fill("Hello:\nI braze.");
    await page.getByLabel("may collect, store and process").check();
    await page.getByLabel("may contact me about other jobs").check();
    await page.getByLabel("I have read and accept").check();
    const send = page.getByRole("button", { name: "Send application" });
    await send.click();
    await expect(
      page.getByText("The company's system did not accept this answer.").first(),
    ).toBeVisible();
    expect(lever.applications).toHaveLength(0);
    await expect(page.getByLabel("Current company")).toHaveValue("Bolt & Co");
    await expect(where.getByLabel("Oaxaca")).toBeChecked();

    await page.getByLabel("E-mail").fill("ana@example.org");
    await send.click();
    await expect(page.getByText("Application sent").first()).toBeVisible();
    // Lever writes to candidates by itself.
    await expect(page.getByText(TALKS_BACK)).toBeVisible();
    expect(lever.applications).toHaveLength(1);
    const form = lever.applications[0]?.form ?? new FormData();
    expect([...form].filter(([, value]) => typeof value === "string")).toEqual([
      ["name", "Ana Núñez"],
      ["email", "ana@example.org"],
      ["phone", "+34600000001"],
      ["org", "Bolt & Co"],
      ["urls[LinkedIn]", "https://linkedin.com/in/ana-example"],
      ["urls[Portfolio]", "https://ana.example/work"],
      ["comments", "Hello:\nI braze."],
      ["opportunityLocation", "Oaxaca"],
      ["consent[store]", "true"],
      ["consent[marketing]", "true"],
      ["source", "fair"],
    ]);
    const resume = form.get("resume");
    if (!(resume instanceof File)) throw new Error("the CV did not arrive");
    expect(Buffer.from(await resume.arrayBuffer()).equals(PDF)).toBe(true);
  });
}

test("plain: a posting with required questions of the company's own is applied for at Lever", async ({
  browse,
}) => {
  const page = await browse("plain");
  await page.goto(`${site.url}/taller/a-job/taller_${leverId("its own questions")}`);
  await expect(page.locator("form#application")).toHaveCount(0);
  await expect(page.locator(`a[href$="${leverId("its own questions")}/apply"]`)).toBeVisible();
});
