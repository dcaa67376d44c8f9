import type { Page } from "playwright/test";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { expect, expectAwake, open, SEEN_WAYS, test } from "../support/fixtures";
import { applied, appliedPositions, CV, fillIn, submit, submitButton } from "../support/form-page";

const receipt = (page: Page) => page.locator(".receipt");
/** A page's address, which leads to no part of it. */
const withoutFragment = (page: Page) => page.url().replace(/#.*/, "");
const number = (page: Page) => receipt(page).locator("dd").first();

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("what was sent is answered by a receipt, which a reload and another browser show too", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      await expect(receipt(page)).toContainText("Jefe de taller");
      await expect(receipt(page)).toContainText("Taller Norte");
      await expect(receipt(page)).toContainText("CV (PDF");
      await expect(receipt(page)).toContainText("Entregada");
      await expect(receipt(page)).not.toContainText("María");
      const quoted = (await number(page).textContent()) ?? "";
      expect(quoted).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);

      await expect(page).toHaveURL(/\?receipt=[0-9a-f]{64}/);
      await page.reload();
      await expect(number(page)).toHaveText(quoted);
      // Whatever is opened begins with it, on a phone with a long job advert too.
      for (const width of [360, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 640 });
        await page.evaluate(() => scrollTo(0, 0));
        await expect(receipt(page).getByRole("heading").first()).toBeInViewport({ ratio: 1 });
        await expect(number(page)).toBeInViewport({ ratio: 1 });
      }
      const elsewhere = await browse(way);
      await elsewhere.goto(page.url());
      await expect(number(elsewhere)).toHaveText(quoted);
      expect(platform.applications).toHaveLength(1);
    });

    test("while the platform is away it is applied all the same, and arrives later, once", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("apply").drop();
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      await expect(receipt(page)).toContainText("En camino");
      platform.on("apply").reset();
      await platform.waitForApplications(1, 20_000);
      await expect(async () => {
        await page.getByRole("link", { name: "Actualizar el estado" }).click();
        await expect(receipt(page)).toContainText("Entregada", { timeout: 500 });
      }).toPass();
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });

    test("a double click, a reload, and the back button with the same again send it once", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page, { cv: null });
      // A file on the disk, as a candidate has: the browser finds it again after Back.
      await page.locator("#cv").setInputFiles("tests/fixtures/accepted/cv.pdf");
      await submitButton(page).dblclick();
      await expect(applied(page)).toBeVisible();
      await page.reload();
      await expect(applied(page)).toBeVisible();
      // Blocking our bundle switches the browser's cache off, so that Back draws a new form.
      if (way === "plain") {
        const quoted = (await number(page).textContent()) ?? "";
        await page.goBack();
        await expect(page.getByLabel("Nombre")).toHaveValue("María José");
        await submit(page);
        await expect(number(page)).toHaveText(quoted);
      }
      expect(platform.applications).toHaveLength(1);
    });
  });
}

test.describe("plain:", () => {
  test("two people at one kiosk, with the back button between them: both arrive", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("plain");
    await open(page, "plain", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    const first = await number(page).textContent();
    await page.goBack();
    const cv = pdfOf(20_000);
    await page.getByLabel("Nombre").fill("Blas");
    await page.getByLabel("Teléfono").fill("699 11 22 33");
    await page.locator("#cv").setInputFiles({ ...CV, name: "blas.pdf", buffer: cv });
    await submit(page);
    await expect(applied(page)).toBeVisible();
    await expect(number(page)).not.toHaveText(first ?? "");
    expect(platform.applications.map((one) => one.field("first_name"))).toEqual([
      "María José",
      "Blas",
    ]);
    expect(platform.applications.map((one) => one.cv?.sha256)).toEqual([
      sha256(CV.buffer),
      sha256(cv),
    ]);
  });

  test("a CV that came with a wrong form is held and named, and sent with the right one", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("plain");
    await open(page, "plain", fakeSite.url + pageOf("questions"));
    await fillIn(page, { phone: "1" });
    await submit(page);
    await expect(page.locator(".cv-held")).toContainText("Ya tenemos tu CV");
    await expect(page.locator(".cv-held")).toContainText("cv.pdf");
    await page.getByLabel("Teléfono").fill("612 34 56 78");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("a CV that is held can be left out where it is optional", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("plain");
    await open(page, "plain", fakeSite.url + pageOf("plain"));
    await fillIn(page, { phone: "1" });
    await submit(page);
    await page.getByLabel("No enviar este CV").check();
    await page.getByLabel("Teléfono").fill("612 34 56 78");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv).toBeUndefined();
  });
});

