import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  submitPath,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
} from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { findElements, findText } from "../support/html";
import { readReceipt } from "../support/receipts";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

/** Returns the fields and files that a receipt lists. */
const listedItems = (html: string): string[] =>
  findElements(/<div class="receipt-contents">.*?<\/div>/s.exec(html)?.[0] ?? "", "li").map(
    ({ text }) => text,
  );

/** The candidate's input, which no receipt shows. */
const ENTERED = ["María", "O'Neill", "612 34", "61234", "ana-perez", "bicicletas"];

async function sendForm(form = buildForm(), page = positionPath("plain")) {
  const response = await post(site.url + page, form);
  expect(response.status).toBe(303);
  return new URL(response.headers.get("Location") ?? "", site.url);
}
const get = async (address: URL) => (await fetch(address)).text();

describe("the receipt of a plain application", () => {
  test("is reached by a redirect and sends nothing when reloaded [2.32]", async () => {
    const address = await sendForm();
    expect(address.pathname).toMatch(/^\/taller-norte\/a-position\/[\w-]+$/);
    expect(address.search).toMatch(/^\?receipt=[0-9a-f]{64}$/);
    for (const _ of [1, 2]) expect(await get(address)).toContain("¡Ya te has inscrito!");
    expect(platform.applications).toHaveLength(1);
  });

  test("shows the application's number, time and fields without personal data [4.14]", async () => {
    const form = buildForm(ANSWERS, { bytes: createPdf(100_000), name: "ana-perez.pdf" });
    const page = await fetch(await sendForm(form, positionPath("questions")));
    expect(page.headers.get("Cache-Control")).toContain("private");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    const html = await page.text();
    expect(await readReceipt(page.url)).toEqual({
      "Número de candidatura": expect.stringMatching(
        /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/,
      ) as string,
      Estado: "Entregada",
      // The candidate's time zone is known only on Cloudflare.
      Enviada: expect.stringMatching(/^\d+ de \w+ de \d{4}(,| a las) \d+:\d\d UTC$/) as string,
    });
    const answer = "Taller Norte ha recibido tu candidatura para Jefe de taller.";
    expect(findText(html, "receipt")).toContain(answer);
    // The page contains neither a company section nor a form.
    expect(html).not.toMatch(/class="about"|\.cv-drop/);
    expect(listedItems(html)).toEqual([
      ...["Nombre", "Apellidos", "Teléfono", "CV (PDF, 98\u00a0KB)", "¿Tienes permiso de trabajo?"],
      ...["¿Cuándo puedes empezar?", "¿Por qué quieres trabajar aquí?", "Política de privacidad"],
    ]);
    for (const value of [...ENTERED, applicationId(form)]) {
      expect(findText(html, "receipt")).not.toContain(value);
    }
  });

  test("is the same if scripts replace the form with it [4.14]", async () => {
    platform.client({ next_steps: "Te llamamos en una semana." });
    const form = buildForm(ANSWERS, { bytes: createPdf(100_000), name: "ana-perez.pdf" });
    const answer = await post(`${site.url}${submitPath(applicationId(form))}&lang=en`, form);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const text = await answer.text();
    for (const value of [...ENTERED, applicationId(form)]) {
      expect(text).not.toContain(value);
    }
    const { outcome, receipt } = JSON.parse(text) as { outcome: string; receipt: { id: string } };
    const page = await fetch(
      `${site.url}${positionPath("questions")}?lang=en&receipt=${receipt.id}`,
    );
    const [, props = ""] = /data-props="receipt">(.*?)</s.exec(await page.text()) ?? [];
    expect({ outcome, receipt }).toEqual({
      outcome: "applied",
      receipt: (JSON.parse(props) as { receipt: unknown }).receipt,
    });
    expect(receipt).toMatchObject({
      title: "Application sent",
      next: { text: "Te llamamos en una semana.", lang: "es-ES" },
      origin: site.url,
    });
  });

  test("lists the sent fields and files with their labels, even after the position has closed [4.14]", async () => {
    const options = [{ value: "b1", label: "Una" }];
    platform.position(fakePositions.plain, {
      standard: { phone: "optional" },
      fields: [
        { id: "email", kind: "email", required: true },
        { id: "bike", kind: "some_of", label: "Tus bicis", options },
        { id: "never", kind: "text", label: "Sin contestar" },
        { id: "later", kind: "consent", label: "Sí, avisadme de otras ofertas" },
        { id: "no", kind: "consent", label: "Sí, llamadme" },
        { id: "work", kind: "file", label: "Porfolio" },
        { id: "none", kind: "file", label: "Sin archivo" },
        { id: "age", kind: "text", label: "Edad", section: "voluntary" },
      ],
    });
    const form = buildForm({
      phone: "",
      "field-email": "maria@example.com",
      "field-bike": "b1",
      "field-later": "Sí, avisadme de otras ofertas",
      "field-age": "41",
    });
    form.append("field-work", new Blob([createPdf(3000)]), "mis-obras.pdf");
    const address = await sendForm(form);
    const items = [
      ...["Nombre", "Apellidos", "Correo electrónico", "Tus bicis"],
      ...["Sí, avisadme de otras ofertas", "Sí, llamadme", "Porfolio (PDF, 3\u00a0KB)"],
      ...["Preguntas voluntarias", "Política de privacidad"],
    ];
    const html = await get(address);
    expect(listedItems(html)).toEqual(items);
    for (const value of ["maria@", "41", "mis-obras", "Una", "b1"]) {
      expect(findText(html, "receipt-contents")).not.toContain(value);
    }
    platform.position(fakePositions.plain, { status: "closed" });
    expect(listedItems(await get(address))).toEqual(items);
    address.searchParams.set("lang", "en");
    expect(listedItems(await get(address))).toEqual(
      expect.arrayContaining(["First name", "Email", "Tus bicis", "Privacy policy"]),
    );
  });

  test("describes the next steps, in the company's words if it wrote any", async () => {
    const address = await sendForm();
    const nextSteps = async () => findText(await get(address), "receipt-next");
    expect(await nextSteps()).toContain("Si Taller Norte quiere seguir adelante");
    platform.client({ next_steps: "Te llamamos en una semana.\nCon <b>todo</b>." });
    // A receipt shows cached data, and refreshes it for the next view.
    await expect.poll(nextSteps).toContain("Te llamamos en una semana.");
    expect(await nextSteps()).toContain("<b>todo</b>");
    expect(await nextSteps()).not.toContain("depende");
  });

  test("is 404 for an unknown id, a truncated id or another position [4.15]", async () => {
    const receipt = (await sendForm()).search;
    const invalidPaths = [
      `${positionPath("plain")}?receipt=${"0".repeat(64)}`,
      positionPath("csrf") + receipt,
      positionPath("plain") + receipt.slice(0, -1),
    ];
    for (const path of invalidPaths) {
      const page = await fetch(site.url + path);
      expect(page.status).toBe(404);
      expect(page.headers.get("Cache-Control")).toContain("private");
      const html = await page.text();
      expect(findText(html, "applied")).toContain("No tenemos este justificante");
      expect(findText(html, "applied")).toContain("durante 90 días");
      expect(findText(html, "applied")).toContain("pregunta a Taller Norte");
      expect(html).not.toContain('name="first_name"');
      expect(html).not.toContain("¡Ya te has inscrito!");
    }
  });
});
