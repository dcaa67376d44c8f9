import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";
import { fixture, pageOf, pdfOf, sha256 } from "../support/application-form";
import {
  DONE_WAYS,
  expect,
  expectAwake,
  hasScripts,
  open,
  SEEN_WAYS,
  test,
} from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";

const IMAGE = {
  name: "foto.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from(fixture("accepted/cv.jpg")),
};

const field = (page: Page) => page.locator("#cv");
const fault = (page: Page) => page.locator("#cv-error");
const choice = (page: Page) => page.locator(".cv-choice");

/** A folder for files on a disk, gone after the test. */
async function withFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "puerta-cv-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Drags files from outside the browser onto the middle of something, as a mouse does. */
async function drop(page: Page, target: Locator, files: string[]) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to drop on");
  const session = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", {
      type,
      ...point,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
}

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("a required CV that is missing keeps the form from being sent", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: null });
      await submit(page);
      await expect(field(page)).toBeFocused();
      expect(platform.requestsOf("apply")).toEqual([]);
    });
  });
}

const MISSING = "Por favor, selecciona un archivo CV.";

for (const way of ["full", "slow"] as const) {
  test.describe(`${way}:`, () => {
    test("a required CV that is missing is asked for in the page, by the message for it", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: null });
      await submit(page);
      // Turns green when the awake form says itself what its constraints find (the issue on what the
      // candidate meets): today the browser does, in a bubble and in words of its own.
      test.fail();
      // Not the usual wait, for it is spent in vain; it goes with the line above.
      await expect(fault(page)).toHaveText(MISSING, { timeout: 5000 });
      await expect(page.locator("#answer")).toContainText(MISSING);
      expect(platform.requestsOf("apply")).toEqual([]);
    });
  });
}

for (const way of ["plain", "partial"] as const) {
  test.describe(`${way}:`, () => {
    test("in a browser that checks no constraints, a required CV that is missing is asked for by the message for it", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ is_cv_required: true });
      const page = await browse(way);
      // To an old browser, or one of text, `required` says nothing.
      await page.route(
        fakeSite.url + pageOf("plain"),
        async (route) => {
          const response = await route.fetch();
          const html = await response.text();
          await route.fulfill({ response, body: html.replaceAll(' required=""', "") });
        },
        { times: 1 },
      );
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.locator("#application [required]")).toHaveCount(0);
      await fillIn(page, { cv: null });
      await submit(page);
      await expect(fault(page)).toHaveText(MISSING);
      const summary = page.locator("#answer");
      await expect(summary).toBeInViewport();
      await summary.getByRole("link", { name: MISSING }).click();
      await expect(field(page)).toBeInViewport();
      expect(platform.requestsOf("apply")).toEqual([]);

      await field(page).setInputFiles(CV);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });
  });
}

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("a CV is chosen by a click", async ({ browse, fakeSite }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), field(page).click()]);
      await chooser.setFiles(CV);
      await expect(field(page)).toHaveValue("C:\\fakepath\\cv.pdf");
    });

    test("a CV is chosen by a key", async ({ browse, fakeSite }) => {
      const page = await browse(way);
      // Waited for from the start: the browser has to be told to hand its dialog on.
      const chooser = page.waitForEvent("filechooser");
      await open(page, way, fakeSite.url + pageOf("plain"));
      await page.getByLabel("Teléfono").focus();
      await page.keyboard.press("Tab");
      await expect(field(page)).toBeFocused();
      await page.keyboard.press("Space");
      await (await chooser).setFiles(CV);
      await expect(field(page)).toHaveValue("C:\\fakepath\\cv.pdf");
    });

    test("a CV that is dropped on the field is sent as it was", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page, { cv: null });
      await withFolder(async (folder) => {
        const file = join(folder, "soltado.pdf");
        const bytes = pdfOf(5000);
        await writeFile(file, bytes);
        await drop(page, field(page), [file]);
        await expect(field(page)).toHaveValue("C:\\fakepath\\soltado.pdf");
        await submit(page);
        await expect(applied(page)).toBeVisible();
        expect(platform.applications[0]?.cv).toMatchObject({
          fileName: "soltado.pdf",
          sha256: sha256(bytes),
        });
      });
    });

    test("an image is taken, with the advice to send a PDF", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      const advice = page.getByText(
        "Has elegido una imagen. Te recomendamos que subas tu CV en PDF.",
      );
      await fillIn(page, { cv: IMAGE, phone: "1" });
      if (!hasScripts(way)) {
        await submit(page);
        await expect(page.locator(".cv-held")).toContainText(IMAGE.name);
      }
      await expect(advice).toBeVisible();
      await fillIn(page, { cv: IMAGE });
      await submit(page);
      await expect(applied(page)).toBeVisible();
      if (!hasScripts(way)) {
        await expect(page.getByText("Tu CV ha llegado como imagen.")).toBeVisible();
      }
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(IMAGE.buffer));
    });

    test("a PDF is not called an image", async ({ browse, fakeSite }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      if (hasScripts(way)) await expect(choice(page)).toContainText("cv.pdf");
      await expect(page.getByText(/imagen/)).toHaveCount(0);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      await expect(page.getByText(/imagen/)).toHaveCount(0);
    });

    test("a false CV comes back with what is accepted, and a right one goes through", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page, {
        cv: { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ, not a PDF") },
      });
      await submit(page);
      await expect(fault(page)).toContainText(
        "Elige un CV en uno de estos formatos: PDF, DOC, DOCX, RTF, JPG, JPEG, PNG.",
      );
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      await field(page).setInputFiles(CV);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    });
  });
}

