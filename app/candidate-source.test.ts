import { expect, test } from "vitest";
import { parseSource, sourceQuery, withSource } from "./candidate-source";

const parseQuery = (query: string) => sourceQuery(parseSource(`https://jobs.example/a/b${query}`));

test.each([
  ["?utm_source=linkedin&utm_medium=social", "utm_source=linkedin&utm_medium=social"],
  ["?gh_src=abc123&ref=x&source=y", "source=y&ref=x&gh_src=abc123"],
  ["?lever-source[]=LinkedIn", "lever-source=LinkedIn"],
  ["?lang=en&utm_term=a.b_c~d-e&q=jefa", "utm_term=a.b_c~d-e"],
  ["?utm_source=one&utm_source=two", "utm_source=one"],
  [`?utm_campaign=${"a".repeat(100)}`, `utm_campaign=${"a".repeat(100)}`],
  [`?utm_campaign=${"a".repeat(101)}`, ""],
  ["?utm_source=%22%3E%3Cscript%3E", ""],
  ["?utm_source=a%20b&ref=ok", "ref=ok"],
  ["?utm_source=a%26receipt%3D1", ""],
  ["?utm_source=Jos%C3%A9", ""],
])("parses the source in %j as %j", (query, source) => {
  expect(parseQuery(query)).toBe(source);
});

test.each([
  ["/a/b", "/a/b?ref=x"],
  ["/a/b?lang=en", "/a/b?lang=en&ref=x"],
  ["/a/b?send#answer", "/a/b?send&ref=x#answer"],
])("adds a source to %s, which becomes %s", (href, expected) => {
  expect(withSource(href, "ref=x")).toBe(expected);
  expect(withSource(href, "")).toBe(href);
});
