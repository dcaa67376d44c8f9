import { describe, expect, test } from "vitest";
import { getWithHost } from "../support/request-with-host";
import { findElements } from "../support/html";
import { startSites } from "../support/sites-for-file";
import { parseXml } from "../support/xml";

const OWN_HOST = "jobs.own.example";

const { platform, site } = await startSites({
  site: { vars: { HOSTS: `${OWN_HOST}=company-own`, PAGE_CACHE: "on" } },
});

let companies = 0;

const HOSTILE = `</title>]]><script>alert(1)</script>&amp;"'\u0000\u0001\ud800<!--`;

const JOB = {
  name: "Jefa de taller",
  location: "Bilbao",
  country: "ES",
  contract_type: "Indefinido",
  department: "Taller",
  published_at: "2026-11-02",
  closes_at: "2099-12-31",
  employment_type: ["FULL_TIME"],
  workplace: "hybrid",
  places: [
    { street: "Calle 1", city: "Bilbao", region: "Bizkaia", postal_code: "48001", country: "ES" },
  ],
  pay: { min: 30000, max: 36000, currency: "EUR", unit: "year" },
  identifier: "T-7",
};

/** Creates a company with jobs and their positions. @returns the path of the company's career site */
function createCompany(jobs: object[], uuid = `company-${++companies}`): string {
  platform.client(
    { code: "taller", name: "Taller Ñ", language_default: "es", country: "AR" },
    uuid,
  );
  const listed = jobs.map((job, index) => ({ uuid: `${uuid}-job-${index}`, ...job }));
  for (const { uuid: id, ...job } of listed) {
    platform.position(id, {
      name: "x",
      description: "<p>Con <b>ganas</b>.</p>",
      candidate_criteria_structured: undefined,
      ...job,
      client: uuid,
    });
  }
  platform.on("positions").answer({ body: listed });
  return `/taller/${uuid}`;
}

const get = (path: string) => fetch(site.url + path);

interface JsonFeed {
  home_page_url: string;
  items: { url: string; _puerta: { closes_at?: string; remote_countries?: string[] } }[];
}
/** Returns the texts of an element's children by name. */
const childTexts = ({ children }: ReturnType<typeof parseXml>) =>
  Object.fromEntries(children.map(({ name, text }) => [name, text]));

