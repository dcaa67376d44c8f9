import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fixture, pageOf, pdfOf, sha256 } from "../support/application-form";
import { expect, hasScripts, open, SEEN_WAYS, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { choice, drop, fault, field, withFolder } from "../support/cv-field";

const IMAGE = {
  name: "foto.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from(fixture("accepted/cv.jpg")),
};

/** Every file name ending that is accepted. */
const ACCEPTED = ["pdf", "doc", "docx", "rtf", "jpg", "jpeg", "png"] as const;

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("a CV is chosen by a click", async ({ browse, fakeSite, platform }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { cv: null });
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), field(page).click()]);
      await chooser.setFiles(CV);
      await expect(field(page)).toHaveValue("C:\\fakepath\\cv.pdf");
      await submit(page);
      await expect(applied(page)).toBeVisible();
      const { fileName, sha256: arrived } = platform.applications[0]?.cv ?? {};
      expect([fileName, arrived]).toEqual(["cv.pdf", sha256(CV.buffer)]);
    });

    test("a CV is chosen by a key", async ({ browse, fakeSite }) => {
      const page = await browse(way);
      // Waiting begins here, because it takes a moment until the browser hands its dialog to the
      // test.
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
        "Elige un CV en uno de estos formatos: PDF, DOC, DOCX, RTF, JPG, PNG.",
      );
      await expect(page.getByLabel("Nombre")).toHaveValue("María José");
      await field(page).setInputFiles(CV);
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    });

    test("a CV that was chosen is sent, though another file was refused", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("plain"));
      await fillIn(page, { phone: "1" });
      if (hasScripts(way)) {
        await expect(choice(page)).toContainText("CV subido.");
      } else {
        await submit(page);
        await expect(page.locator(".cv-held")).toContainText("cv.pdf");
      }
      await fillIn(page, { cv: { ...CV, name: "cv.odt" } });
      await submit(page);
      if (!hasScripts(way)) {
        await expect(fault(page)).toContainText("No podemos aceptar este archivo.");
        await expect(page.locator(".cv-held")).toContainText("cv.pdf");
        await submit(page);
      }
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(CV.buffer));
    });

    test("on a touch screen nobody is told to drop a file", async ({ browse, fakeSite }) => {
      const page = await browse(way, { hasTouch: true, isMobile: true });
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(field(page)).toHaveAccessibleDescription(
        "PDF, DOC, DOCX, RTF, JPG, PNG. Máximo recomendado: 5120 KB (5 MB).",
      );
    });

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
        await expect(choice(page)).toContainText("CV subido.");
        await expect(page.getByText("Tu CV pesa más de los 5 MB recomendados.")).toBeVisible();
      }
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv?.bytes.length).toBeGreaterThan(6 * 1024 ** 2);
    });
  });
}
