import { expect, test } from "vitest";
import { buildForm, post } from "../support/application-form";
import { newPosition } from "../support/cached-pages";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

const get = async (path: string) => (await fetch(site.url + path)).text();

/** Adds a company and a position, so that no page is cached. */
function addCompany(texts?: object) {
  const criteria = { essential_requirements: [{ name: "Paciencia" }] };
  const position = newPosition(platform, { candidate_criteria_structured: criteria });
  const facts = { code: position.client, name: "Taller", language_default: "es", country: "ES" };
  platform.client({ ...facts, texts }, position.client);
  return { page: position.page, list: `/${position.client}/${position.client}` };
}

test("shows a company's texts as plain text on its career site, positions and forms [10.24]", async () => {
  const { page, list } = addCompany({
    "es-es": {
      "career.title_at": "Ven a {company}",
      "career.open_positions": "Únete <b>ya</b>",
      "position.essential": "Lo que pedimos",
      "facts.workplace": 3,
      "apply.submit": "Mandar ya",
      "error.phone": "Mal",
      "apply.form_title": "Hazlo",
      "footer.copyright": "{company}, {year}",
    },
  });
  const career = await get(list);
  expect(career).toContain("<h1>Ven a Taller</h1>");
  expect(career).toContain("Únete &lt;b&gt;ya&lt;/b&gt;");
  expect(career).toMatch(/<footer[^]*<p>Taller, \d{4}<\/p>/);
  expect(await get(`${list}?lang=en`)).toContain("Open jobs");

  const position = await get(page);
  expect(position).toContain("<h2>Lo que pedimos</h2>");
  // The button, and the script that sends the form.
  expect(position.match(/Mandar ya/g)).toHaveLength(2);
  expect(position).not.toMatch(/Enviar candidatura|Hazlo/);
  const refused = await post(site.url + page, buildForm({ phone: "1" }));
  const html = await refused.text();
  expect(html).toContain("Por favor, introduce un número de teléfono válido.");
  expect(html.match(/Mandar ya/g)).toHaveLength(2);
});

test("adds no bytes to pages without texts, or with texts in another language [10.24]", async () => {
  const bytes = async (texts?: object) => {
    const html = await get(addCompany(texts).page);
    return html
      .replace(/nonce="[^"]*"|[\da-f-]{36}/g, "")
      .replace(/(client|test|Position.)-?\d+/g, "").length;
  };
  const usual = await bytes();
  expect(await bytes({ en: { "apply.submit": "Send it right now" } })).toBe(usual);
  expect(await bytes({ "es-es": { "apply.submit": "a".repeat(200) } })).toBeGreaterThan(usual);
});
