import { expect, test } from "vitest";
import { createTokens, fillTemplate } from "./page-template.server";
import { cutSource, insertSource } from "./source-placeholders.server";

const MARK = "11111111-1111-4111-8111-111111111111";
const SOURCE = [
  ["utm_source", "x"],
  ["ref", "y"],
] as const;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const cut = (html: string) => cutSource(new TextEncoder().encode(html), MARK);

test.each([
  [`<a href="/á?source=${MARK}">`, '<a href="/á">', '<a href="/á?utm_source=x&ref=y">'],
  [
    `<form action="/á?source=${MARK}&amp;send#answer">`,
    '<form action="/á?send#answer">',
    '<form action="/á?utm_source=x&ref=y&send#answer">',
  ],
  [
    `{"a":"/á?lang=en&source=${MARK}","b":"/c?source=${MARK}&d"}`,
    '{"a":"/á?lang=en","b":"/c?d"}',
    '{"a":"/á?lang=en&utm_source=x&ref=y","b":"/c?utm_source=x&ref=y&d"}',
  ],
  [
    `<p><input type="hidden" name="source" value="${MARK}"/></p>`,
    "<p></p>",
    '<p><input type="hidden" name="utm_source" value="x"/>' +
      '<input type="hidden" name="ref" value="y"/></p>',
  ],
  ["<p>source=x</p>", "<p>source=x</p>", "<p>source=x</p>"],
])("caches %s as %s, and sends it as %s", (rendered, cached, sent) => {
  const { bytes, sources } = cut(rendered);
  expect(decode(bytes)).toBe(cached);
  const template = { bytes, sources, etag: "", places: { nonce: [], applicationId: [] } };
  expect(decode(fillTemplate(template, createTokens(), []))).toBe(cached);
  expect(decode(insertSource(bytes, sources, SOURCE))).toBe(sent);
});
