import { describe, expect, test } from "vitest";
import { buildForm, post } from "../support/application-form";
import { findElements, findText } from "../support/html";
import { newPosition } from "../support/cached-pages";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

/** Returns the date a number of days from now, such as `2026-12-01`. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Returns a position that has every fact and closes in five days. */
const fullPosition = () => ({
  name: "Jefa de taller",
  description: "<p>Un puesto <em>de verdad</em>.</p><script>alert(1)</script>",
  location: "Puerto",
  contract_type: "Indefinido",
  country: "ES",
  published_at: "2026-11-02T23:30:00Z",
  closes_at: inDays(5),
  employment_type: ["FULL_TIME"],
  workplace: "hybrid",
  places: [
    { street: "Muelle 1", city: "Bilbao", region: "Bizkaia", postal_code: "48001", country: "es" },
  ],
  pay: { min: 30_000, max: 35_000, currency: "EUR", unit: "year", text: "en 14 pagas" },
  employer: "Taller Ejemplo Servicios, S. L.",
  collective_agreement: "Metal de Bizkaia",
  department: "Taller",
  identifier: "T-7",
  candidate_criteria_structured: {
    essential_requirements: [{ name: "Soldar" }, { name: "Medir" }],
    complimentary_requirements: [{ name: "Inglés" }],
  },
  notices: [{ kind: "ai", text: "Nadie más que tú <b>decide</b>.", url: "https://a.example/ia" }],
});

const get = async (page: string) => (await fetch(site.url + page)).text();

const getFacts = (html: string) =>
  ["facts", "facts-more"]
    .map((name) => findText(html, name).replace(/[\u00a0\u202f]/g, " "))
    .join("");

const getJobPostings = (html: string) =>
  findElements(html, "script")
    .filter(({ attributes }) => attributes.type === "application/ld+json")
    .map(({ text }) => JSON.parse(text) as Record<string, unknown>);

describe("the facts of a position", () => {
  test("are on its page in the candidate's language [10.19]", async () => {
    const { page } = newPosition(platform, fullPosition());
    const html = await get(page);
    expect(getFacts(html)).toMatch(
      /^Salario30\.000-35\.000 € al añoen 14 pagasConvenio colectivoMetal de BizkaiaFecha límite\d+ de \w+ de \d{4} \(en \d días\)Empresa contratanteTaller Ejemplo Servicios, S\. L\.LugarPuertoMuelle 1, 48001 Bilbao, Bizkaia, EspañaModalidadHíbridoContratoIndefinidoTipo de empleoJornada completaFecha de incorporación1 de septiembre de 2026DepartamentoTallerFecha de publicación2 de noviembre de 2026ReferenciaT-7$/,
    );
    expect(findText(html, "notices")).toBe(
      "Información adicionalNadie más que tú <b>decide</b>. Leer más",
    );
    const [link] = findElements(html, "a").filter(({ text }) => text === "Leer más");
    expect(link?.attributes).toMatchObject({ href: "https://a.example/ia", rel: "noopener" });
    const english = await get(`${page}?lang=en`);
    expect(getFacts(english)).toContain("Pay€30,000 – €35,000 a year");
    expect(getFacts(english)).toMatch(/Closing date\d+ \w+ \d{4} \(in \d days\)/);
    expect(getFacts(await get(`${page}?lang=es-mx`))).toContain("SueldoEUR 30,000-35,000 al año");
  });

  test("include a “new” badge that is less prominent after two weeks [2.20]", async () => {
    for (const [published_at, badge] of [
      [inDays(-13), "badge"],
      [inDays(-15), "badge-quiet"],
      [undefined, "badge"],
    ] as const) {
      const html = await get(newPosition(platform, { published_at }).page);
      expect(findText(html, badge)).toBe("Nueva oportunidad");
    }
  });

  test("are omitted if they are missing or malformed [10.19]", async () => {
    const { page } = newPosition(platform, {
      location: "Bilbao",
      closes_at: "soon",
      pay: { min: 5 },
      notices: [{ text: "", url: "javascript:alert(1)" }],
    });
    const html = await get(page);
    expect(getFacts(html)).toBe(
      "LugarBilbaoContratoIndefinidoFecha de incorporación1 de septiembre de 2026",
    );
    expect(findText(html, "notices")).toBe("");
  });

  test("contain each of several locations once, also in the list [10.19]", async () => {
    const about = {
      location: "Bilbao; Remote or Lugo",
      places: [
        { city: "Bilbao", country: "ES" },
        { city: "Gdańsk", country: "PL" },
      ],
    };
    const { client, page } = newPosition(platform, about);
    expect(getFacts(await get(page))).toMatch(/^LugarBilbao; Remote or LugoGdańsk, Polonia/);
    platform.on("positions").answer({ body: [{ uuid: "p4", name: "Jefa", ...about }] });
    const html = await get(`/${client}/${client}`);
    const places = findElements(html, "span").filter(
      ({ attributes }) => attributes.class === "job-location",
    );
    expect(places.map(({ text }) => text)).toEqual(["Bilbao; Remote or Lugo; Gdańsk"]);
  });

  test("include pay, workplace and closing date in the list [10.19]", async () => {
    const { client } = newPosition(platform);
    const job = { uuid: "p1", name: "Jefa", published_at: "2026-11-01" };
    platform.on("positions").answer({
      body: [
        { ...job, ...fullPosition() },
        // The list omits on-site work, distant closing dates and past closing dates.
        { ...job, uuid: "p2", closes_at: "2026-01-01", workplace: "onsite" },
        { ...job, uuid: "p3", closes_at: inDays(40) },
      ],
    });
    const html = await get(`/${client}/${client}`);
    const plain = (name: string) => findText(html, name).replace(/[\u00a0\u202f]/g, " ");
    expect(plain("job-pay")).toBe("30.000-35.000 € al año");
    expect(plain("job-workplace")).toBe("Híbrido");
    expect(plain("job-closes")).toMatch(/^Cierra en \d días$/);
    const further = findElements(html, "span").filter(({ attributes }) =>
      /job-(closes|workplace)/.test(attributes.class ?? ""),
    );
    expect(further).toHaveLength(2);
  });

  test("lead to a receipt that announces the platform's emails if `talks_back` is true [10.20]", async () => {
    const fields = [{ id: "email", kind: "email" }];
    const { page } = newPosition(platform, { name: "A", talks_back: true, fields });
    const apply = async (address: string) => {
      const form = buildForm();
      form.set("field-email", address);
      const response = await post(site.url + page, form);
      return findText(await get(response.headers.get("Location") ?? ""), "receipt");
    };
    const announced = "también te escribirá a la dirección de correo que has indicado";
    expect(await apply("ana@example.org")).toContain(announced);
    expect(await apply("")).not.toContain(announced);
  });
});