describe("the JSON Feed", () => {
  test("contains jobs with their facts and can be read by any site [11.08]", async () => {
    const careerSite = createCompany([JOB, { name: "Otro" }]);
    const response = await get(`${careerSite}/feed.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/feed+json; charset=utf-8");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    const feed: JsonFeed = await response.json();
    const [first, second] = feed.items.map(({ url }) => url);
    expect(feed).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Taller Ñ",
      home_page_url: site.url + careerSite,
      feed_url: `${site.url}${careerSite}/feed.json`,
      language: "es-ES",
      items: [
        {
          id: first,
          url: first,
          title: "Jefa de taller",
          content_text: expect.stringContaining("Bilbao · ") as string,
          date_published: "2026-11-02T00:00:00Z",
          tags: ["Taller"],
          _puerta: {
            uuid: expect.any(String) as string,
            location: "Bilbao",
            country: "ES",
            contract_type: "Indefinido",
            department: "Taller",
            employment_type: ["FULL_TIME"],
            workplace: "hybrid",
            places: JOB.places,
            pay: JOB.pay,
            closes_at: "2099-12-31T23:59:59+00:00",
            identifier: "T-7",
          },
        },
        // The feed omits unknown facts.
        {
          id: second,
          url: second,
          title: "Otro",
          content_text: "Otro",
          _puerta: { uuid: expect.any(String) as string },
        },
      ],
    });
    const page = await (await fetch(first ?? "")).text();
    expect(page).toContain("Jefa de taller");
  });

  test.each([
    ["`remote_countries`", { country: "ES", remote_countries: ["PT"] }, ["PT"]],
    ["only `country`", { country: "MX" }, ["MX"]],
    ["no country", {}, undefined],
  ])(
    "contains the countries of a remote job, if known (the job has %s) [11.08]",
    async (_, about, countries) => {
      const careerSite = createCompany([{ name: "A", workplace: "remote", ...about }]);
      const feed: JsonFeed = await (await get(`${careerSite}/feed.json`)).json();
      expect(feed.items[0]?._puerta.remote_countries).toEqual(countries);
    },
  );

  test("is linked from the career site but not from searches [11.08]", async () => {
    const careerSite = createCompany([JOB]);
    const links = async (path: string) =>
      findElements(await (await get(path)).text(), "link")
        .filter(({ attributes }) => attributes.rel === "alternate")
        .map(({ attributes }) => [attributes.type, attributes.href]);
    expect(await links(careerSite)).toEqual([
      ["application/feed+json", `${site.url}${careerSite}/feed.json`],
      ["application/rss+xml", `${site.url}${careerSite}/rss.xml`],
    ]);
    expect(await links(`${careerSite}?q=x`)).toEqual([]);
  });

  test("is at the root of a company's own host and contains that host's URLs [11.08]", async () => {
    createCompany([JOB], "company-own");
    const response = await getWithHost(OWN_HOST, `${site.url}/feed.json`);
    const feed = JSON.parse(response.html) as JsonFeed;
    expect(feed.home_page_url).toBe(`https://${OWN_HOST}/`);
    expect(feed.items[0]?.url).toMatch(`https://${OWN_HOST}/taller/jefa-de-taller/`);
  });

  test("is an empty 404 for an unknown company", async () => {
    platform.on("client").answer({ status: 404 });
    platform.on("positions").answer({ status: 404 });
    for (const file of ["feed.json", "rss.xml", "jobs.xml"]) {
      const response = await get(`/a/nobody-${file.length}/${file}`);
      expect([file, response.status, await response.text()]).toEqual([file, 404, ""]);
    }
  });
});

describe("the RSS feed", () => {
  test("is RSS 2.0 and contains each job [11.08]", async () => {
    const careerSite = createCompany([JOB, { name: HOSTILE }]);
    const response = await get(`${careerSite}/rss.xml`);
    expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
    const { name, attributes, children } = parseXml(await response.text());
    expect([name, attributes.version]).toEqual(["rss", "2.0"]);
    const [channel] = children;
    if (!channel) throw new Error("The feed has no channel");
    expect(childTexts(channel)).toMatchObject({
      title: "Taller Ñ",
      link: site.url + careerSite,
      description: expect.stringMatching(/./) as string,
      language: "es-ES",
    });
    const items = channel.children.filter((child) => child.name === "item");
    const [first, hostile] = items.map(childTexts);
    expect(first).toMatchObject({
      title: "Jefa de taller",
      category: "Taller",
      pubDate: "Mon, 02 Nov 2026 00:00:00 GMT",
    });
    expect(hostile?.title).toContain("<script>alert(1)</script>");
    expect(new URL(first?.link ?? "").origin).toBe(site.url);
  });
});

describe("the XML for job boards", () => {
  test("contains every field and the description of a position [11.09]", async () => {
    const careerSite = createCompany([JOB, { name: "Otro", location: "Lugo" }]);
    const source = parseXml(await (await get(`${careerSite}/jobs.xml`)).text());
    expect(source.name).toBe("source");
    const jobs = source.children.filter(({ name }) => name === "job").map(childTexts);
    expect(jobs[0]).toEqual({
      title: "Jefa de taller",
      date: "2026-11-02T00:00:00Z",
      referencenumber: "T-7",
      requisitionid: expect.any(String) as string,
      url: expect.stringContaining(site.url) as string,
      company: "Taller Ñ",
      city: "Bilbao",
      state: "Bizkaia",
      country: "ES",
      postalcode: "48001",
      streetaddress: "Calle 1",
      description: "<p>Con <b>ganas</b>.</p>",
      salary: "30000 - 36000 EUR per year",
      jobtype: "fulltime",
      category: "Taller",
      expirationdate: "2099-12-31T23:59:59+00:00",
      remotetype: "Hybrid remote",
    });
    expect(Object.keys(jobs[1] ?? {})).toEqual([
      ...["title", "referencenumber", "requisitionid", "url", "company", "city", "description"],
    ]);
  });

  /** Returns the first job in the XML of a new company. */
  const getFirstJob = async (about: object) => {
    const careerSite = createCompany([{ name: "A", ...about }]);
    const source = parseXml(await (await get(`${careerSite}/jobs.xml`)).text());
    const [job] = source.children.filter(({ name }) => name === "job").map(childTexts);
    return job ?? {};
  };

  const requirements = (name: string) => ({
    candidate_criteria_structured: {
      essential_requirements: [{ name }],
      complimentary_requirements: [{ name: "Inglés" }],
    },
  });

  test("contains the position's country if the list has no country [11.09]", async () => {
    const careerSite = createCompany([{ name: "A", country: "MX" }]);
    const uuid = `company-${companies}-job-0`;
    platform.on("positions").answer({ body: [{ uuid, name: "A" }] });
    const text = await (await get(`${careerSite}/jobs.xml`)).text();
    expect(text).toContain("<country>MX</country>");
  });

  test("adds requirements to the description [11.09]", async () => {
    expect((await getFirstJob(requirements("Soldar < 3 mm"))).description).toBe(
      "<p>Con <b>ganas</b>.</p><h2>Requisitos imprescindibles</h2><ul><li>Soldar &lt; 3 mm</li></ul>" +
        "<h2>Se valorará</h2><ul><li>Inglés</li></ul>",
    );
    const english = await getFirstJob({ language: "en", ...requirements("Welding") });
    expect(english.description).toContain("<h2>What you'll need</h2>".replace("'", "&apos;"));
  });

  const remote = { workplace: "remote" };
  test.each<[from: string, about: object, country: string | undefined]>([
    ["a place with a country", { country: "ES", places: [{ city: "Faro", country: "PT" }] }, "PT"],
    ["a place without a country", { country: "ES", places: [{ city: "Lugo" }] }, "ES"],
    ["no place", { country: "MX", location: "Colima" }, "MX"],
    ["remote countries", { country: "ES", ...remote, remote_countries: ["PT"] }, "PT"],
    ["remote work and a country", { country: "MX", ...remote }, "MX"],
    ["remote work and no country", remote, undefined],
  ])("contains the right country for a job that has %s [11.09]", async (_, about, country) => {
    expect((await getFirstJob(about)).country).toBe(country);
  });
});

test.each([
  ["the job's country", { country: "MX" }, "2099-07-01T23:59:59-07:00"],
  ["the company's country", {}, "2099-07-01T23:59:59-03:00"],
])(
  "a closing date is the end of the day in %s in all formats [10.21, 11.08, 11.09]",
  async (_, changes, time) => {
    const place = { city: "Colima", country: "MX" };
    const job = {
      ...JOB,
      closes_at: "2099-07-01",
      country: undefined,
      places: [place],
      ...changes,
    };
    const careerSite = createCompany([job]);
    const source = parseXml(await (await get(`${careerSite}/jobs.xml`)).text());
    const { url = "", expirationdate } = childTexts(source.children.at(-1) ?? source);
    const page = findElements(await (await fetch(url)).text(), "script");
    const posting = page.find(({ attributes }) => attributes.type === "application/ld+json")?.text;
    const feed: JsonFeed = await (await get(`${careerSite}/feed.json`)).json();
    expect({
      expirationdate,
      validThrough: (JSON.parse(posting ?? "{}") as { validThrough?: string }).validThrough,
      closes_at: feed.items[0]?._puerta.closes_at,
    }).toEqual({ expirationdate: time, validThrough: time, closes_at: time });
  },
);
