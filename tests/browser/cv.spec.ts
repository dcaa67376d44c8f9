import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLong } from "../support/size";
import { chooseFiles } from "../support/choose-files";
import { readFixture, createPdf, sha256 } from "../support/application-form";
import { choice, dropFiles, fieldError, field, withFolder } from "../support/file-picker";
import { uploadedMessage } from "../support/draft-page";
import { expect, hasScripts, DISTINCT_WAYS, longIf } from "../support/fixtures";
import { appliedMessage, CV, fillIn, submit, submitButton } from "../support/form-page";
import { apply, expectArrived, expectArrivedWithoutCv, test } from "../support/form-steps";
import { expectRefusedField } from "../support/refused-field";

const MB = 1024 ** 2;
const IMAGE = {
  name: "foto.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from(readFixture("accepted/cv.jpg")),
};
const NOT_A_PDF = { ...CV, name: "false.pdf", buffer: Buffer.from("MZ, not a PDF") };
const ODT = { name: "cv.odt", mimeType: "application/x", buffer: Buffer.from("x") };

/** Some accepted extensions, or all in the long run. tests/requests/validation.test.ts sends all of them. */
const ACCEPTED = ["pdf", "docx", "jpg", ...(isLong ? ["doc", "rtf", "jpeg", "png"] : [])];

for (const way of DISTINCT_WAYS) {
  test(`${way}: opens the file dialog with a click or a key, and sends a dropped CV unchanged [2.26]${longIf(way === "plain")}`, async ({
    openForm,
    platform,
  }) => {
    const page = await openForm({ way });
    await fillIn(page, { cv: null });
    for (const openDialog of [
      () => field(page).click(),
      async () => {
        await field(page).focus();
        await page.keyboard.press("Space");
      },
    ]) {
      await field(page).setInputFiles([]);
      const chooser = page.waitForEvent("filechooser");
      await openDialog();
      await (await chooser).setFiles(CV);
      await expect(field(page)).toHaveValue("C:\\fakepath\\cv.pdf");
    }
    await withFolder(async (folder) => {
      const file = join(folder, "soltado.pdf");
      const bytes = createPdf(5000);
      await writeFile(file, bytes);
      await dropFiles(page, field(page), [file]);
      await expect(field(page)).toHaveValue("C:\\fakepath\\soltado.pdf");
      await apply(page);
      expect(platform.applications.map(({ cv }) => [cv?.fileName, cv?.sha256])).toEqual([
        ["soltado.pdf", sha256(bytes)],
      ]);
    });
  });

  test(`${way}: accepts a CV of each type, and a CV over the recommended 5 MB [5.14, 5.16, 9.05]${longIf(way === "plain")}`, async ({
    openForm,
    platform,
  }) => {
    const page = await openForm({ way, position: "plain" });
    await fillIn(page, { cv: null, phone: "1" });
    for (const type of ACCEPTED) {
      const bytes = readFixture(`accepted/cv.${type === "jpeg" ? "jpg" : type}`);
      // The extra line break makes cv.jpeg differ from cv.jpg.
      const buffer = Buffer.concat([bytes, Buffer.from(type === "jpeg" ? "\n" : "")]);
      const file = { name: `cv.${type}`, mimeType: "application/octet-stream", buffer };
      await chooseFiles(field(page), file);
      if (hasScripts(way)) {
        await expect(choice(page)).toContainText(file.name);
        await expect(uploadedMessage(page)).toBeVisible();
      } else {
        // The server returns the form because of the invalid phone number, and holds the CV.
        await submit(page);
        await expect(page.locator(".cv-held")).toContainText(file.name);
      }
      await expect(fieldError(page)).toHaveCount(0);
    }
    const large = createPdf(6 * MB);
    await fillIn(page, { cv: { ...CV, buffer: large } });
    if (hasScripts(way)) {
      await expect(uploadedMessage(page)).toBeVisible();
      await expect(page.getByText("Tu CV pesa más de los 5 MB recomendados.")).toBeVisible();
    }
    await apply(page);
    expectArrived(platform, large);
  });
}

test("plain: lists the errors of an invalid form, holds the CV, and sends the corrected form [2.27, 5.12, 5.17, 5.22, 8.06, 8.08, 8.13]", async ({
  openForm,
  platform,
}) => {
  platform.client({ is_cv_required: true });
  platform.on("apply").once.answer({ status: 400, body: { detail: "Hoy no.", message: "No." } });
  platform.on("apply").once.answer({ status: 422, body: { message: "Mal día." } });
  const page = await openForm({ way: "plain" });
  // Simulate a browser that doesn't check constraints.
  const allowAll = () =>
    page.locator("#application").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await allowAll();
  await fillIn(page, { cv: null, phone: "1" });
  await submit(page);
  const missing = "Por favor, selecciona un archivo CV.";
  await expect(fieldError(page)).toHaveText(missing);
  await page.locator("#answer").getByRole("link", { name: missing }).click();
  await expect(field(page)).toBeInViewport();

  await allowAll();
  await field(page).setInputFiles(IMAGE);
  await submit(page);
  await expect(page.locator(".cv-held")).toContainText("Ya tenemos tu CV");
  await expect(page.locator(".cv-held")).toContainText(IMAGE.name);
  await expect(page.getByText("Has elegido una imagen.")).toBeVisible();
  await page.getByLabel("Teléfono").fill("612 34 56 78");
  for (const reason of ["Hoy no.", "Mal día."]) {
    await submit(page);
    await expect(page.locator("#answer")).toContainText(reason);
    await expect(page.locator("#answer")).not.toContainText("No.");
    await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  }
  await apply(page);
  await expect(page.getByText("Has enviado tu CV como imagen.")).toBeVisible();
  expectArrived(platform, IMAGE.buffer);
});