/** Every type that is accepted, under every ending that it has. */
const ACCEPTED = ["pdf", "doc", "docx", "rtf", "jpg", "jpeg", "png"] as const;

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    for (const type of ACCEPTED) {
      test(`a CV of type ${type} is taken as it is`, async ({ browse, fakeSite, platform }) => {
        const file = type === "jpeg" ? "accepted/cv.jpg" : `accepted/cv.${type}`;
        const buffer = Buffer.from(fixture(file));
        const page = await browse(way);
        await open(page, way, fakeSite.url + pageOf("plain"));
        await fillIn(page, {
          cv: { name: `cv.${type}`, mimeType: "application/octet-stream", buffer },
        });
        await submit(page);
        await expect(applied(page)).toBeVisible();
        expect(platform.applications[0]?.cv).toMatchObject({
          fileName: `cv.${type}`,
          sha256: sha256(buffer),
        });
      });
    }

    test("a CV of more than 5 MB is taken: the limit is a hint", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: { ...CV, buffer: pdfOf(6 * 1024 ** 2) } });
      if (hasScripts(way)) {
        const word = page.getByText("Pesa más de 5120 KB: puede tardar en enviarse.");
        await expect(word).toBeVisible();
      }
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.bytes.length).toBeGreaterThan(6 * 1024 ** 2);
    });
  });
}

test.describe("full:", () => {
  test("the chosen file's name and size are shown, and it can be taken away", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await fillIn(page, { cv: { ...CV, buffer: pdfOf(Math.round(3.2 * 1024 ** 2)) } });
    await expect(choice(page)).toContainText(/cv\.pdf\s+3,2 MB/);
    await page.getByRole("button", { name: "Quitar cv.pdf" }).click();
    await expect(choice(page)).toHaveCount(0);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv).toBeUndefined();
  });

  for (const [what, file, message] of [
    [
      "of another type",
      { name: "cv.odt", mimeType: "application/x", buffer: Buffer.from("x") },
      "formatos: PDF",
    ],
    [
      "that is empty",
      { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) },
      "El archivo está vacío.",
    ],
    [
      "that is too large",
      { name: "cv.pdf", mimeType: "application/pdf", buffer: pdfOf(26 * 1024 ** 2) },
      "El archivo es demasiado grande: el máximo es de 25 MB.",
    ],
  ] as const) {
    test(`a file ${what} is refused when it is chosen, not when it is sent`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse("full");
      await page.goto(fakeSite.url + pageOf("questions"));
      await expectAwake(page);
      await fillIn(page, { cv: file });
      await expect(fault(page)).toContainText(message);
      await expect(field(page)).toHaveAttribute("aria-invalid", "true");
      await submit(page);
      await expect(field(page)).toBeFocused();
      expect(platform.requestsOf("apply")).toEqual([]);
      await field(page).setInputFiles(CV);
      await expect(fault(page)).toHaveCount(0);
      await submit(page);
      await expect(applied(page)).toBeVisible();
    });
  }

  test("a file that can no longer be read is said so at the field", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    // What the server holds already need not be read again.
    await page.route("**/-/applications/*/cv?**", (route) => route.abort());
    await page.goto(fakeSite.url + pageOf("questions"));
    await expectAwake(page);
    await fillIn(page, { cv: null });
    await withFolder(async (folder) => {
      const file = join(folder, "cv.pdf");
      await writeFile(file, pdfOf(5000));
      await field(page).setInputFiles(file);
      await expect(choice(page)).toContainText("cv.pdf");
      await appendFile(file, "changed since");
      await submit(page);
      await expect(fault(page)).toHaveText("Ya no se puede leer el archivo. Vuelve a elegirlo.");
      await expect(page.locator("#answer")).toBeFocused();
      expect(platform.requestsOf("apply")).toEqual([]);
      await field(page).setInputFiles(file);
      await submit(page);
      await expect(applied(page)).toBeVisible();
    });
  });

  test("a folder, or several files, cannot be dropped", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("plain"));
    await expectAwake(page);
    await withFolder(async (folder) => {
      const files = ["a.pdf", "b.pdf"].map((name) => join(folder, name));
      for (const file of files) await writeFile(file, pdfOf(100));
      await drop(page, field(page), files);
      await expect(fault(page)).toHaveText("Elige un solo archivo.");
      await drop(page, field(page), files.slice(0, 1));
      await expect(fault(page)).toHaveCount(0);
      await expect(choice(page)).toContainText("a.pdf");
      await expect(choice(page)).toContainText("CV subido.");
    });
  });

  test("a file that is dropped beside the field does not take the page's place", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("plain"));
    await expectAwake(page);
    await page.getByLabel("Nombre").fill("Ana");
    await withFolder(async (folder) => {
      const file = join(folder, "cv.pdf");
      await writeFile(file, pdfOf(100));
      await drop(page, page.getByRole("button", { name: "Enviar candidatura" }), [file]);
      await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
      expect(page.context().pages()).toHaveLength(1);
    });
  });
});
