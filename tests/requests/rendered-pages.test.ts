import { describe, expect, test } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { messagesFor } from "~/app/i18n/messages";
import { slugify } from "~/contract/slug";
import { positionPath } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { findAttribute, findElements, linkHref, findText } from "../support/html";
import { careerSite } from "../support/cached-pages";
import { manyJobs } from "../support/many-jobs";
import { parseHtmlDocument } from "../support/parse-html";
import { useSharedSite } from "../support/sites-for-file";

const BRAND = {
  logo: "/brands/alfar-albufera/logo.svg",
  main_image: "/brands/alfar-albufera/banner.svg",
  favicon: "/brands/alfar-albufera/favicon.svg",
  description: "Somos <b>pocos</b>.\nDesde 1987.",
};

const { platform, site } = await useSharedSite();

const get = async (path: string) => (await fetch(site.url + path)).text();

const getTexts = (html: string, tag: string) =>
  findElements(html, tag).map(({ text }) => text.replace(/\s+/g, " ").trim());

const ENGLISH = { headers: { "Accept-Language": "en" } };

const getPictures = (html: string, banner: string) => [
  findAttribute(html, "img", "src", { alt: "Taller Norte" }),
  findAttribute(html, "img", "src", { class: banner }),
  findAttribute(html, "link", "href", { rel: "icon" }),
];
const brandPictures = () =>
  [BRAND.logo, BRAND.main_image, BRAND.favicon].map((path) => platform.pictureUrl(path));

interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Returns the languages of texts in elements with a tag or class name. */
function getLanguages(node: Node, tagOrClass: string, lang = "", isInside = false): unknown[] {
  const { tagName, properties = {}, children } = node;
  const ownLang = typeof properties.lang === "string" ? properties.lang : lang;
  const isMatch =
    isInside || tagName === tagOrClass || [properties.className].flat().includes(tagOrClass);
  if (isMatch && !children?.length) return [ownLang];
  const all = (children ?? []).flatMap((child) =>
    getLanguages(child, tagOrClass, ownLang, isMatch),
  );
  return [...new Set(all)];
}

/** Languages of a company, with a heading of its career site. */
const COMPANY_LANGUAGES = [
  [null, "Ofertas de empleo"],
  ["es_MX", "Vacantes"],
  ["tlh", "Open jobs"],
] as const;

