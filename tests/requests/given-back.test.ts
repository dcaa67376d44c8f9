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

/** Sends a form that the platform refuses after it was received. @returns its receipt's address */
async function refusedLater(says = SAYS, form = wholeForm(), page = pageOf("questions")) {
  platform.on("apply").once.answer({ status: 429 });
  platform.on("apply").answer({ status: 400, body: { detail: says } });
  const response = await post(site.url + page, form);
  const receipt = site.url + (response.headers.get("Location") ?? "");
  await expect.poll(async () => (await receiptAt(receipt)).Estado).toBe("No entregada");
  platform.on("apply").reset();
  return receipt;
}
const wholeForm = () => formOf(ANSWERS, { bytes: cv, name: "ana.pdf" });

/** Asks for the form by what was entered. */
function ask(receipt: string, text: string, headers = {}, field = "phone") {
  const form = new FormData();
  form.append(field, text);
  return post(receipt, form, headers);
}

/** The words for how long the CV of a refused application is kept: seven days. */
function keptUntil(): string {
  const date = new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "UTC" });
  return `Lo guardamos hasta el ${date.format(Date.now() + 7 * 24 * 60 * 60 * 1000)}`;
}

/** What the fields of a page's form have, by their names. */
function fieldsOf(html: string): Record<string, string | undefined> {
  const inputs = elementsOf(html, "input").map(({ attributes }) => attributes);
  const isSet = (type = "") => !/^(radio|checkbox)$/.test(type);
  return Object.fromEntries([
    ...inputs
      .filter(({ type, checked }) => isSet(type) || checked !== undefined)
      .map(({ name, value }) => [name, value]),
    ...elementsOf(html, "textarea").map(({ attributes, text }) => [attributes.name, text.trim()]),
  ]) as Record<string, string | undefined>;
}

describe("the form of a position that asks for no number", () => {
  const asking = {
    standard: { phone: "off" },
    fields: [
      { id: "email", kind: "email", required: true },
      { id: "motive", kind: "long_text", label: "Motivo", required: true },
      { id: "tools", kind: "some_of", label: "Con qué", options: [{ value: "a", label: "A" }] },
      { id: "keep", kind: "consent", label: "Sí", required: true },
      { id: "portfolio", kind: "file", label: "Porfolio", required: true },
      { id: "age", kind: "text", label: "Edad", section: "voluntary" },
    ],
  };
  const entered = {
    phone: undefined,
    "field-email": "Maria@ejemplo.es",
    "field-motive": "Me gusta\nesto",
    "field-tools": "a",
    "field-keep": "Sí",
    "field-age": "41",
  };
  const portfolio = pdfOf(3000);

  test("comes back by the e-mail address, with its answers and files, and arrives whole", async () => {
    platform.position(fakePositions.plain, asking);
    const form = formOf(entered, { bytes: cv, name: "ana.pdf" });
    form.set("field-portfolio", new Blob([portfolio]), "mine.pdf");
    const receipt = await refusedLater("Not so", form, pageOf("plain"));
    const shown = await (await fetch(receipt)).text();
    expect(await receiptAt(receipt)).toMatchObject({ Motivo: "Not so" });
    expect(textOf(shown, "mend")).toContain(
      "escribe el correo electrónico con el que te inscribiste",
    );
    expect(elementsOf(shown, "input").map(({ attributes }) => attributes.name)).toContain("email");
    const page = await (await ask(receipt, "maria@EJEMPLO.es ", {}, "email")).text();
    const fields = fieldsOf(page);
    expect(fields).toMatchObject({
      first_name: "María José",
      "field-email": "Maria@ejemplo.es",
      "field-motive": "Me gusta\nesto",
      "field-tools": "a",
      // Voluntary answers do not come back, and a consent has to be given again.
      "field-age": undefined,
      corrects: "true",
    });
    expect(fields).not.toHaveProperty("field-keep");
    expect(page).toContain("mine.pdf");
    const { application_id, corrects, held_cv } = fields;
    const again = { ...entered, application_id, corrects, held_cv, "field-motive": "Otra cosa" };
    const mended = formOf({ ...again, "held_file-portfolio": fields["held_file-portfolio"] });
    mended.delete("cv");
    expect((await post(`${site.url}${pageOf("plain")}?send`, mended)).status).toBe(303);
    const [sent] = platform.applications;
    expect(sent?.answers).toContainEqual({ id: "motive", value: "Otra cosa" });
    expect(sent?.files.map(({ name, sha256 }) => [name, sha256])).toEqual(
      expect.arrayContaining([
        ["cv", sha256(cv)],
        ["file:portfolio", sha256(portfolio)],
      ]),
    );
  });
});

