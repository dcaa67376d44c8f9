import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ANSWERS, formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { receiptAt } from "../support/receipts";
import { sitesForFile } from "../support/sites-for-file";

const vars = { RETRY_FIRST_MS: "50", RETRY_MOST_MS: "50" };
const { platform, site } = await sitesForFile({ site: { vars } });

const SAYS = "The number 612 345 678 is blocked";
const cv = pdfOf(20_000);
const portfolio = pdfOf(3000);

/** A form that the platform refuses after it was received. */
async function refusedLater() {
  platform.position(fakePositions.questions, {
    fields: [{ id: "portfolio", kind: "file", label: "Porfolio" }],
  });
  platform.on("apply").once.answer({ status: 429 });
  platform.on("apply").answer({ status: 400, body: { detail: SAYS } });
  const id = randomUUID();
  const form = formOf({ ...ANSWERS, application_id: id }, { bytes: cv, name: "ana.pdf" });
  form.set("field-portfolio", new Blob([portfolio]), "mine.pdf");
  const response = await post(site.url + pageOf("questions"), form);
  const receipt = site.url + (response.headers.get("Location") ?? "");
  await expect.poll(async () => (await receiptAt(receipt)).Estado).toBe("No entregada");
  platform.on("apply").reset();
  return { id, receipt };
}

/** What the browser with the secret id asks for. */
const correction = (id: string, position: string = fakePositions.questions) =>
  fetch(`${site.url}/-/applications/${id}?position=${position}&lang=es-ES`);

interface Back {
  heldCv: { upload: number };
  heldFiles: { upload: number }[];
}

/** The words for how long the CV of a refused application is kept: seven days. */
function keptUntil(): string {
  const date = new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "UTC" });
  return `Lo guardamos hasta el ${date.format(Date.now() + 7 * 24 * 60 * 60 * 1000)}`;
}

test("the receipt of a refused application says what to do, and nothing that was entered", async () => {
  const { id, receipt } = await refusedLater();
  const page = await (await fetch(receipt)).text();
  expect(textOf(page, "receipt")).toContain("así que la empresa no la tiene.");
  expect(textOf(page, "receipt")).toContain("Si no, vuelve a inscribirte.");
  for (const own of ["María", "O'Neill", "612 34", "blocked", "Por las", "ana.pdf", id]) {
    expect(page).not.toContain(own);
  }
});

test("without scripts its link leads to an empty form with another id, which arrives", async () => {
  const { id, receipt } = await refusedLater();
  const shown = await (await fetch(receipt)).text();
  const link = elementsOf(shown, "a").find(({ text }) => text === "Volver a inscribirme");
  const address = new URL(link?.attributes.href ?? "", receipt).href;
  const fields = elementsOf(await (await fetch(address)).text(), "input");
  const valueOf = (name: string) =>
    fields.find(({ attributes }) => attributes.name === name)?.attributes.value ?? "";
  const application_id = valueOf("application_id");
  expect(application_id).toMatch(/^[\w-]{16,}$/);
  expect(application_id).not.toBe(id);
  expect(valueOf("first_name")).toBe("");
  const again = formOf({ ...ANSWERS, application_id }, { bytes: cv, name: "ana.pdf" });
  const sent = await post(`${address}?send`, again);
  const other = new URL(sent.headers.get("Location") ?? "", site.url).href;
  expect(other).not.toBe(receipt);
  expect(await receiptAt(other)).toMatchObject({ Estado: "Entregada" });
  expect(platform.applications.map(({ cv }) => cv?.sha256)).toEqual([sha256(cv)]);
});

describe("with scripts", () => {
  test("why, and the CV's name, are for the browser that knows the secret id alone", async () => {
    const { id, receipt } = await refusedLater();
    const answer = await correction(id);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      message: SAYS,
      heldCv: {
        upload: expect.any(Number) as number,
        name: "ana.pdf",
        size: cv.byteLength,
        kept: expect.stringContaining(keptUntil()) as string,
      },
      heldFiles: [expect.objectContaining({ field: "portfolio", name: "mine.pdf" })],
    });
    expect((await correction(id, fakePositions.plain)).status).toBe(404);
    const receiptId = new URL(receipt).searchParams.get("receipt") ?? "";
    expect((await correction(receiptId)).status).toBe(404);
  });

  test("a correction arrives under the same id, with the files that were sent", async () => {
    const { id, receipt } = await refusedLater();
    const { heldCv, heldFiles } = await (await correction(id)).json<Back>();
    const corrected = formOf({
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
    expect(await receiptAt(receipt)).toMatchObject({ Estado: "Entregada" });
    const [arrived, ...more] = platform.applications;
    expect(more).toEqual([]);
    expect(arrived?.field("phone")).toBe("+34699112233");
    expect(arrived?.files.map(({ name, sha256 }) => [name, sha256])).toEqual(
      expect.arrayContaining([
        ["cv", sha256(cv)],
        ["file:portfolio", sha256(portfolio)],
      ]),
    );
  });
});
