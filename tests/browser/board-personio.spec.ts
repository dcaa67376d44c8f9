import { companyAt, startAdapters, type Adapters } from "../support/adapters";
import { pdfOf } from "../support/application-form";
import { DONE_WAYS, expect, open, test } from "../support/fixtures";
import { PERSONIO_KEY, personioId, startPersonio, type Personio } from "../support/personio";
import { startSite, type Site } from "../support/site";

/*
 * A candidate on a company's own site in front of its Personio: site, adapter and a stand-in that
 * answers as Personio's documentation says.
 */
let personio: Personio;
let adapters: Adapters;
let site: Site;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const PDF = Buffer.from(pdfOf(3000));
const file = (name: string) => ({ name, mimeType: "application/pdf", buffer: PDF });

test.beforeAll(async () => {
  personio = await startPersonio();
  const board = {
    system: "personio",
    board: "taller",
    address: personio.address,
    key: "PERSONIO_KEY",
    apply: "on",
    asks: {
      phone: "required",
      message: "optional",
      attributes: [
        { id: "available_from", kind: "date", required: true },
        { id: "salary_expectations" },
        { id: "location" },
        {
          id: "custom_attribute_12",
          kind: "one_of",
          label: "Which kiln?",
          required: true,
          options: ["Gas", "Wood"],
        },
        { id: "custom_attribute_13", kind: "number", label: "Years at a kiln" },
        { id: "custom_attribute_14", kind: "url", label: "Your shop" },
        { id: "gender" },
      ],
      files: [{ category: "work-sample", label: "Your pots", required: true }],
    },
  };
  adapters = await startAdapters({ companies: [companyAt(board)], secrets: { PERSONIO_KEY } });
  site = await startSite({ platform: adapters.base });
});

test.afterAll(async () => {
  await site.stop();
  await adapters.stop();
  await personio.stop();
});

for (const way of DONE_WAYS) {
  test(`${way}: a position of a Personio feed is found, read and applied for, once`, async ({
    browse,
  }) => {
    personio.applications.length = 0;
    const page = await browse(way);
    await open(page, way, `${site.url}/taller/${uuid}?q=glazer+2`);
    const job = page.getByRole("link", { name: /Glazer 2\b/ });
    await expect(job).toHaveCount(1);
    await open(page, way, new URL((await job.getAttribute("href")) ?? "", site.url).href);
    await expect(page.getByRole("heading", { name: "Tasks & tools" })).toBeVisible();
    await expect(page.getByText("Valencia, Gdańsk")).toBeVisible();

    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Last name").fill("Núñez");
    await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
    // Personio refuses this address; here it passes.
    await page.getByLabel("E-mail").fill("ana@example");
    await page.locator("input[type=file][name=cv]").setInputFiles(file("cv.pdf"));
    await page.getByLabel("Available from").fill("2027-01-11");
    await page.getByLabel("Salary expectations").fill("as usual");
    await page.getByLabel("Where you live").fill("Valencia");
    const kiln = page.getByRole("radiogroup", { name: "Which kiln?" });
    await kiln.getByLabel("Wood").check();
    await page.getByLabel("Years at a kiln").fill("7");
    await page.getByLabel("Your shop").fill("ana.example/shop");
    await page.getByLabel("Cover letter").fill("Hello:\nI glaze.");
    await page.getByLabel("Your pots").setInputFiles(file("pots.pdf"));
    await page.getByRole("radiogroup", { name: "Gender" }).getByLabel("Diverse").check();
    await page.getByLabel("I have read and accept").check();
    const send = page.getByRole("button", { name: "Send application" });
    await send.click();
    await expect(page.getByText("This answer is not valid.").first()).toBeVisible();
    expect(personio.applications).toHaveLength(0);
    await expect(kiln.getByLabel("Wood")).toBeChecked();
    await expect(page.getByText("pots.pdf").first()).toBeVisible();

    await page.getByLabel("E-mail").fill("ana@example.org");
    await send.click();
    await expect(page.getByText("Application sent").first()).toBeVisible();
    expect(personio.applications).toHaveLength(1);
    const [application] = personio.applications;
    expect(application).toMatchObject({
      first_name: "Ana",
      last_name: "Núñez",
      email: "ana@example.org",
      job_position_id: personioId("several offices"),
      message: "Hello:\nI glaze.",
      attributes: [
        { id: "phone", value: "+34600000001" },
        { id: "available_from", value: "2027-01-11" },
        { id: "salary_expectations", value: "as usual" },
        { id: "location", value: "Valencia" },
        { id: "custom_attribute_12", value: "Wood" },
        { id: "custom_attribute_13", value: "7" },
        { id: "custom_attribute_14", value: "https://ana.example/shop" },
        { id: "gender", value: "diverse" },
      ],
      files: [
        { original_filename: "cv.pdf", category: "cv" },
        { original_filename: "pots.pdf", category: "work-sample" },
      ],
    });
    for (const { uuid: id } of application?.files ?? []) {
      const sent = await personio.files.get(id)?.arrayBuffer();
      expect(sent && Buffer.from(sent).equals(PDF)).toBe(true);
    }
  });
}
