import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  buildForm,
  positionPath,
  createPdf,
  post,
  sha256,
} from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { findElements, findText } from "../support/html";
import { readReceipt } from "../support/receipts";
import { startSites } from "../support/sites-for-file";

const vars = { RETRY_FIRST_MS: "50", RETRY_MAX_MS: "50" };
const { platform, site } = await startSites({ site: { vars } });

const REASON = "The number 612 345 678 is blocked";
const cv = createPdf(20_000);
const portfolio = createPdf(3000);

/** Sends an application that the platform refuses in later attempts. */
async function sendRefusedLater() {
  platform.position(fakePositions.questions, {
    fields: [{ id: "portfolio", kind: "file", label: "Porfolio" }],
  });
  platform.on("apply").once.answer({ status: 429 });
  platform.on("apply").answer({ status: 400, body: { detail: REASON } });
  const id = randomUUID();
  const form = buildForm({ ...ANSWERS, application_id: id }, { bytes: cv, name: "ana.pdf" });
  form.set("field-portfolio", new Blob([portfolio]), "mine.pdf");
  const response = await post(site.url + positionPath("questions"), form);
  const receipt = site.url + (response.headers.get("Location") ?? "");
  await expect.poll(async () => (await readReceipt(receipt)).Estado).toBe("No entregada");
  platform.on("apply").reset();
  return { id, receipt };
}

const getCorrection = (id: string, position: string = fakePositions.questions) =>
  fetch(`${site.url}/-/applications/${id}?position=${position}&lang=es-ES`);

interface Correction {
  heldCv: { upload: number };
  heldFiles: { upload: number }[];
}

/** Returns the Spanish text that names the date until which the CV is stored. The date is in seven days. */
function expiryText(): string {
  const date = new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "UTC" });
  return `Lo guardaremos hasta el ${date.format(Date.now() + 7 * 24 * 60 * 60 * 1000)}`;
}

test("the receipt of a refused application tells the candidate what to do", async () => {
  const { id, receipt } = await sendRefusedLater();
  const page = await (await fetch(receipt)).text();
  expect(findText(page, "receipt")).toContain("así que la empresa no la tiene.");
  expect(findText(page, "receipt")).toContain("Si no, vuelve a inscribirte.");
  for (const value of ["María", "O'Neill", "612 34", "blocked", "Por las", "ana.pdf", id]) {
    expect(page).not.toContain(value);
  }
});

test("the receipt of a refused application links to an empty form with a new id", async () => {
  const { id, receipt } = await sendRefusedLater();
  const receiptHtml = await (await fetch(receipt)).text();
  const link = findElements(receiptHtml, "a").find(({ text }) => text === "Volver a inscribirme");
  const address = new URL(link?.attributes.href ?? "", receipt).href;
  const fields = findElements(await (await fetch(address)).text(), "input");
  const getValue = (name: string) =>
    fields.find(({ attributes }) => attributes.name === name)?.attributes.value ?? "";
  const application_id = getValue("application_id");
  expect(application_id).toMatch(/^[\w-]{16,}$/);
  expect(application_id).not.toBe(id);
  expect(getValue("first_name")).toBe("");
  const again = buildForm({ ...ANSWERS, application_id }, { bytes: cv, name: "ana.pdf" });
  const sent = await post(`${address}?send`, again);
  const other = new URL(sent.headers.get("Location") ?? "", site.url).href;
  expect(other).not.toBe(receipt);
  expect(await readReceipt(other)).toMatchObject({ Estado: "Entregada" });
  expect(platform.applications.map(({ cv }) => cv?.sha256)).toEqual([sha256(cv)]);
});

describe("a correction with scripts", () => {
  test("is possible only with the application id and shows the reason", async () => {
    const { id, receipt } = await sendRefusedLater();
    const answer = await getCorrection(id);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      message: REASON,
      heldCv: {
        upload: expect.any(Number) as number,
        name: "ana.pdf",
        size: cv.byteLength,
        kept: expect.stringContaining(expiryText()) as string,
      },
      heldFiles: [expect.objectContaining({ field: "portfolio", name: "mine.pdf" })],
    });
    expect((await getCorrection(id, fakePositions.plain)).status).toBe(404);
    const receiptId = new URL(receipt).searchParams.get("receipt") ?? "";
    expect((await getCorrection(receiptId)).status).toBe(404);
  });

  test("is delivered with the same id and the files that were already sent", async () => {
    const { id, receipt } = await sendRefusedLater();
    const { heldCv, heldFiles } = await (await getCorrection(id)).json<Correction>();
    const corrected = buildForm({
      ...ANSWERS,
      application_id: id,
      corrects: "true",
      held_cv: String(heldCv.upload),
      "held_file-portfolio": String(heldFiles[0]?.upload),
      phone: "699 11 22 33",
    });
    corrected.delete("cv");
    const address = `${site.url}/-/applications/${id}?position=${fakePositions.questions}`;
    expect((await post(address, corrected)).status).toBe(200);
    expect(await readReceipt(receipt)).toMatchObject({ Estado: "Entregada" });
    const [delivered, ...others] = platform.applications;
    expect(others).toEqual([]);
    expect(delivered?.field("phone")).toBe("+34699112233");
    expect(delivered?.files.map(({ name, sha256 }) => [name, sha256])).toEqual(
      expect.arrayContaining([
        ["cv", sha256(cv)],
        ["file:portfolio", sha256(portfolio)],
      ]),
    );
  });
});