describe("a career site", () => {
  test("shows each job's facts and links to its `apply_url` [1.01, 2.09, 2.10, 3.18, 4.13]", async () => {
    const apply_url = `/otro-nombre/mecanica/${fakePositions.plain}`;
    const more = { contract_type: "Indefinido", join_date: "2026-09-01", apply_url };
    platform.on("positions").answer({
      body: [
        { uuid: fakePositions.plain, name: "Mecánica", location: "Bilbao", ...more },
        { uuid: fakePositions.csrf, name: "Almacén", join_date: "Cuanto antes" },
      ],
    });
    const html = await get(careerSite);
    expect(findText(html, "job-list")).toBe(
      "Almacén Incorporación: Cuanto antes" +
        "MecánicaBilbao Indefinido Incorporación: 1 de septiembre de 2026",
    );
    expect(findText(html, "jobs-heading")).toContain("2 ofertas");
    expect(linkHref(html, "Mecánica")).toBe(apply_url);
  });

  test("shows the company and a search [1.03, 2.01, 2.06, 2.07, 2.12, 2.13, 2.14, 3.17]", async () => {
    platform.client({ ...BRAND, social_links: { twitter: "javascript:alert(1)" } });
    const html = await get(`${careerSite}?lang=en`);
    expect(getTexts(html, "title")).toEqual(["Job offers"]);
    expect(getTexts(html, "h1")).toEqual(["Work at Taller Norte"]);
    expect(getPictures(html, "hero-image")).toEqual(brandPictures());
    expect(findAttribute(html, "input", "name", { type: "search" })).toBe("q");
    expect(findText(html, "about")).toBe("AboutSomos <b>pocos</b>.Desde 1987.");
    expect(html).toContain("pocos&lt;/b&gt;.<br/>Desde");
    const footer = findText(html, "site-footer");
    expect(footer).toContain(`© ${new Date().getUTCFullYear()} Taller Norte`);
    expect(footer).not.toContain("Twitter");
  });

  const NETWORKS = ["LinkedIn", "Instagram", "Twitter"];
  test.each(NETWORKS)(
    "links only to %s if the company has no other network [2.13]",
    async (name) => {
      const address = `https://example.com/${name}`;
      platform.client({ ...BRAND, social_links: { [name.toLowerCase()]: address } });
      const html = await get(careerSite);
      expect(NETWORKS.map((network) => linkHref(html, network))).toEqual(
        NETWORKS.map((network) => (network === name ? address : undefined)),
      );
    },
  );

  test("omits a missing description and is in Spanish by default [2.12, 2.15, 3.17]", async () => {
    platform.client({ description: "" });
    expect(findText(await get(careerSite), "about")).toBe("");
    for (const [language_default, title] of COMPANY_LANGUAGES) {
      platform.client({ language_default });
      expect(getTexts(await get(careerSite), "h2")).toContain(title);
    }
  });

  test("returns 404 for a company that has neither a name nor jobs [2.17, 8.03]", async () => {
    platform.client({ name: "" });
    platform.on("positions").answer({ body: [] });
    const response = await fetch(site.url + careerSite, ENGLISH);
    expect(response.status).toBe(404);
    const screen = findText(await response.text(), "screen");
    expect(screen).toContain("Career Site Not Found");
    expect(screen).toContain("The career site you're looking for could not be found.");
  });

  test("shows that there are no jobs [2.11, 8.02]", async () => {
    platform.on("positions").answer({ body: [] });
    const html = await get(`${careerSite}?lang=en`);
    expect(findText(html, "jobs-heading")).toBe(
      "Open jobsNo jobs found. Check back later for new jobs.",
    );
    expect(linkHref(html, "See all jobs")).toBeUndefined();
  });

  test("has a form with filters that works without scripts [2.11, 8.02]", async () => {
    const job = (
      uuid: string,
      location: string,
      workplace: string,
      contract_type = "Indefinido",
    ) => ({ uuid, name: `Puesto ${uuid}`, location, workplace, contract_type });
    platform.on("positions").answer({
      body: [job("a", "Ávila", "remote"), job("b", "Lugo", "onsite"), job("c", "Lugo", "remote")],
    });
    const html = await get(`${careerSite}?lang=en`);
    expect(findAttribute(html, "form", "method")).toBe("get");
    const listNames = (tag: string) =>
      findElements(html, tag).map(({ attributes }) => attributes.name);
    expect(listNames("select")).toEqual(["location", "workplace"]);
    expect(
      findElements(html, "option").map(({ attributes: { value }, text }) => [value, text]),
    ).toEqual([
      ["", messagesFor("en")["career.any"]],
      ["Ávila", "Ávila (1)"],
      ["Lugo", "Lugo (2)"],
      ["", messagesFor("en")["career.any"]],
      ["onsite", "On site (1)"],
      ["remote", "Remote (2)"],
    ]);
    const found = await get(`${careerSite}?lang=en&q=&location=Lugo&workplace=remote`);
    expect(findText(found, "jobs-heading")).toBe("Open jobs1 jobSee all jobs");
    expect(linkHref(found, "Puesto c")).toBeDefined();
    const none = await get(`${careerSite}?lang=en&q=Chef&location=Lugo&workplace=remote`);
    expect(findText(none, "jobs-heading")).toBe(
      "Open jobsNo jobs found. Nothing matches “Chef + Lugo + Remote”.See all jobs",
    );
    const unknown = await get(`${careerSite}?lang=en&department=Gone`);
    expect(findText(unknown, "jobs-heading")).toContain("Nothing matches “Gone”.");
  });

  test("searches 5,000 jobs and shows the results in pages", async () => {
    platform.on("positions").answer({ body: manyJobs(5000) });
    const html = await get(`${careerSite}?q=AVILA&page=2`);
    expect(findText(html, "jobs")).toContain("2500 ofertas");
    expect(findText(html, "jobs")).toContain("Página 2 de 25");
    expect(findElements(html, "li").filter(({ text }) => text.includes("Puesto "))).toHaveLength(
      100,
    );
    expect(linkHref(html, "Puesto 202")).toBeDefined();
    expect(linkHref(html, "Página anterior")).toMatch(/q=AVILA/);
    expect(linkHref(html, "Página siguiente")).toMatch(/q=AVILA.*page=3/);
  });
});

