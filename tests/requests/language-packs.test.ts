import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGE_PACKS, LANGUAGES } from "~/contract/languages";
import { languageTag } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import { buildForm, positionPath } from "../support/application-form";
import { careerSite } from "../support/cached-pages";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform-data";
import { findElements, findText } from "../support/html";
import { startSites } from "../support/sites-for-file";

const { platform, off, on } = await startSites({
  off: {},
  on: { vars: { LANGUAGES: "pt-BR fr de" } },
});

const position = positionPath("questions");

const get = async (url: string, accepted = "") =>
  (await fetch(url, { headers: { "Accept-Language": accepted } })).text();

const getLanguage = (html: string) => findElements(html, "html")[0]?.attributes.lang;

/** Long texts of a page that exist in only one language. */
const longTexts = (language: (typeof LANGUAGES)[number]) =>
  Object.entries(messagesFor(language))
    .filter(([key, text]) => /^(form|error)\./.test(key) && text.length > 40)
    .map(([, text]) => text);

describe.each(LANGUAGE_PACKS)("a company whose language is %s", (language) => {
  const t = messagesFor(language);

  test("has pages in its language if the pack is on", async () => {
    platform.client({ language_default: languageTag(language), languages: ["en", language] });
    const page = await get(on.url + position);
    expect(getLanguage(page)).toBe(languageTag(language));
    expect(findElements(page, "title").map(({ text }) => text)).toEqual(["Job application"]);
    expect(page).toContain(t["apply.submit"]);
    expect(findText(page, "languages")).toContain(t["languages.name"]);
    expect(findText(page, "languages")).not.toContain("Español");
    const list = await get(on.url + careerSite);
    expect(findText(list, "jobs-heading")).toContain(t["career.open_positions"]);
  });

  test("has pages in English and a warning in the log if the pack is off [1.09, 8.14]", async () => {
    const code = `off-${language}`;
    platform.client({ language_default: language, code });
    expect(getLanguage(await get(off.url + position))).toBe("en");
    const warning = `Unknown interface language "${language}" of the company "${code}" (${fakeClientUuid})`;
    await expect.poll(() => off.log.join("\n")).toContain(warning);
  });

  test("gets errors in its language", async () => {
    platform.client({ language_default: language });
    const body = buildForm({ first_name: "", phone: "1", privacy_policy: undefined });
    const response = await fetch(on.url + position, {
      method: "POST",
      body,
      headers: { Origin: on.url },
    });
    expect(response.status).toBe(422);
    const html = await response.text();
    for (const key of ["error.first_name_missing", "error.phone", "error.privacy"] as const) {
      expect(html).toContain(t[key]);
    }
  });

  test("has no texts of another language on its pages", async () => {
    platform.client({ language_default: language });
    const html = await get(on.url + position);
    const others = LANGUAGES.filter((other) => other !== language);
    for (const text of others.flatMap(longTexts)) expect(html).not.toContain(text);
  });
});

test("with packs on, another unknown language is shown in English, with a warning in the log [1.09, 8.14]", async () => {
  platform.client({ language_default: "it" });
  expect(getLanguage(await get(on.url + position))).toBe("en");
  const warning = `Unknown interface language "it" of the company "${fakeClientCode}"`;
  await expect.poll(() => on.log.join("\n")).toContain(warning);
});

test("pages without a company use the browser's language only if its pack is on", async () => {
  expect(getLanguage(await get(`${on.url}/404`, "fr-CH"))).toBe("fr");
  expect(getLanguage(await get(`${off.url}/404`, "fr-CH"))).toBe("en");
  expect(getLanguage(await get(`${off.url}/404?lang=fr`))).toBe("en");
});

test("packs add no bytes to the pages of other languages, and no text to scripts", async () => {
  for (const path of [position, careerSite]) {
    const sizes = await Promise.all(
      [off, on].map(async ({ url }) => (await get(`${url}${path}?lang=es-es`)).length),
    );
    expect(sizes[0]).toBe(sizes[1]);
  }
  const folder = "public/build";
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const text of LANGUAGES.flatMap(longTexts)) {
    for (const script of scripts) expect(script.includes(text)).toBe(false);
  }
});