describe("its form, without scripts", () => {
  test("comes back by the phone number, to be mended and sent under the same id", async () => {
    const receipt = await refusedLater();
    const shown = await (await fetch(receipt)).text();
    expect(textOf(shown, "mend")).toContain("escribe el teléfono con el que te inscribiste");
    for (const own of ["María", "O'Neill", "612 34", "Por las", "ana.pdf", "application_id"]) {
      expect(shown).not.toContain(own);
    }
    const answer = await ask(receipt, "+34 612 34 56 78");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const page = await answer.text();
    expect(textOf(page, "error-summary")).toContain(SAYS);
    expect(textOf(page, "cv-held")).toContain(keptUntil());
    expect(textOf(page, "cv-held")).toContain("ana.pdf");
    const fields = fieldsOf(page);
    expect(fields).toMatchObject({
      first_name: "María José",
      last_name: "O'Neill Núñez",
      phone: "+34612345678",
      ...ANSWERS,
      corrects: "true",
    });
    expect(fields).not.toHaveProperty("privacy_policy");

    const { application_id, corrects, held_cv } = fields;
    const mended = formOf({ ...ANSWERS, application_id, corrects, held_cv, phone: "699 11 22 33" });
    mended.delete("cv");
    const sent = await post(`${site.url}${pageOf("questions")}?send`, mended);
    expect(sent.headers.get("Location")).toBe(receipt.slice(site.url.length));
    expect(await receiptAt(receipt)).toMatchObject({ Estado: "Entregada" });
    const [arrived] = await platform.waitForApplications();
    expect(platform.applications).toHaveLength(1);
    expect(arrived?.field("phone")).toBe("+34699112233");
    expect(arrived?.cv?.sha256).toBe(sha256(cv));
  });

  test("does not come back by other numbers, of which five may be tried", async () => {
    const receipt = await refusedLater();
    const said = [];
    for (let tried = 0; tried < 5; tried += 1) {
      const answer = await ask(receipt, "612 345 679");
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).not.toContain("María");
      said.push(textOf(page, "field-error"));
      // A reload of the receipt forgets none of them.
      await fetch(receipt);
    }
    expect(said).toEqual(
      [
        ...[" Te quedan 4 intentos.", " Te quedan 3 intentos.", " Te quedan 2 intentos."],
        ...[" Te queda un intento.", " No te quedan intentos."],
      ].map((left) => `Ese no es el teléfono con el que te inscribiste.${left}`),
    );
    expect(await (await ask(receipt, "612345678")).text()).not.toContain("María");
    const page = await (await fetch(receipt)).text();
    expect(textOf(page, "mend")).toBe("");
    expect(textOf(page, "receipt")).toContain(
      "Vuelve a inscribirte, o ponte en contacto con la empresa",
    );
  });

  test("comes back while the position cannot be read, and from no other site", async () => {
    const receipt = await refusedLater();
    const foreign = await ask(receipt, "612345678", { Origin: "https://elsewhere.example" });
    expect(foreign.status).toBe(403);
    platform.on("position").drop();
    expect(await (await ask(receipt, "612345678")).text()).toContain("María José");
  });
});

describe("with scripts", () => {
  test("why, and the CV's name, are for the browser that knows the secret id alone", async () => {
    const receipt = await refusedLater();
    const fields = fieldsOf(await (await ask(receipt, "612345678")).text());
    const at = (id: string | undefined, position: string) =>
      fetch(`${site.url}/-/applications/${id}?position=${position}&lang=es-ES`);
    const answer = await at(fields.application_id, fakePositions.questions);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      message: SAYS,
      heldCv: {
        upload: Number(fields.held_cv),
        name: "ana.pdf",
        size: cv.byteLength,
        kept: expect.stringContaining(keptUntil()) as string,
      },
    });
    expect((await at(fields.application_id, fakePositions.plain)).status).toBe(404);
    const receiptId = new URL(receipt).searchParams.get("receipt") ?? "";
    expect((await at(receiptId, fakePositions.questions)).status).toBe(404);
  });
});