describe("a position page", () => {
  test("shows the position and its company [2.02, 2.18, 2.19, 2.20, 2.21, 2.30, 3.14, 4.13]", async () => {
    platform.client(BRAND);
    platform.position(fakePositions.questions, {
      description: "<h2>El puesto</h2><p>Con <strong>calma</strong>.</p>",
      candidate_criteria_structured: {
        essential_requirements: [{ name: "Carné B" }, { name: "Ganas" }],
        complimentary_requirements: [{ name: "Inglés" }],
      },
    });
    const html = await get(positionPath("questions"));
    expect(getTexts(html, "title")).toEqual(["Job application"]);
    expect(getPictures(html, "company-image")).toEqual(brandPictures());
    expect(findAttribute(html, "a", "href", { class: "site-logo" })).toBe(careerSite);
    expect(findText(html, "badge")).toBe("Nueva oportunidad");
    expect(getTexts(html, "h1")).toEqual(["Jefe de taller"]);
    expect(findText(html, "facts")).toBe(
      "LugarBilbaoContratoIndefinidoFecha de incorporación1 de septiembre de 2026",
    );
    expect(findText(html, "prose")).toBe("El puestoCon calma.");
    expect(getTexts(html, "strong")).toEqual(["calma"]);
    const details = findText(html, "position-details");
    expect(details).toContain("Requisitos imprescindiblesCarné BGanas");
    expect(details).toContain("Se valoraráInglés");
    expect(findText(html, "about")).toBe("Sobre Taller NorteSomos <b>pocos</b>.Desde 1987.");
  });

  test.each([
    ["es-es", "ES", "Fecha de incorporación", "1 de septiembre de 2026"],
    ["es-mx", "MX", "Fecha de ingreso", "1 de septiembre de 2026"],
    ["en", "ES", "Start date", "1 September 2026"],
    ["en", "US", "Start date", "September 1, 2026"],
  ])("shows the join date (in %s, country %s) as %s: %s [2.21]", async (lang, country, ...row) => {
    for (const [own, company] of [
      [country, "JP"],
      [null, country],
    ]) {
      platform.position(fakePositions.questions, { country: own });
      platform.client({ country: company });
      const html = await get(`${positionPath("questions")}?lang=${lang}`);
      expect(findText(html, "facts")).toContain(row.join(""));
    }
  });

  test.each(STANDARD_LANGUAGES)("has the ten apply.* texts (in %s) [3.16]", async (language) => {
    const html = await get(`${positionPath("plain")}?lang=${language}`);
    const texts = Object.entries(messagesFor(language)).filter(([key]) => key.startsWith("apply."));
    expect(texts).toHaveLength(10);
    for (const [key, text] of texts) expect(html, key).toContain(text);
  });

  test("shows a placeholder and no image if the company has no pictures [2.19, 2.20]", async () => {
    const html = await get(`${positionPath("plain")}?lang=en`);
    expect(findText(html, "site-logo")).toContain("No Logo");
    expect(findAttribute(html, "a", "href", { class: "site-logo" })).toBe(`${careerSite}?lang=en`);
    expect(findElements(html, "img")).toEqual([]);
  });

  test("has the language of each text in a `lang` attribute", async () => {
    const page = parseHtmlDocument(await get(`${positionPath("questions")}?lang=en`));
    const languages = (tagOrClass: string) => getLanguages(page, tagOrClass);
    for (const tag of ["h1", "prose", "legend"]) expect(languages(tag), tag).toEqual(["es-ES"]);
    expect(languages("choice")).toEqual(["en", "es-ES"]);
    for (const ours of ["badge", "dt", "hint"]) expect(languages(ours), ours).toEqual(["en"]);
  });

  test("links to all jobs and to the page's other languages [1.07]", async () => {
    platform.client({ languages: ["es_ES", "es-mx", "en", "fr"] });
    for (const [lang, tag, title, jobs] of [
      ["es-es", "es-ES", "Inscríbete ahora", "Todas las ofertas"],
      ["en", "en", "Apply now", "All jobs"],
      ["es-mx", "es-MX", "Postúlate ahora", "Todas las vacantes"],
    ] as const) {
      const html = await get(`${positionPath("plain")}?lang=${lang}`);
      expect(findAttribute(html, "html", "lang")).toBe(tag);
      expect(getTexts(html, "h2")).toContain(title);
      expect(linkHref(html, jobs)).toBe(`${careerSite}?lang=${lang}`);
      expect(findText(html, "languages")).toBe("Español Español (México) English");
      expect(linkHref(html, "Español (México)")).toBe("?lang=es-mx");
    }
  });
});

