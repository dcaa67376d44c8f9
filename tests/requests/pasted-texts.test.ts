import { expect, test } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { messagesFor } from "~/app/i18n/messages";
import { MAX_LONG_TEXT } from "~/contract/limits";
import { findElements } from "../support/html";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

const get = async (path: string) => (await fetch(site.url + path)).text();

/** Creates a company with one job. */
function createJob(uuid: string, about: Record<string, unknown>, company = {}) {
  platform.client({ code: "taller", name: "Taller", language_default: "es", ...company }, uuid);
  const job = {
    ...{
      name: "Jefa",
      location: "Bilbao",
      country: "ES",
      published_at: "2026-11-02",
      client: uuid,
    },
    ...about,
  };
  platform.position(`${uuid}-job`, job);
  platform.on("positions").answer({ body: [{ ...job, uuid: `${uuid}-job` }] });
  return { careerSite: `/taller/${uuid}`, page: `/taller/jefa/${uuid}-job` };
}

test("omits hidden text everywhere, and struck-out text everywhere but on the page", async () => {
  const description =
    '<p style="display:none">INTERNAL</p><p>Cuidamos <span style="text-decoration:line-through">GATOS</span> ' +
    '<b style="font-weight:normal">perros</b></p>';
  const { careerSite, page } = createJob("pasted", { description });
  const html = await get(page);
  expect(html).toContain("<p>Cuidamos <s>GATOS</s> perros</p>");
  const metas = findElements(html, "meta").map(({ attributes }) => attributes.content);
  expect(metas).toContain("Cuidamos perros");
  const posting = findElements(html, "script").find(
    ({ attributes }) => attributes.type === "application/ld+json",
  );
  expect(posting?.text).toContain("<p>Cuidamos  perros</p>");
  const jobs = await get(`${careerSite}/jobs.xml`);
  expect(jobs).toContain("Cuidamos");
  expect(html + jobs).not.toContain("INTERNAL");
  expect((html + jobs).match(/GATOS/g)).toHaveLength(1);
});

test("truncates an overlong description and policy with a notice", async () => {
  const words = "palabra ".repeat(MAX_LONG_TEXT / 8);
  const { page, careerSite } = createJob(
    "long",
    { description: `<p>${words}</p><p>END</p>` },
    { privacy_policy: `${words}\n\nEND` },
  );
  for (const language of STANDARD_LANGUAGES) {
    const note = messagesFor(language)["text.cut"];
    for (const path of [page, `${page}/privacy`, `${careerSite}/privacy`]) {
      const html = await get(`${path}?lang=${language}`);
      expect(html, path).toContain(`>${note}</p>`);
      expect(html, path).not.toContain("END");
    }
  }
  const short = createJob("short", { description: "<p>END</p>" });
  expect(await get(`${short.page}?lang=en`)).not.toContain(messagesFor("en")["text.cut"]);
});
