import { describe, expect, test } from "vitest";
import { getAs } from "../support/get-as";
import { elementsOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";
import { parsedXml } from "../support/xml";

const OWN_HOST = "jobs.own.example";

const { platform, site } = await sitesForFile({
  site: { vars: { HOSTS: `${OWN_HOST}=company-own`, PAGE_CACHE: "on" } },
});

let companies = 0;

const HOSTILE = `</title>]]><script>alert(1)</script>&amp;"'\u0000\u0001\ud800<!--`;

const JOB = {
  name: "Jefa de taller",
  location: "Bilbao",
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

/** A new company with these jobs, each with its position. @returns the path of its career site */
function companyWith(jobs: object[], uuid = `company-${++companies}`): string {
  platform.client({ code: "taller", name: "Taller Ñ", language_default: "es" }, uuid);
  const listed = jobs.map((job, index) => ({ uuid: `${uuid}-job-${index}`, ...job }));
  for (const { uuid: id, ...job } of listed) {
    platform.position(id, {
      name: "x",
      description: "<p>Con <b>ganas</b>.</p>",
      ...job,
      client: uuid,
    });
  }
  platform.on("positions").answer({ body: listed });
  return `/taller/${uuid}`;
}

const at = (path: string) => fetch(site.url + path);

interface JsonFeed {
  home_page_url: string;
  items: { url: string }[];
}
/** The texts of an element's children, by their names. */
const textsIn = ({ children }: ReturnType<typeof parsedXml>) =>
  Object.fromEntries(children.map(({ name, text }) => [name, text]));

describe("the JSON Feed of a career site", () => {
  test("has its jobs with their facts, for scripts of any site [11.08]", async () => {
    const careerSite = companyWith([JOB, { name: "Otro" }]);
    const response = await at(`${careerSite}/feed.json`);
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
            contract_type: "Indefinido",
            department: "Taller",
            employment_type: ["FULL_TIME"],
            workplace: "hybrid",
            places: JOB.places,
            pay: JOB.pay,
            closes_at: "2099-12-31",
            identifier: "T-7",
          },
        },
        // Unknown facts are left out.
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

  test("is linked from the career site, and from no other page [11.08]", async () => {
    const careerSite = companyWith([JOB]);
    const links = async (path: string) =>
      elementsOf(await (await at(path)).text(), "link")
        .filter(({ attributes }) => attributes.rel === "alternate")
        .map(({ attributes }) => [attributes.type, attributes.href]);
    expect(await links(careerSite)).toEqual([
      ["application/feed+json", `${site.url}${careerSite}/feed.json`],
      ["application/rss+xml", `${site.url}${careerSite}/rss.xml`],
    ]);
    expect(await links(`${careerSite}?q=x`)).toEqual([]);
  });

  test("is at the root of a company's own host, with its addresses [11.08]", async () => {
    companyWith([JOB], "company-own");
    const response = await getAs(OWN_HOST, `${site.url}/feed.json`);
    const feed = JSON.parse(response.html) as JsonFeed;
    expect(feed.home_page_url).toBe(`https://${OWN_HOST}/`);
    expect(feed.items[0]?.url).toMatch(`https://${OWN_HOST}/taller/jefa-de-taller/`);
  });

  test("is an empty answer where the company is not there, or its platform is away", async () => {
    platform.on("client").answer({ status: 404 });
    platform.on("positions").answer({ status: 404 });
    for (const file of ["feed.json", "rss.xml", "jobs.xml"]) {
      const response = await at(`/a/nobody-${file.length}/${file}`);
      expect([file, response.status, await response.text()]).toEqual([file, 404, ""]);
    }
  });
});

describe("the RSS of a career site", () => {
  test("is RSS 2.0 with each job [11.08]", async () => {
    const careerSite = companyWith([JOB, { name: HOSTILE }]);
    const response = await at(`${careerSite}/rss.xml`);
    expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
    const { name, attributes, children } = parsedXml(await response.text());
    expect([name, attributes.version]).toEqual(["rss", "2.0"]);
    const [channel] = children;
    if (!channel) throw new Error("no channel");
    expect(textsIn(channel)).toMatchObject({
      title: "Taller Ñ",
      link: site.url + careerSite,
      description: expect.stringMatching(/./) as string,
      language: "es-ES",
    });
    const items = channel.children.filter((one) => one.name === "item");
    const [first, hostile] = items.map(textsIn);
    expect(first).toMatchObject({
      title: "Jefa de taller",
      category: "Taller",
      pubDate: "Mon, 02 Nov 2026 00:00:00 GMT",
    });
    expect(hostile?.title).toContain("<script>alert(1)</script>");
    expect(new URL(first?.link ?? "").origin).toBe(site.url);
  });
});

describe("the XML that job boards read", () => {
  test("has every field from the position, and its description [11.09]", async () => {
    const careerSite = companyWith([JOB, { name: "Otro", location: "Lugo" }]);
    const source = parsedXml(await (await at(`${careerSite}/jobs.xml`)).text());
    expect(source.name).toBe("source");
    const jobs = source.children.filter(({ name }) => name === "job").map(textsIn);
    expect(jobs[0]).toEqual({
      title: "Jefa de taller",
      date: "Mon, 02 Nov 2026 00:00:00 GMT",
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
      expirationdate: "Thu, 31 Dec 2099 00:00:00 GMT",
      remotetype: "Hybrid remote",
    });
    expect(Object.keys(jobs[1] ?? {})).toEqual([
      ...["title", "referencenumber", "requisitionid", "url", "company", "city", "description"],
    ]);
  });
});
