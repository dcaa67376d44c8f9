import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pageOf, pdfOf, sha256 } from "../support/application-form";
import { expect, expectAwake, test } from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";
import { choice, drop, fault, field, withFolder } from "../support/cv-field";
import { expectRefusedField } from "../support/refused-field";

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
      "that is a PDF and a page, and called a Word file",
      {
        name: "cv.doc",
        mimeType: "application/msword",
        buffer: Buffer.from("%PDF-1.7\n%%EOF\nMIME-Version: 1.0\n\n<script>1</script>"),
      },
      "guárdalo como un PDF nuevo",
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
      await expect(fault(page)).toContainText(`${file.name}: `);
      await expect(fault(page)).toContainText(message);
      await expect(field(page)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page)).toHaveValue("");
      await expect(choice(page)).toHaveCount(0);
      await submit(page);
      await expectRefusedField(page, "full", field(page));
      expect(platform.requestsOf("apply")).toEqual([]);
      await field(page).setInputFiles(CV);
      await expect(fault(page)).toHaveCount(0);
      await submit(page);
      await expect(applied(page)).toBeVisible();
    });
  }

  for (const [what, file] of [
    ["by its name", { name: "cv.odt", mimeType: "application/x", buffer: Buffer.from("x") }],
    ["by its content", { ...CV, name: "false.pdf", buffer: Buffer.from("MZ, not a PDF") }],
  ] as const) {
    test(`a CV that was chosen stays when another file is refused ${what}`, async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse("full");
      await page.goto(fakeSite.url + pageOf("plain"));
      await expectAwake(page);
      await fillIn(page);
      await expect(choice(page)).toContainText("CV subido.");
      // Screen readers find each text once.
      const times = async (text: string) =>
        (await page.locator("form").ariaSnapshot()).split(text).length - 1;
      expect(await times("CV subido.")).toBe(1);
      await field(page).setInputFiles(file);
      await expect(fault(page)).toContainText(`${file.name}: No podemos aceptar este archivo.`);
      expect(await times("No podemos aceptar este archivo.")).toBe(1);
      await expect(choice(page)).toContainText(/^cv\.pdf /);
      await expect(choice(page)).toContainText("CV subido.");
      await expect(field(page)).toHaveValue("C:\\fakepath\\cv.pdf");
      await submit(page);
      await expect(applied(page)).toBeVisible();
      expect(platform.applications[0]?.cv).toMatchObject({
        fileName: "cv.pdf",
        sha256: sha256(CV.buffer),
      });
    });
  }

  test("whoever has read why a file was refused may go without one", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full");
    await page.goto(fakeSite.url + pageOf("plain"));
    await expectAwake(page);
    await fillIn(page, { cv: { ...CV, name: "cv.odt" } });
    await submit(page);
    await expectRefusedField(page, "full", field(page));
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications[0]?.cv).toBeUndefined();
  });

  test("a file that can no longer be read is said so at the field", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    // Without uploads: a CV that the server already holds would not be read again.
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
