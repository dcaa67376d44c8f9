import { expect, test } from "vitest";
import { hostsSetting } from "../config/hosts";
import { rewriteOwnHostUrl } from "./own-host";

const settings = { HOSTS: hostsSetting.parse("jobs.acme.example=c1") };

test.each([
  ["/", "/company/c1"],
  ["/?lang=en&page=2", "/company/c1?lang=en&page=2"],
  ["/Privacy/", "/company/c1/privacy"],
  ["/sitemap.xml", "/company/c1/sitemap.xml"],
  ["/sitemap.xml?page=2", "/company/c1/sitemap.xml?page=2"],
  ["/acme/jefa/p1", "/acme/jefa/p1"],
  ["/robots.txt", "/robots.txt"],
])("rewrites %s to %s on a company's own host", (path, at) => {
  const host = "https://jobs.acme.example";
  expect(rewriteOwnHostUrl(host + path, settings)).toBe(host + at);
  expect(rewriteOwnHostUrl(`https://site.example${path}`, settings)).toBe(
    `https://site.example${path}`,
  );
});
