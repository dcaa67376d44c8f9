import { applicationForm, companyAt, startAdapters, type Adapters } from "../support/adapters";
import { DONE_WAYS, expect, open, test } from "../support/fixtures";
import { GREENHOUSE_KEY, isPost, startGreenhouse, type Greenhouse } from "../support/greenhouse";
import { pdfOf } from "../support/application-form";
import { startSite, type Site } from "../support/site";

/*
 * A candidate on a company's own site in front of its Greenhouse board: site, adapter and a stand-in
 * that answers as Greenhouse's documentation says.
 */
let greenhouse: Greenhouse;
let adapters: Adapters;
let site: Site;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const PDF = Buffer.from(pdfOf(3000));
const file = (name: string) => ({ name, mimeType: "application/pdf", buffer: PDF });

test.beforeAll(async () => {
  greenhouse = await startGreenhouse();
  const board = {
    system: "greenhouse",
    board: "taller",
    address: greenhouse.address,
    key: "GREENHOUSE_KEY",
    apply: "on",
  };
  adapters = await startAdapters({ companies: [companyAt(board)], secrets: { GREENHOUSE_KEY } });
  site = await startSite({ platform: adapters.base, vars: { RETRY_FIRST_MS: "100" } });
});

test.afterAll(async () => {
  await site.stop();
  await adapters.stop();
  await greenhouse.stop();
});

for (const way of DONE_WAYS) {
  test(`${way}: a job of a Greenhouse board is found, read and applied for, once`, async ({
    browse,
  }) => {
    greenhouse.applications.length = 0;
    const page = await browse(way);
    await open(page, way, `${site.url}/taller/${uuid}`);
    await expect(page.getByRole("heading", { name: "Taller Example" }).first()).toBeVisible();
    await page.goto(`${site.url}/taller/${uuid}?q=potter+2`);
    const job = page.getByRole("link", { name: /Potter 2\b/ });
    await expect(job).toHaveCount(1);
    await open(page, way, new URL((await job.getAttribute("href")) ?? "", site.url).href);
    await expect(page.getByText("Research & development")).toBeVisible();

    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Núñez");
    await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
    // Greenhouse refuses this address; here it passes.
    await page.getByLabel("E-mail").fill("ana@example");
    await page.locator("input[type=file][name=cv]").setInputFiles(file("cv.pdf"));
    await page.getByLabel("Cover letter").fill("Hello:\nI make pots.");
    await page.getByLabel("LinkedIn Profile").fill("linkedin.com/in/ana-example");
    await page.getByLabel("What did you repair last?").fill("A tram.");
    const send = page.getByRole("button", { name: "Send application" });
    const group = (name: string) => page.getByRole("group", { name });
    await page
      .getByRole("radiogroup", { name: "May you work in Spain?" })
      .getByLabel("Yes")
      .check();
    await page.getByRole("radiogroup", { name: "Which shift" }).getByLabel("Late").check();
    await group("Which tools").getByLabel("Lathe").check();
    await group("Which tools").getByLabel("Saw").check();
    await page.getByLabel("Portfolio").setInputFiles(file("work.pdf"));
    await page.getByLabel("I have read and accept").check();
    await send.click();
    await expect(
      page.getByText("The company's system did not accept this answer.").first(),
    ).toBeVisible();
    expect(greenhouse.applications).toHaveLength(0);

    await page.getByLabel("E-mail").fill("ana@example.org");
    await send.click();
    await expect(page.getByText("Application sent").first()).toBeVisible();
    expect(greenhouse.asked.filter(isPost).length).toBeGreaterThan(0);
    expect(greenhouse.applications).toHaveLength(1);
    const [{ job: id, form } = { job: 0, form: applicationForm() }] = greenhouse.applications;
    expect(id).toBe(4_000_000_002);
    const texts = [...form].filter(([, value]) => typeof value === "string");
    expect(texts).toEqual([
      ["first_name", "Ana"],
      ["last_name", "Núñez"],
      ["email", "ana@example.org"],
      ["cover_letter_text", "Hello:\nI make pots."],
      ["question_21", "linkedin.com/in/ana-example"],
      ["question_22", "A tram."],
      ["question_23", "1"],
      ["question_24", "9101"],
      ["question_25[]", "9100"],
      ["question_25[]", "9102"],
      ["phone", "+34600000001"],
    ]);
    for (const name of ["resume", "question_26"]) {
      const sent = form.get(name);
      if (!(sent instanceof File)) throw new Error(`${name} did not arrive`);
      expect(Buffer.from(await sent.arrayBuffer()).equals(PDF)).toBe(true);
    }
  });
}

test("plain: while Greenhouse is away an application waits, and then arrives once", async ({
  browse,
}) => {
  greenhouse.applications.length = 0;
  const away = { status: 503, body: "{}" };
  greenhouse.orders.push({ on: isPost, ...away }, { on: () => true, ...away });
  const page = await browse("plain");
  await page.goto(`${site.url}/taller/mechanic-1/taller_4000000001`);
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Núñez");
  await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
  await page.getByLabel("E-mail").fill("ana@example.org");
  await page.locator("input[type=file][name=cv]").setInputFiles(file("cv.pdf"));
  await page.getByLabel("I have read and accept").check();
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByText("on its way").first()).toBeVisible();
  await expect.poll(() => greenhouse.applications.length).toBe(1);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText("on its way").count();
    })
    .toBe(0);
  expect(greenhouse.orders).toEqual([]);
  expect(greenhouse.applications).toHaveLength(1);
});