/** Pages of a company, each with an element's text in Spanish (Spain). */
const COMPANY_PAGES = [
  [careerSite, "h2", "Ofertas de empleo"],
  [positionPath("plain"), "h2", "Inscríbete ahora"],
  [`${careerSite}/privacy`, "h1", "Política de privacidad"],
  [`/${fakeClientCode}/a/missing`, "h1", "Oferta no encontrada"],
] as const;

test("pages of a company without a language are in Spanish (Spain), whatever the browser's language [1.08, 9.03]", async () => {
  platform.client({ language_default: null });
  for (const [path, tag, text] of COMPANY_PAGES) {
    for (const accepted of ["en", "es-MX"]) {
      const headers = { "Accept-Language": accepted };
      const html = await (await fetch(site.url + path, { headers })).text();
      expect([path, findAttribute(html, "html", "lang")]).toEqual([path, "es-ES"]);
      expect(getTexts(html, tag)).toContain(text);
    }
  }
});

test("pages of a company with an unknown language are in English, and the log names both [1.09, 8.14, 9.03]", async () => {
  platform.client({ language_default: "tlh" });
  for (const [path] of COMPANY_PAGES) {
    expect([path, findAttribute(await get(path), "html", "lang")]).toEqual([path, "en"]);
  }
  await expect
    .poll(() => site.log.join("\n"))
    .toContain(
      `Unknown interface language "tlh" of the company "${fakeClientCode}" (${fakeClientUuid})`,
    );
});

describe("the form", () => {
  test("has fields with labels and limits [2.22, 2.23, 2.29, 4.01, 5.01, 5.02, 5.13, 5.14, 5.15, 5.25, 9.04, 9.05]", async () => {
    const html = await get(`${positionPath("questions")}?lang=en`);
    const form = html.slice(html.indexOf("<form"), html.indexOf("</form>"));
    expect(findAttribute(form, "form", "ariaLabelledBy")).toBe("application-title");
    expect(getTexts(form, "h2")).toEqual(["Apply now"]);
    const fields = [...findElements(form, "input"), ...findElements(form, "textarea")];
    const names = fields.flatMap(({ attributes: { type, name, tabIndex } }) =>
      type === "hidden" || tabIndex === "-1" ? [] : (name ?? []),
    );
    expect([...new Set(names)]).toEqual([
      ...["first_name", "last_name", "phone", "cv", "question-0", "question-1"],
      ...["privacy_policy", "open_question-0"],
    ]);
    expect(form.indexOf('id="open_question-0"')).toBeLessThan(form.indexOf('id="privacy_policy"'));
    const labels = findElements(form, "label").flatMap(({ attributes, text }) =>
      attributes.htmlFor === undefined
        ? []
        : [[attributes.htmlFor, text.replace(/\s+/g, " ").trim()]],
    );
    expect(Object.fromEntries(labels)).toMatchObject({
      first_name: "First name",
      last_name: "Last name",
      phone: "Phone",
      cv: "CV (Optional)",
      "open_question-0": "¿Por qué quieres trabajar aquí?",
    });
    const field = (id: string) =>
      fields.find(({ attributes }) => attributes.id === id)?.attributes ?? {};
    for (const id of ["first_name", "last_name"]) {
      // A longer name is not truncated: the form says that it is too long.
      expect(field(id)).toMatchObject({ dataMax: "100", required: "true" });
      expect(field(id)).not.toHaveProperty("maxLength");
    }
    expect(field("phone")).toMatchObject({ type: "tel", autoComplete: "tel" });
    expect(field("cv").ariaDescribedBy).toBe("takes-cv");
    expect(field("cv")).not.toHaveProperty("required");
    expect(field("cv").accept).toBe(".pdf .doc .docx .rtf .jpg .jpeg .png .jpe .jfif .pjpeg .pjp");
    expect(getTexts(form, "span")).toContain(
      "PDF, DOC, DOCX, RTF, JPG, PNG. Recommended maximum: 5,120 KB (5 MB).",
    );
    expect(getTexts(form, "a")[0]).toContain("privacy policy");
    expect(getTexts(form, "button")).toEqual(["Send application"]);
    // Fields are not marked as invalid before the form is sent.
    expect(form).not.toContain('aria-invalid="true"');
  });

  test("does not label a required CV as optional [3.10, 5.11]", async () => {
    platform.client({ is_cv_required: true });
    const html = await get(positionPath("plain"));
    expect(findAttribute(html, "input", "required", { id: "cv" })).toBe("true");
    expect(
      findElements(html, "label").find(({ attributes }) => attributes.htmlFor === "cv")?.text,
    ).toBe("CV");
  });
});