describe("structured data", () => {
  const minimal = {
    description: "<p>A</p>",
    published_at: "2026-11-02",
    location: "Bilbao",
    country: "ES",
  };

  test("has the properties that Google requires and recommends [10.21]", async () => {
    const { client, page } = newPosition(platform, fullPosition());
    platform.client(
      { code: client, name: "Taller Norte", country: "ES", logo: "https://a.example/l.png" },
      client,
    );
    const html = await get(page);
    const careerSite = `${site.url}/${client}/${client}`;
    const pay = { minValue: 30_000, maxValue: 35_000, unitText: "YEAR" };
    const address = {
      ...{ streetAddress: "Muelle 1", addressLocality: "Bilbao", addressRegion: "Bizkaia" },
      ...{ postalCode: "48001", addressCountry: "ES" },
    };
    expect(getJobPostings(html)).toEqual([
      {
        "@context": "https://schema.org",
        "@type": "JobPosting",
        title: "Jefa de taller",
        description: "<p>Un puesto <em>de verdad</em>.</p>",
        identifier: { "@type": "PropertyValue", name: "Taller Norte", value: "T-7" },
        datePosted: "2026-11-02",
        // The Canary Islands are in the westernmost time zone of Spain.
        validThrough: expect.stringMatching(`^${inDays(5)}T23:59:59\\+0[01]:00$`) as string,
        employmentType: ["FULL_TIME"],
        hiringOrganization: {
          "@type": "Organization",
          name: "Taller Ejemplo Servicios, S. L.",
          sameAs: careerSite,
          logo: "https://a.example/l.png",
        },
        jobLocation: [{ "@type": "Place", address: { "@type": "PostalAddress", ...address } }],
        baseSalary: {
          "@type": "MonetaryAmount",
          currency: "EUR",
          value: { "@type": "QuantitativeValue", ...pay },
        },
        qualifications: ["Soldar", "Medir"],
        skills: ["Inglés"],
        directApply: true,
      },
    ]);
    expect(html).toContain("<p>Un puesto <em>de verdad</em>.</p></div>");
    // The structured data is after the form, so that it does not delay the form.
    expect(html.indexOf("ld+json")).toBeGreaterThan(html.indexOf('data-props="application-form"'));
  });

  const inSpain = { "@type": "PostalAddress", addressLocality: "Bilbao", addressCountry: "ES" };
  const countries = ["ES", "PT"].map((name) => ({ "@type": "Country", name }));
  const remote = { location: "Remoto", workplace: "remote", remote_countries: ["es", "pt"] };
  const elsewhere = {
    fields: [{ id: "v", kind: "video", required: true }],
    apply_url: "https://jobs.example/1",
  };

  test.each<[what: string, changes: object, expected: object]>([
    [
      "splits the location into places and adds the position's country",
      { location: "Bilbao; Vigo" },
      {
        jobLocation: ["Bilbao", "Vigo"].map((addressLocality) => ({
          "@type": "Place",
          address: { ...inSpain, addressLocality },
        })),
      },
    ],
    [
      "adds the position's country to places without a country",
      { places: [{ city: "Bilbao" }] },
      { jobLocation: [{ "@type": "Place", address: inSpain }] },
    ],
    [
      "omits places without a country if another place has a country",
      { places: [{ city: "Bilbao", country: "ES" }, { city: "Berlin" }] },
      { jobLocation: [{ "@type": "Place", address: inSpain }] },
    ],
    [
      "contains the countries of a remote job",
      remote,
      {
        jobLocation: undefined,
        jobLocationType: "TELECOMMUTE",
        applicantLocationRequirements: countries,
      },
    ],
    [
      "uses the position's country for a remote job without countries",
      { location: "Remoto", workplace: "remote" },
      {
        jobLocation: undefined,
        jobLocationType: "TELECOMMUTE",
        applicantLocationRequirements: countries.slice(0, 1),
      },
    ],
    [
      "omits unknown facts",
      {
        ...{ contract_type: "Indefinido", pay: { text: "A convenir" } },
        candidate_criteria_structured: undefined,
      },
      {
        ...{ employmentType: undefined, baseSalary: undefined, validThrough: undefined },
        ...{ qualifications: undefined, skills: undefined },
      },
    ],
    [
      "derives the employment type from the contract type",
      { contract_type: "Temporal, media jornada" },
      { employmentType: ["PART_TIME", "TEMPORARY"] },
    ],
    ["sets directApply to false for an external application", elsewhere, { directApply: false }],
  ])("%s", async (_, changes, expected) => {
    const [posting] = getJobPostings(
      await get(newPosition(platform, { ...minimal, ...changes }).page),
    );
    for (const [key, value] of Object.entries(expected)) expect(posting?.[key], key).toEqual(value);
  });

  test.each<[what: string, changes: object]>([
    ["no publication date", { published_at: undefined }],
    ["no description", { description: "<script>1</script><p> </p>" }],
    ["no place", { location: undefined }],
    ["no country", { country: undefined }],
    ["remote work and no country", { country: undefined, workplace: "remote" }],
    ["a past closing date", { closes_at: "2026-11-03" }],
  ])("is omitted for a position with %s", async (_, changes) => {
    const { page } = newPosition(platform, { ...minimal, ...changes });
    const response = await fetch(site.url + page);
    expect(response.status).toBe(200);
    expect(getJobPostings(await response.text())).toEqual([]);
  });

  test("is omitted on closed positions, receipts, lists and forms with errors [10.21]", async () => {
    const { client, page, uuid } = newPosition(platform, { ...minimal, name: "A" });
    expect(getJobPostings(await get(page))).toHaveLength(1);
    const wrong = await post(site.url + page, buildForm({ first_name: "" }));
    expect(wrong.status).toBe(422);
    expect(getJobPostings(await wrong.text())).toEqual([]);
    const sent = await post(site.url + page, buildForm());
    expect(getJobPostings(await get(sent.headers.get("Location") ?? ""))).toEqual([]);
    expect(getJobPostings(await get(`/${client}/${client}`))).toEqual([]);
    platform.position(uuid, { ...minimal, name: "A", client, status: "closed" });
    const closed = await fetch(site.url + page);
    expect(closed.status).toBe(410);
    expect(getJobPostings(await closed.text())).toEqual([]);
  });

  // The fuzz test of `jobPostingJson` tries more hostile texts.
  test("escapes hostile texts", async () => {
    const text = `</ScRiPt ><script>alert(1)</script><img src=x onerror=alert(1)><!--<script>\u2028 \\ " '`;
    const { page } = newPosition(platform, {
      ...minimal,
      name: `A ${text}`,
      description: `<p>Ω</p><p title="${text}">${text}</p>`,
      location: text,
      identifier: text,
      notices: [{ text, url: `https://a.example/${text}` }],
      pay: { text },
    });
    const html = await get(page);
    const [posting] = getJobPostings(html);
    expect(posting).toMatchObject({
      title: `A ${text}`.trim(),
      identifier: { value: text.trim() },
    });
    expect(posting?.description).toContain("Ω");
    const scripts = findElements(html, "script").filter(({ text: own }) => own.startsWith("alert"));
    expect(scripts).toEqual([]);
    expect(findElements(html, "img").filter(({ attributes }) => attributes.src === "x")).toEqual(
      [],
    );
    expect(findText(html, "facts")).toContain(text.trim().replace(/\s+/g, " "));
  });
});
