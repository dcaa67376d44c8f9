import { createCompany, startAdapters, type Adapters } from "../support/adapters";
import { createPdf } from "../support/application-form";
import { isCall, questionPath, startAshby, boardSystem as ASHBY } from "../support/systems/ashby";
import { expect, open, DISTINCT_WAYS, test } from "../support/fixtures";
import { startSite, type Site } from "../support/site";

/*
 * A candidate applies for a board's job through the site, the adapter and a fake Ashby, whose forms have
 * many field types. tests/requests/adapters*.test.ts test the other systems.
 */
let ashby: Awaited<ReturnType<typeof startAshby>>;
let adapters: Adapters;
let site: Site;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const PDF = Buffer.from(createPdf(3000));
const file = (name: string) => ({ name, mimeType: "application/pdf", buffer: PDF });

test.beforeAll(async () => {
  ashby = await startAshby();
  const board = { ...ASHBY.board, address: ashby.address, apply: "on" };
  adapters = await startAdapters({ companies: [createCompany(board)], secrets: ASHBY.secrets });
  site = await startSite({ platform: adapters.base });
});

test.afterAll(async () => {
  await site.stop();
  await adapters.stop();
  await ashby.stop();
});

for (const way of DISTINCT_WAYS) {
  test(`${way}: finds and shows a job of an Ashby board, and applies for it once [12.03] @long`, async ({
    browse,
  }) => {
    ashby.applications.length = 0;
    const page = await browse(way);
    await open(page, way, `${site.url}/taller/${uuid}?q=potter+2`);
    const job = page.getByRole("link", { name: /Potter 2\b/ });
    await expect(job).toHaveCount(1);
    await open(page, way, new URL((await job.getAttribute("href")) ?? "", site.url).href);
    await expect(page.getByText("Research & development")).toBeVisible();

    const group = (name: string) => page.getByRole("group", { name });
    const radios = (name: string) => page.getByRole("radiogroup", { name });
    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Núñez");
    await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
    await page.getByLabel("Email").fill("ana@example.com");
    await page.locator("input[type=file][name=cv]").setInputFiles(file("cv.pdf"));
    await expect(page.getByText("Take your time.")).toBeVisible();
    await page.getByLabel("Nearest station").fill("Nord");
    await page.getByLabel("Last repair?").fill("A tram:\nof 1924.");
    await page.getByLabel("Why here?").fill("Because of the trams.");
    await page.getByLabel("LinkedIn").fill("linkedin.com/in/ana-example");
    await page.getByLabel("Years of practice").fill("12");
    await radios("How well do you weld?").getByLabel("4").check();
    await page.getByLabel("First day").fill("2027-01-07");
    await radios("Do you drive?").getByLabel("No").check();
    await radios("Which shift?").getByLabel("Late & night").check();
    await group("Tools?").getByLabel("A").check();
    await group("Tools?").getByLabel("C").check();
    await page.getByLabel("Portfolio").setInputFiles(file("work.pdf"));
    await page.getByLabel("Where do you live? – City").fill("Xàtiva");
    await page.getByLabel("Where do you live? – Country").fill("Spain");
    await page.getByLabel("I have read and accept").check();
    const send = page.getByRole("button", { name: "Send application" });
    ashby.overrides.push({
      on: isCall("applicationForm.submit"),
      body: JSON.stringify({ success: false, errors: ["Email is not valid"] }),
    });
    await send.click();
    await expect(page.getByText("Email is not valid").first()).toBeVisible();
    expect(ashby.applications).toHaveLength(0);
    await expect(page.getByLabel("Why here?")).toHaveValue("Because of the trams.");
    await expect(radios("Which shift?").getByLabel("Late & night")).toBeChecked();
    await expect(page.getByText("work.pdf").first()).toBeVisible();

    await page.getByLabel("Email").fill("ana@example.org");
    await send.click();
    await expect(page.getByText("Application sent").first()).toBeVisible();
    expect(ashby.applications).toHaveLength(1);
    const [application] = ashby.applications;
    if (!application) throw new Error("no application arrived");
    expect(application.job).toBe(ashby.jobId("everything required"));
    const values = new Map(application.submissions.map(({ path, value }) => [path, value]));
    for (const path of ["_systemfield_resume", questionPath(11)]) {
      values.delete(path);
      const sent = await application.files.get(path)?.arrayBuffer();
      expect(sent && Buffer.from(sent).equals(PDF)).toBe(true);
    }
    expect(Object.fromEntries(values)).toEqual({
      _systemfield_name: "Ana Núñez",
      _systemfield_email: "ana@example.org",
      _systemfield_phone: "+34600000001",
      [questionPath(1)]: "Nord",
      [questionPath(2)]: "A tram:\nof 1924.",
      [questionPath(3)]: { type: "PlainText", value: "Because of the trams." },
      [questionPath(4)]: "linkedin.com/in/ana-example",
      [questionPath(5)]: 12,
      [questionPath(6)]: { score: 4 },
      [questionPath(7)]: "2027-01-07",
      [questionPath(8)]: false,
      [questionPath(9)]: "Late & night",
      [questionPath(10)]: ["A", "C"],
      _systemfield_location: { city: "Xàtiva", country: "Spain" },
    });
  });
}