test.each<[string, object]>([
  ["a successful call", { body: manyJobs(3) }],
  ["a failed call", { status: 500, body: { detail: "<script>top.xss(1)</script>" } }],
])("responses do not repeat the platform's headers after %s", async (_, answer) => {
  const headers = {
    "Content-Security-Policy": "script-src 'unsafe-inline'",
    Link: "<https://evil.example/1.js>; rel=preload; as=script",
    Location: "javascript:top.xss(1)",
    Refresh: "0;url=https://evil.example/1.html",
    "Set-Cookie": "xss=<script>top.xss(1)</script>",
  };
  platform.on("positions").answer({ ...answer, headers });
  const response = await fetch(site.url + careerSite, { redirect: "manual" });
  const answered = JSON.stringify([...response.headers]);
  expect(answered).not.toMatch(/xss|evil|unsafe|refresh|set-cookie/);
  expect(await response.text()).not.toContain("top.xss");
});

describe("an error screen", () => {
  test.each(["/404", "/nobody", "/a/b/c/d/e"])(
    "is a 404 with a link home at %s [2.03]",
    async (path) => {
      const response = await fetch(site.url + path, ENGLISH);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(findText(html, "screen")).toMatch(/404.*Page not found/);
      expect(linkHref(html, "Go Home")).toBe("/");
    },
  );

  test("appears at /error with a link that reloads the page [2.04]", async () => {
    const response = await fetch(`${site.url}/error`, ENGLISH);
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(findText(html, "screen")).toBe("ErrorSomething went wrongTry Again");
    // A link with an empty `href` reloads the page.
    expect(linkHref(html, "Try Again")).toBe("");
  });

  test("shows similar jobs in the company's design and language for a closed position", async () => {
    const css = "h1 { color: rgb(0, 100, 100) }";
    platform.client({ apply_page_css: css, language_default: "es-mx" });
    const names = ["Uno", "Dos", "Tres", "Cuatro", "Cinco", "Otro puesto"];
    platform.on("positions").answer({
      body: names.map((name) => ({ uuid: slugify(name), name, location: "Soria" })),
    });
    const response = await fetch(site.url + positionPath("closed"), ENGLISH);
    expect(response.status).toBe(410);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    const html = await response.text();
    expect(getTexts(html, "h1")).toEqual(["Vacante cerrada"]);
    expect(html).toContain(css);
    expect(findText(html, "screen-position")).toBe("Puesto cerrado");
    expect(findText(html, "screen-jobs")).toBe(
      `Otras vacantes de Taller Norte${["Otro puesto", "Uno", "Dos", "Tres", "Cuatro"]
        .map((name) => `${name} Soria`)
        .join("")}`,
    );
    expect(linkHref(html, "Otro puesto")).toBe(`/${fakeClientCode}/otro-puesto/otro-puesto`);
    expect(linkHref(html, "Ver las vacantes de la empresa")).toBe(careerSite);
  });
});