test.describe("full:", () => {
  test("after it was sent the stored list wins: the form stays disabled, the back button or not", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    await page.goto(fakeSite.url + pageOf("questions"));
    await expect(applied(page)).toBeVisible();
    await expect(applied(page)).toBeDisabled();
    await page.goBack();
    await expect(applied(page)).toBeDisabled();
    expect(platform.applications).toHaveLength(1);
  });

  test("a returning candidate is told so at the top of the position, and in the list, with the way to the receipt", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await page.setViewportSize({ width: 390, height: 640 });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    // It is seen from its upper edge on.
    const top = () =>
      page.locator("#application").evaluate((card) => card.getBoundingClientRect().top);
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    const quoted = (await number(page).textContent()) ?? "";
    const address = withoutFragment(page);

    await page.goto(fakeSite.url + pageOf("questions"));
    await expect(page.getByRole("heading", { name: "Tu candidatura" })).toBeInViewport();
    await page.getByRole("link", { name: "Ver el justificante" }).click();
    await expect(page).toHaveURL(address);
    await expect(number(page)).toHaveText(quoted);

    await page.goto(`${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}`);
    const row = page.locator(".job", { hasText: "Jefe de taller" });
    await expect(row).toContainText("¡Ya te has inscrito!");
    await expect(page.locator(".job-sent")).toHaveCount(1);
    await row.getByRole("link", { name: "Ver el justificante" }).click();
    await expect(number(page)).toHaveText(quoted);
  });

  test("its time is the visitor's", async ({ browse, fakeSite }) => {
    const page = await browse("full", { timezoneId: "Asia/Tokyo" });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    const time = receipt(page).locator("time");
    await expect(time).toContainText("GMT+9");
    await page.reload();
    await expect(time).toContainText("GMT+9");
    await expect(time).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test("the receipt can be copied and printed", async ({ browse, fakeSite }) => {
    const page = await browse("full", { permissions: ["clipboard-read", "clipboard-write"] });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await page.getByRole("button", { name: "Copiar el justificante" }).click();
    await expect(page.getByRole("button", { name: "Justificante copiado." })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`Número: ${(await number(page).textContent()) ?? ""}`);
    expect(copied).toContain("- ¿Cuándo puedes empezar?");
    expect(copied.split("\n").at(-1)).toBe(withoutFragment(page));

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await page.getByRole("button", { name: "Imprimir" }).click();
    await expect(page.locator("body")).toHaveAttribute("data-printed");
    await page.emulateMedia({ media: "print" });
    await expect(receipt(page)).toContainText("Entregada");
    await expect(receipt(page).locator(".print-address")).toHaveText(withoutFragment(page));
    await expect(receipt(page).locator(".print-address")).toBeVisible();
    const waysOn = await receipt(page).locator("a, button").all();
    expect(waysOn.length).toBeGreaterThan(2);
    for (const wayOn of waysOn) await expect(wayOn).toBeHidden();
  });

  test("what could not be delivered says what to do, and lets the candidate apply again", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("apply").once.drop();
    platform.on("apply").once.answer({ status: 400, body: { detail: "No." } });
    platform.on("apply").once.answer({ status: 400, body: { detail: "No." } });
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await submit(page);
    await expect(receipt(page)).toContainText("En camino");
    await expect.poll(() => appliedPositions(page)).toContain(fakePositions.questions);
    await expect(async () => {
      await page.reload();
      await expect(receipt(page)).toContainText("Sin entregar", { timeout: 500 });
    }).toPass({ timeout: 90_000 });
    await expect(receipt(page)).toContainText("Corrígela y vuelve a enviarla");
    await expect(applied(page)).toBeHidden();
    await expect.poll(() => appliedPositions(page)).toBe("[]");
    await page.getByRole("link", { name: "Volver a inscribirme" }).click();
    await expectAwake(page);
    await fillIn(page);
    await submit(page);
    await expect(receipt(page)).toContainText("Entregada");
    expect(platform.applications).toHaveLength(1);
  });

  test("a receipt whose page does not come leaves a form that says it was sent", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await fillIn(page);
    // An answer without contents leaves the browser on its page, as somebody does who presses Stop.
    await page.route(/receipt=/, (route) => route.fulfill({ status: 204 }));
    await page.clock.install();
    await submit(page);
    await expect.poll(() => appliedPositions(page)).toContain(fakePositions.questions);
    await page.clock.runFor(10_000);
    await expect(applied(page)).toBeVisible();
    await page.unroute(/receipt=/);
    await page.getByRole("link", { name: "Ver el justificante" }).click();
    await expect(receipt(page)).toContainText("Entregada");
  });

  test("a receipt that is gone is forgotten, and the position can be applied to again", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /status of 404/ });
    const gone = "0".repeat(64);
    await page.goto(`${fakeSite.url}/404`);
    await page.evaluate(
      ([uuid, id]) => {
        localStorage.setItem("appliedPositions", JSON.stringify([uuid]));
        localStorage.setItem(`puertaReceipt:${uuid}`, id);
      },
      [fakePositions.questions, gone] as const,
    );
    // Another id that nobody has is no reason to forget it.
    await page.goto(`${fakeSite.url}${pageOf("questions")}?receipt=${"1".repeat(64)}`);
    await expect.poll(() => appliedPositions(page)).toContain(fakePositions.questions);
    await page.goto(fakeSite.url + pageOf("questions"));
    await page.getByRole("link", { name: "Ver el justificante" }).click();
    await expect(page.locator("#answer")).toBeVisible();
    await expect.poll(() => appliedPositions(page)).toBe("[]");
    await page.getByRole("link", { name: "Volver a inscribirme" }).click();
    await expectAwake(page);
    await fillIn(page);
    await submit(page);
    await expect(receipt(page)).toContainText("Entregada");
    expect(platform.applications).toHaveLength(1);
  });
});
