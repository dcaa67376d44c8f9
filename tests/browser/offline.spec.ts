import { pageOf, sha256 } from "../support/application-form";
import { expect, expectAwake, open, test } from "../support/fixtures";
import { applied, CV, fillIn, submit, submitButton } from "../support/form-page";

test.describe("full:", () => {
  test("losing the connection is said at once, and a submit waits for it and goes by itself", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await page.context().setOffline(true);
    await expect(page.locator(".offline-notice")).toBeVisible();
    await fillIn(page);
    await submit(page);
    await expect(
      page.getByRole("button", { name: /Subiendo tu CV|Esperando conexión/ }),
    ).toBeVisible();
    expect(platform.attempts()).toEqual([]);
    await page.context().setOffline(false);
    await expect(applied(page)).toBeVisible();
    await expect(page.locator(".offline-notice")).toHaveCount(0);
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("a submit without a CV waits too, and says so on its button", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { cv: null });
    await page.context().setOffline(true);
    await submit(page);
    await expect(page.getByRole("button", { name: "Esperando conexión..." })).toBeVisible();
    await page.context().setOffline(false);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });

  test("a form whose CV is going up when the connection is lost says that it waits", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    // The upload gets no answer.
    await page.route(/\/-\/applications\/[^/]+\/cv/, () => undefined);
    await fillIn(page);
    await submit(page);
    await expect(page.getByRole("button", { name: "Subiendo tu CV..." })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByRole("button", { name: "Esperando conexión..." })).toBeVisible();
  });

  test("what is changed while a submit waits is what is sent", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { cv: null });
    await page.context().setOffline(true);
    await submit(page);
    await expect(page.getByRole("button", { name: "Esperando conexión..." })).toBeVisible();
    await page.getByLabel("Nombre").fill("Ana");
    await page.context().setOffline(false);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications.map((application) => application.field("first_name"))).toEqual([
      "Ana",
    ]);
  });

  test("what is cleared while a submit waits is not sent, nor a file that was taken away", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await fillIn(page, { cv: null });
    await page.reload();
    await expect(page.locator(".draft-notice")).toBeVisible();
    await page.context().setOffline(true);
    await page.locator("#cv").setInputFiles(CV);
    await submit(page);
    await expect(page.getByRole("button", { name: /Subiendo tu CV|Esperando/ })).toBeVisible();
    await page.getByRole("button", { name: "Quitar" }).click();
    await expect(submitButton(page)).toBeEnabled();
    await submit(page);
    await expect(page.getByRole("button", { name: "Esperando conexión..." })).toBeVisible();
    await page.getByRole("button", { name: "Borrarlo todo" }).click();
    await expect(submitButton(page)).toBeEnabled();
    await page.context().setOffline(false);
    await expect(page.locator(".offline-notice")).toHaveCount(0);
    await open(page, "full", fakeSite.url + pageOf("plain"));
    await expect(page.getByLabel("Nombre")).toHaveValue("");
    expect(platform.attempts()).toEqual([]);
  });

  test("after a reload in between, text, file and the waiting submit are back", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await open(page, "full", fakeSite.url + pageOf("questions"));
    await page.context().setOffline(true);
    await fillIn(page);
    await submit(page);
    await expect(page.getByRole("button", { name: /Subiendo tu CV|Esperando/ })).toBeVisible();
    await page.reload().catch(() => undefined);
    await page.context().setOffline(false);
    await page.goto(fakeSite.url + pageOf("questions"));
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.field("first_name")).toBe("María José");
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
  });

  test("a form that still sleeps waits as well, and loses nothing where a company's script rewrites its button", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
    await page.route("**/build/form-*", (route) => route.abort());
    await page.goto(fakeSite.url + pageOf("plain"));
    await fillIn(page);
    const button = page.locator(".button-submit");
    await button.evaluate((element) => (element.textContent = "¡Apúntate!"));
    await page.context().setOffline(true);
    await button.click();
    await expect(button).toHaveText("Esperando conexión...");
    await page.context().setOffline(false);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.field("first_name")).toBe("María José");
  });

  test("what is being filled in goes on while there is no connection", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.goto(fakeSite.url + pageOf("plain"));
    await expectAwake(page);
    await page.context().setOffline(true);
    await page.getByLabel("Nombre").fill("Ana");
    await page.getByLabel("Apellidos").pressSequentially("Pérez");
    await expect(page.getByLabel("Apellidos")).toHaveValue("Pérez");
    await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
  });
});
