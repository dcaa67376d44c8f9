import { chooseFiles } from "../support/choose-files";
import { positionPath, sha256 } from "../support/application-form";
import { expect, open, DISTINCT_WAYS, test, longIf } from "../support/fixtures";
import { startFlakyConnection } from "../support/flaky-connection";
import { appliedMessage, CV, fillIn, submit, submitButton, summary } from "../support/form-page";

// tests/requests/platform-errors.test.ts tests more of the platform's errors.

const NETWORK = "Error de red. Intenta de nuevo.";

for (const way of DISTINCT_WAYS) {
  test(`${way}: shows a refusal until the form is sent again [4.11, 8.06, 8.09, 8.19, 10.08]${longIf(way === "plain")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const errors = [{ field: "first_name", message: "Falta el segundo nombre." }];
    platform.on("apply").once.answer({ status: 422, body: { detail: "Hoy no.", errors } });
    const page = await browse(way);
    await open(page, way, fakeSite.url + positionPath("questions"));
    await fillIn(page);
    await submit(page);
    const expectRefusal = async () => {
      await expect(summary(page)).toContainText("Hoy no.");
      await expect(page.locator("#first_name-error")).toHaveText("Falta el segundo nombre.");
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
    };
    await expectRefusal();
    await page.getByRole("link", { name: "Todas las ofertas" }).click();
    await expect(page).toHaveTitle("Job offers");
    await page.goBack();
    await expectRefusal();

    await page.getByLabel("Nombre").fill("María José Ana");
    platform.on("apply").once.answer({ status: 400 });
    await submit(page);
    await expect(summary(page)).toContainText(NETWORK);
    await expect(page.getByLabel("Nombre")).toHaveValue("María José Ana");
    await expect(submitButton(page)).toBeEnabled();
    // The CV doesn't have to be chosen again.
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });
}

test.describe("full:", () => {
  test("reports a CV that is too large, and a repeated application [8.01, 8.16, 8.17]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("apply").once.answer({ status: 413 });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + positionPath("questions"));
    await fillIn(page);
    await submit(page);
    await expect(page.locator("#cv-error")).toContainText("Elige uno más pequeño");
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
    platform.on("apply").answer({ status: 409, body: { detail: "Again?" } });
    const smaller = { ...CV, buffer: Buffer.concat([CV.buffer, Buffer.from("%")]) };
    await chooseFiles(page.locator("#cv"), smaller);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
    await expect(appliedMessage(page)).toBeDisabled();
    await expect(page.locator(".applied")).toContainText(
      "¡Ya te has inscrito!No hemos enviado esta candidatura.",
    );
    const [, sent] = platform.requestsTo("apply");
    expect(sent).toBeDefined();
  });

  test("reports an interrupted upload, and delivers one application after a retry [8.09]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const connection = await startFlakyConnection(fakeSite.url);
    try {
      const page = await browse("full", { expectErrors: /net::ERR_/ });
      await open(page, "full", connection.url + positionPath("questions"));
      const buffer = Buffer.concat([CV.buffer, Buffer.alloc(300_000)]);
      connection.cutAfter(100_000);
      await fillIn(page, { cv: { ...CV, buffer } });
      await submit(page);
      await expect(page.locator("#answer")).toContainText(NETWORK);
      await expect(page.locator("#cv")).toHaveValue("C:\\fakepath\\cv.pdf");
      expect(platform.applications).toEqual([]);
      connection.restore();
      await submit(page);
      await expect(appliedMessage(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(buffer));
    } finally {
      await connection.close();
    }
  });
});