test("full: accepts an image, and recommends a PDF instead [2.27, 5.15, 5.17]", async ({
  openForm,
  platform,
}) => {
  // On a touch screen, the hint doesn't mention dropping a file.
  const page = await openForm({ hasTouch: true, isMobile: true });
  await expect(field(page)).toHaveAccessibleDescription(
    "Elige tu CV PDF, DOC, DOCX, RTF, JPG, PNG. Máximo recomendado: 5120 KB (5 MB).",
  );
  await fillIn(page);
  await expect(choice(page)).toContainText("cv.pdf");
  await expect(page.getByText(/imagen/)).toHaveCount(0);
  await field(page).setInputFiles(IMAGE);
  await expect(
    page.getByText("Has elegido una imagen. Te recomendamos que subas tu CV en PDF."),
  ).toBeVisible();
  await apply(page);
  expectArrived(platform, IMAGE.buffer);
});

test("full: shows the chosen file's name and size, and removes the file on request", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await fillIn(page, { cv: { ...CV, buffer: createPdf(Math.round(3.2 * MB)) } });
  await expect(choice(page)).toContainText(/cv\.pdf\s+3,2\sMB/);
  await page.getByRole("button", { name: "Quitar cv.pdf" }).click();
  await expect(choice(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await apply(page);
  expectArrivedWithoutCv(platform);
});

test("full: refuses an invalid file immediately, and sends the form without a file on the second submit [5.21]", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await fillIn(page, { cv: null });
  const pageInside = Buffer.from("%PDF-1.7\n%%EOF\nMIME-Version: 1.0\n\n<script>1</script>");
  await withFolder(async (folder) => {
    for (const [name, bytes, message] of [
      ["cv.odt", Buffer.from("x"), "formatos: PDF"],
      ["cv.doc", pageInside, "guárdalo como PDF"],
      ["cv.pdf", Buffer.alloc(0), "El archivo está vacío."],
      ["large.pdf", Buffer.alloc(26 * MB), "El archivo es demasiado grande. El máximo es 25 MB."],
    ] as const) {
      await writeFile(join(folder, name), bytes);
      await field(page).setInputFiles(join(folder, name));
      await expect(fieldError(page)).toContainText(`${name}: `);
      await expect(fieldError(page)).toContainText(message);
      await expect(field(page)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page)).toHaveValue("");
      await expect(choice(page)).toHaveCount(0);
    }
  });
  await submit(page);
  await expectRefusedField(page, "full", field(page));
  expect(platform.requestsTo("apply")).toEqual([]);
  await apply(page);
  expectArrivedWithoutCv(platform);
});

test("full: keeps a chosen CV when another file is refused for its name or content @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm();
  await fillIn(page, { cv: NOT_A_PDF });
  await expect(fieldError(page)).toContainText("formatos: PDF");
  await field(page).setInputFiles(CV);
  await expect(fieldError(page)).toHaveCount(0);
  await expect(uploadedMessage(page)).toBeVisible();
  // The accessibility tree contains each message once.
  const countInTree = async (text: string) =>
    (await page.locator("form").ariaSnapshot()).split(text).length - 1;
  expect(await countInTree("CV subido.")).toBe(1);
  for (const file of [ODT, NOT_A_PDF]) {
    await field(page).setInputFiles(file);
    await expect(fieldError(page)).toContainText(`${file.name}: No podemos aceptar este archivo.`);
    expect(await countInTree("No podemos aceptar este archivo.")).toBe(1);
    await expect(choice(page)).toContainText(/^cv\.pdf /);
    await expect(choice(page)).toContainText("CV subido.");
    await expect(field(page)).toHaveValue("C:\\fakepath\\cv.pdf");
  }
  await apply(page);
  expectArrived(platform);
});

test("full: shows an error at the field when the file can no longer be read @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ expectErrors: /net::ERR_/ });
  // Block uploads, because the form doesn't read a held CV again.
  await page.route("**/-/applications/*/cv?**", (route) => route.abort());
  await fillIn(page, { cv: null });
  await withFolder(async (folder) => {
    const file = join(folder, "cv.pdf");
    await writeFile(file, createPdf(5000));
    await field(page).setInputFiles(file);
    await expect(choice(page)).toContainText("cv.pdf");
    await appendFile(file, "changed since");
    await submit(page);
    await expect(fieldError(page)).toHaveText("Ya no podemos leer el archivo. Vuelve a elegirlo.");
    await expect(page.locator("#answer")).toBeFocused();
    expect(platform.requestsTo("apply")).toEqual([]);
    await field(page).setInputFiles(file);
    await submit(page);
    await expect(appliedMessage(page)).toBeVisible();
  });
});

test("full: refuses several files dropped together, and ignores a file dropped outside the field @long", async ({
  openForm,
}) => {
  const page = await openForm({ position: "plain" });
  await page.getByLabel("Nombre").fill("Ana");
  await withFolder(async (folder) => {
    const files = ["a.pdf", "b.pdf"].map((name) => join(folder, name));
    for (const file of files) await writeFile(file, createPdf(100));
    await dropFiles(page, submitButton(page), files.slice(0, 1));
    await dropFiles(page, field(page), files);
    await expect(fieldError(page)).toHaveText("Elige un solo archivo.");
    await dropFiles(page, field(page), files.slice(0, 1));
    await expect(fieldError(page)).toHaveCount(0);
    await expect(choice(page)).toContainText("a.pdf");
    await expect(uploadedMessage(page)).toBeVisible();
    await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
    expect(page.context().pages()).toHaveLength(1);
  });
});
