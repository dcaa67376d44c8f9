import { pageOf, sha256 } from "../support/application-form";
import type { FakePlatform } from "../support/fake-platform";
import { DONE_WAYS, expect, open, SEEN_WAYS, test } from "../support/fixtures";
import { startLine } from "../support/line";
import { applied, CV, fillIn, submit, submitButton } from "../support/form-page";

const NETWORK = "Error de red. Intenta de nuevo.";

/** Every way in which a submit can fail (specification, section 8), and what is said of it. */
const refusals: [why: string, refuse: (platform: FakePlatform) => void, message: string][] = [
  [
    "detail is a text",
    (platform) => platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no." } }),
    "Hoy no.",
  ],
  [
    "detail is an array",
    (platform) =>
      platform.on("apply").once.answer({ status: 422, body: { detail: [{ msg: "no", n: 1 }] } }),
    '[{"msg":"no","n":1}]',
  ],
  [
    "there is neither detail nor message",
    (platform) => platform.on("apply").once.answer({ status: 400, body: { code: 7 } }),
    NETWORK,
  ],
  ["there is no body", (platform) => platform.on("apply").once.answer({ status: 400 }), NETWORK],
  ["it is HTML", (platform) => platform.on("apply").once.html(400), NETWORK],
];

/** What the candidate reads when the platform is away; only where `DELIVER_LATER` is off. */
const absences: typeof refusals = [
  ["the platform cuts the line", (platform) => platform.on("apply").once.drop(), NETWORK],
  ["the platform never answers", (platform) => platform.on("apply").once.stall(), NETWORK],
];

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("who has already applied is told so, and cannot again", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("apply").answer({ status: 409, body: { detail: "Again?" } });
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${pageOf("questions")}?lang=en`);
      await page.getByLabel("First name").fill("Ana");
      await page.getByLabel("Last name").fill("Pérez");
      await page.getByLabel("Phone").fill("612345678");
      for (const answer of ["Sí", "Ya"]) await page.getByLabel(answer, { exact: true }).check();
      await page.locator("textarea").fill("Porque sí");
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Send application" }).click();
      await expect(page.getByText("You have already applied!")).toBeVisible();
      await expect(page.getByText("You have already applied!")).toBeDisabled();
      const answer = page.locator(".applied");
      await expect(answer.getByRole("heading")).toHaveText("This application was not sent");
      await expect(answer).toContainText("Taller Norte already has an application from you");
    });
  });
}

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    for (const [why, refuse, message] of [...refusals, ...absences]) {
      test(`a submit fails, and ${why}: it is said, and the form is back`, async ({
        browse,
        fakeSite,
        promptSite,
        platform,
      }) => {
        const site = refusals.some(([reason]) => reason === why) ? fakeSite : promptSite;
        refuse(platform);
        const page = await browse(way, { expectErrors: /status of 503/ });
        await open(page, way, site.url + pageOf("questions"));
        await fillIn(page);
        await submit(page);
        await expect(page.locator("#answer")).toContainText(message);
        await expect(page.getByLabel("Nombre")).toHaveValue("María José");
        await expect(submitButton(page)).toBeEnabled();
        // The CV is still chosen, or held by the server: the candidate need not choose it again.
        await submit(page);
        await expect(applied(page)).toBeVisible();
        expect(platform.applications).toHaveLength(1);
        expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
      });
    }

    test("why a form was refused is still said after a look at another page", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const errors = [{ field: "first_name", message: "Falta el segundo nombre." }];
      platform.on("apply").once.answer({ status: 422, body: { detail: "Hoy no.", errors } });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      await submit(page);
      await expect(page.locator("#answer")).toContainText("Hoy no.");
      await page.getByRole("link", { name: "Todas las ofertas" }).click();
      await expect(page).toHaveTitle("Job offers");
      await page.goBack();
      await expect(page.locator("#answer")).toContainText("Hoy no.");
      await expect(page.locator("#first_name-error")).toHaveText("Falta el segundo nombre.");
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      // It is said until it is mended.
      await page.getByLabel("Nombre").fill("María José Ana");
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    });

    test("a CV that the platform finds too large is refused at its field, and a smaller one is sent", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("apply").once.answer({ status: 413 });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      await submit(page);
      await expect(page.locator("#cv-error")).toContainText("Elige uno más pequeño");
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      const smaller = { ...CV, buffer: Buffer.concat([CV.buffer, Buffer.from("%")]) };
      await page.locator("#cv").setInputFiles(smaller);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications.map(({ cv }) => cv?.sha256)).toEqual([sha256(smaller.buffer)]);
    });
  });
}

test.describe("slow:", () => {
  test("the connection drops during the upload: it is said, nothing is lost, and it arrives once", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const line = await startLine(fakeSite.url);
    try {
      const page = await browse("slow", { expectErrors: /net::ERR_/ });
      await open(page, "slow", line.url + pageOf("questions"));
      const buffer = Buffer.concat([CV.buffer, Buffer.alloc(300_000)]);
      line.cutAfter(100_000);
      await fillIn(page, { cv: { ...CV, buffer } });
      await submit(page);
      await expect(page.locator("#answer")).toContainText(NETWORK);
      await expect(page.locator("#cv")).toHaveValue("C:\\fakepath\\cv.pdf");
      expect(platform.applications).toEqual([]);
      line.mend();
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(buffer));
    } finally {
      await line.close();
    }
  });
});
