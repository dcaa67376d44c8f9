import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  submitPath,
  readFixture,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
  postByScript,
  sha256,
} from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { formFromPage } from "../support/form-from-page";
import { findElements, findText } from "../support/html";
import { startSites } from "../support/sites-for-file";

const { platform, site } = await startSites({ site: { vars: { RETRY_FIRST_MS: "200" } } });

type Position = "questions" | "plain";
const send = (form: FormData, position: Position = "questions", url = site.url) =>
  post(url + positionPath(position), form);

async function sendInvalid(
  cv: { bytes: Uint8Array<ArrayBuffer>; name: string },
  { position, url }: { position?: Position; url?: string } = {},
) {
  const form = buildForm({ ...ANSWERS, first_name: "" }, cv);
  const response = await send(form, position, url);
  expect(response.status).toBe(422);
  return { form, html: await response.text() };
}

const fileField = (html: string) =>
  findElements(html, "input").find(({ attributes }) => attributes.name === "cv")?.attributes;

const MB = 1024 ** 2;

const someCv = () => ({ bytes: createPdf(200_000), name: "María Núñez.pdf" });

describe("a CV that was sent with an invalid form", () => {
  test("is shown on the form and is sent with the corrected form [5.22]", async () => {
    const cv = someCv();
    const { html } = await sendInvalid(cv);
    expect(findText(html, "cv-held")).toContain("María Núñez.pdf 195 KB");
    expect(fileField(html)).not.toHaveProperty("required");
    expect((await send(formFromPage(html))).status).toBe(303);
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv).toMatchObject({
      fileName: "María Núñez.pdf",
      sha256: sha256(cv.bytes),
    });
  });

  test.each([
    ["no", 5 * MB - 1000, false],
    ["a", 5 * MB + 1000, true],
  ])("has %s warning if it has %i bytes [5.16]", async (_, size, hasWarning) => {
    const { html } = await sendInvalid({ bytes: createPdf(size), name: "cv.pdf" });
    expect(findText(html, "field-warning").includes("más de los 5 MB recomendados")).toBe(
      hasWarning,
    );
  });

  test.each([
    [{}, "La empresa no puede recibir un archivo tan grande. Elige uno más pequeño."],
    [{ detail: "Como mucho 2 MB" }, "Como mucho 2 MB"],
  ])("is required again if the platform returns 413 with %j", async (body, message) => {
    platform.on("apply").once.answer({ status: 413, body });
    const response = await send(buildForm(ANSWERS, someCv()));
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(findText(html, "field-error")).toContain(message);
    expect(html).not.toContain('id="cv-held"');
    const smaller = { bytes: createPdf(1000), name: "cv.pdf" };
    const form = formFromPage(html);
    form.set("cv", new File([smaller.bytes], smaller.name, { type: "application/pdf" }));
    expect((await send(form)).status).toBe(303);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(smaller.bytes));
  });

  test("is not replaced by an invalid file", async () => {
    const cv = someCv();
    const { html } = await sendInvalid(cv);
    const form = formFromPage(html);
    form.set("cv", new Blob([Buffer.from(readFixture("invalid/cv.exe"))]), "cv.exe");
    const response = await send(form);
    expect(response.status).toBe(422);
    const again = await response.text();
    expect(findText(again, "field-error", "cv-error")).toContain("No podemos aceptar este archivo");
    expect(findText(again, "cv-held")).toContain("María Núñez.pdf");
    await send(formFromPage(again));
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
  });

  test("can be removed if it is optional", async () => {
    const { html } = await sendInvalid(someCv(), { position: "plain" });
    await send(formFromPage(html, { remove_cv: "true" }), "plain");
    expect(platform.applications[0]?.cv).toBeUndefined();
  });

  test("is also held if scripts send the form", async () => {
    const cv = someCv();
    const form = buildForm({ ...ANSWERS, first_name: "" }, cv);
    expect((await postByScript(site.url, form)).status).toBe(422);
    const corrected = buildForm({ ...ANSWERS, application_id: applicationId(form) });
    expect((await postByScript(site.url, corrected)).status).toBe(200);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
  });
});

describe("a held CV", () => {
  test("cannot be read at any URL of its application", async () => {
    const { form } = await sendInvalid(someCv());
    const id = applicationId(form);
    for (const path of [
      `/-/applications/${id}`,
      submitPath(id),
      `/-/applications/${id}/cv`,
      `${positionPath("questions")}?application_id=${id}`,
      `${positionPath("questions")}?receipt=${sha256(Buffer.from(id))}`,
    ]) {
      const text = await (await fetch(site.url + path)).text();
      expect(text).not.toContain("Núñez.pdf");
    }
  });

  test("cannot be used for another position", async () => {
    const { html } = await sendInvalid(someCv(), { position: "plain" });
    const response = await send(formFromPage(html, ANSWERS), "questions");
    expect(response.status).toBe(422);
    expect(findText(await response.text(), "field-error", "cv-error")).toContain(
      "Vuelve a elegirlo",
    );
    expect(platform.applications).toEqual([]);
  });
});

describe("a CV of a form whose position has closed", () => {
  const closeAtApply = () =>
    platform.on("apply").answer({ status: 410, body: { detail: "Cerrada." } });

  test("is deleted, and the page has the answers and similar jobs instead of the form", async () => {
    closeAtApply();
    const form = buildForm({ ...ANSWERS }, someCv());
    const response = await send(form);
    const html = await response.text();
    expect(response.status).toBe(410);
    expect(findText(html, "screen")).toContain("Oferta cerrada");
    expect(findText(html, "screen-written")).toContain("María José");
    expect(findElements(html, "a").map(({ attributes }) => attributes.href)).toContainEqual(
      expect.stringContaining(fakePositions.plain),
    );
    expect(html).not.toMatch(/<form|una hora|María Núñez\.pdf/);

    platform.on("apply").reset();
    form.delete("cv");
    expect((await send(form)).status).toBe(303);
    expect(platform.applications.at(-1)?.cv).toBeUndefined();
  });

  test("is held for the plain form that a script then sends", async () => {
    closeAtApply();
    const form = buildForm({ ...ANSWERS }, someCv());
    const response = await postByScript(site.url, form);
    expect([response.status, await response.json()]).toEqual([
      410,
      { outcome: "failed", message: "Esta oferta ya no admite candidaturas.", status: 410 },
    ]);
    form.delete("cv");
    expect((await send(form)).status).toBe(410);
    const sent = platform.requestsTo("apply").map(({ body }) => body.includes("%PDF"));
    expect(sent).toEqual([true, true]);
  });
});
