import { describe, expect, onTestFinished, test, vi } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { hostsSetting } from "../config/hosts";
import { createLinks } from "../links.server";
import type { CareerSite } from "../platform/types";
import { careerSiteView } from "./career-site-view.server";

const jobs = Array.from({ length: 250 }, (_, index) => ({
  uuid: `job-${index + 1}`,
  name: `Puesto ${index + 1}`,
  applyUrl: `/acme/puesto/job-${index + 1}`,
}));
const company: CareerSite["company"] = {
  ...{ uuid: "1", code: "acme", name: "Acme", description: "", css: "", js: "", privacyPolicy: "" },
  ...{ isCvRequired: false, languageDefault: "es-es", socialLinks: {}, answer: { uuid: "1" } },
};

const view = (search: string, listed: CareerSite["jobs"] = jobs) => {
  const url = `https://site.example/acme/1${search}`;
  const links = createLinks(url, {
    HOSTS: hostsSetting.parse(""),
    LANGUAGES: STANDARD_LANGUAGES,
  });
  return careerSiteView({ company, jobs: listed }, new Request(url), () => true, links);
};

describe("careerSiteView", () => {
  test.each([
    ["", 1, "job-1", 100],
    ["?page=3", 3, "job-201", 50],
    ["?page=99", 3, "job-201", 50],
    ["?page=0", 1, "job-1", 100],
    ["?page=two", 1, "job-1", 100],
  ])("for the query %j, returns page %i, first job %s, %i jobs", (search, number, first, count) => {
    const { page, jobs: shown } = view(search);
    expect(page.number).toBe(number);
    expect(shown[0]?.uuid).toBe(first);
    expect(shown).toHaveLength(count);
  });

  const places = ["León", "Ávila"];
  const placed = jobs.map((job, index) => ({ ...job, location: places[index % 2] ?? "" }));

  test("keeps the search and the filters in links to other pages", () => {
    const { page, found, filters, searched } = view("?q=puesto&location=le%C3%B3n", placed);
    expect(found).toBe(125);
    expect(filters).toMatchObject([{ name: "location", value: "León", chosen: "León" }]);
    expect(searched).toEqual(["puesto", "León"]);
    expect(page.nextHref).toBe("/acme/1?q=puesto&location=le%C3%B3n&page=2");
  });

  test("finds no jobs for an unknown filter value, and lists the value", () => {
    const { found, filters, searched } = view("?department=Gone&workplace=moon", placed);
    expect(found).toBe(0);
    const selected = filters.filter(({ chosen }) => chosen !== "");
    expect(selected.map(({ name, values }) => [name, values])).toEqual([
      ["workplace", [{ key: "moon", value: "moon", label: "moon", count: 0 }]],
      ["department", [{ key: "gone", value: "Gone", label: "Gone", count: 0 }]],
    ]);
    expect(searched).toEqual(["moon", "Gone"]);
  });

  test("counts the days until closing in the time zone of the job's country", () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-23T01:00:00Z") });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const job = { uuid: "1", name: "A", closesAt: "2026-11-22" };
    const { jobs: shown } = view("", [job, { ...job, uuid: "2", country: "MX" }]);
    expect(shown.map(({ closes }) => closes)).toEqual([undefined, "Cierra hoy"]);
  });

  test("keeps the columns and longest texts when a search leaves out jobs", () => {
    const [first, second] = jobs;
    if (!first || !second) throw new Error("No jobs");
    const listed = [
      {
        ...first,
        name: "Jefa",
        location: "Remoto (México)",
        workplace: "remote" as const,
        // Pay text next to amounts is shown only on the position's page.
        pay: { min: 1, max: 2, currency: "MXN", text: "Según el convenio de la cerámica" },
      },
      {
        ...second,
        name: "J",
        pay: { min: 0, max: 30_000, currency: "MXN" },
        contractType: "Contrato de relevo parcial",
        joinDate: "2026-09-01",
      },
    ];
    const { columns, jobs: shown } = view("?lang=es-mx", listed);
    expect(columns).toEqual({
      place: "Remoto (México)",
      contract: "Contrato de relevo parcial",
      department: "",
      date: "1 de septiembre de 2026",
      pay: expect.stringContaining("30,000") as string,
    });
    expect(shown.map(({ workplaceWords }) => workplaceWords)).toEqual([undefined, undefined]);
    expect(view("?lang=es-mx&q=jefa", listed).columns).toBe(columns);
    expect(view("?lang=es-mx&q=astronauta", listed).columns).toBe(columns);
    // Pay that can't be formatted needs no column.
    expect(view("", [{ ...first, pay: { min: 1 } }]).columns.pay).toBe("");
  });

  test("finds a job by each of its locations", () => {
    const placed = jobs.map((job, index) => ({
      ...job,
      location: index % 2 ? "León" : "Ávila; Madrid",
    }));
    const byPlace = view("", placed).filters.find(({ name }) => name === "location");
    expect(byPlace?.values.map(({ value, count }) => `${value} ${count}`)).toEqual([
      "Ávila 125",
      "León 125",
      "Madrid 125",
    ]);
    expect(view("?location=Madrid", placed).found).toBe(125);
    expect(view("?q=avila", placed).found).toBe(125);
  });

  test("sets isComplete only if the page has every job", () => {
    expect(view("").isComplete).toBe(false);
    expect(view("", jobs.slice(0, 100)).isComplete).toBe(true);
    expect(view("?q=puesto+1", jobs.slice(0, 100)).isComplete).toBe(false);
  });

  test("truncates an overlong search", () => {
    expect(view(`?q=${"a".repeat(1000)}`).query).toHaveLength(200);
  });
});

describe("the link to a job", () => {
  const getLink = (applyUrl: string | undefined, search = "") => {
    const job = { uuid: "p1", name: "Mecánica (oficial 1.ª)", ...(applyUrl && { applyUrl }) };
    return view(search, [job]).jobs[0]?.href;
  };

  test.each([
    ["uses the platform's URL [2.10, 3.18]", "/jobs/p1", "/jobs/p1"],
    [
      "builds a path from names if the platform has no URL [7.08]",
      undefined,
      "/acme/mecanica-oficial-1-a/p1",
    ],
  ])("%s", (_, applyUrl, href) => {
    expect(getLink(applyUrl)).toBe(href);
  });

  test("keeps the requested language in links to our own pages", () => {
    expect(getLink(undefined, "?lang=en")).toBe("/acme/mecanica-oficial-1-a/p1?lang=en");
    expect(getLink("https://jobs.example/p1", "?lang=en")).toBe("https://jobs.example/p1");
  });
});
