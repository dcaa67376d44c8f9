import { describe, expect, test } from "vitest";
import {
  findCompanyOfHost,
  hasValidHost,
  hostsSetting,
  isOnHost,
  rewriteOwnHostUrl,
  siteOrigin,
  siteCareerPath,
} from "./hosts";

const settings = (text: string) => ({ HOSTS: hostsSetting.parse(text) });

const two = settings(
  "jobs.acme.example=Acme-1, careers.bolt.example=bolt-2\nold.acme.example=acme-1",
);
const none = settings("");

describe("HOSTS", () => {
  test.each([
    ["https://jobs.acme.example/", "Acme-1"],
    ["https://JOBS.acme.example/a/b", "Acme-1"],
    ["https://jobs.acme.example./", "Acme-1"],
    ["https://jobs.acme.example:8443/", "Acme-1"],
    ["https://careers.bolt.example/", "bolt-2"],
    ["https://x.jobs.acme.example/", undefined],
    ["https://acme.example/", undefined],
  ])("maps %s to the company %s", (url, company) => {
    expect(findCompanyOfHost(two, url)).toBe(company);
    expect(findCompanyOfHost(none, url)).toBeUndefined();
  });

  test("supports a port in a host", () => {
    const local = settings("127.0.0.1:8788=acme-1");
    expect(findCompanyOfHost(local, "http://127.0.0.1:8788/")).toBe("acme-1");
    expect(findCompanyOfHost(local, "http://127.0.0.1:8787/")).toBeUndefined();
  });

  test.each([
    "jobs.acme.example",
    "jobs.acme.example=",
    "https://jobs.acme.example=acme-1",
    "*.acme.example=acme-1",
    "jobs.acme.example=acme/1",
    "jobs.acme.example=acme-1 JOBS.acme.example=bolt-2",
    "-jobs.acme.example=acme-1",
  ])("refuses %s", (text) => {
    expect(hostsSetting.safeParse(text).success).toBe(false);
  });

  test("serves a company's pages only on the shared host and the company's own host", () => {
    expect(isOnHost(two, "https://jobs.acme.example/", "acme-1")).toBe(true);
    expect(isOnHost(two, "https://jobs.example/", "acme-1")).toBe(true);
    expect(isOnHost(two, "https://careers.bolt.example/", "acme-1")).toBe(false);
  });

  test("uses a company's first host, or else the requested host, for the company's URLs", () => {
    const origin = "https://jobs.example";
    const local = settings("acme.localhost:8787=acme-1");
    expect(siteOrigin(local, "acme-1", "http://localhost:8787")).toMatch(/^http:\/\/acme\./);
    expect(siteOrigin(two, "acme-1", origin)).toBe("https://jobs.acme.example");
    expect(siteCareerPath(two, "acme-1", "/acme/acme-1")).toBe("/");
    expect(siteOrigin(two, "cafe-3", origin)).toBe(origin);
    expect(siteCareerPath(two, "cafe-3", "/cafe/cafe-3")).toBe("/cafe/cafe-3");
  });
});

const LABEL = "a".repeat(63);

test.each<[host: string, isValid: boolean]>([
  ["jobs.example", true],
  ["JOBS.example:8787", true],
  ["jobs.example.", true],
  ["acme_1.localhost", true],
  ["xn--bcher-kva.example", true],
  ["127.0.0.1:8787", true],
  ["[::1]:8787", true],
  [`${LABEL}.${LABEL}.${LABEL}.${"a".repeat(61)}`, true],
  ["a b", false],
  ["exa mple", false],
  ["a\u0001b", false],
  ["[::1", false],
  ["[zz]", false],
  ["a:99999", false],
  ["a:b", false],
  [":80", false],
  ["a@b", false],
  ["a:b@c", false],
  ["a%00b", false],
  ["a<b", false],
  ["256.1.1.1", false],
  [".", false],
  ["a..b", false],
  ["a..", false],
  [".a", false],
  [`${LABEL}a.example`, false],
  [`${LABEL}.${LABEL}.${LABEL}.${"a".repeat(62)}`, false],
])("for the host %j, hasValidHost returns %j", (host, isValid) => {
  expect(hasValidHost(`http://${host}/acme/a/1?q=@`)).toBe(isValid);
});

test.each([
  ["/", "/company/c1"],
  ["/?lang=en&page=2", "/company/c1?lang=en&page=2"],
  ["/Privacy/", "/company/c1/privacy"],
  ["/sitemap.xml", "/company/c1/sitemap.xml"],
  ["/sitemap.xml?page=2", "/company/c1/sitemap.xml?page=2"],
  ["/acme/jefa/p1", "/acme/jefa/p1"],
  ["/robots.txt", "/robots.txt"],
])("rewrites %s to %s on a company's own host", (path, rewritten) => {
  const hosts = settings("jobs.acme.example=c1");
  const host = "https://jobs.acme.example";
  expect(rewriteOwnHostUrl(host + path, hosts)).toBe(host + rewritten);
  const shared = `https://site.example${path}`;
  expect(rewriteOwnHostUrl(shared, hosts)).toBe(shared);
});
