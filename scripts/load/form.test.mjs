import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { parseMultipart } from "../../tests/support/fake-platform-multipart";
import { cvOf, filledIn, positionsIn, standingIn, valueOf, written } from "./form.mjs";

const PAGE = `<form>
  <input type="hidden" name="application_id" value="an-id"><input type="hidden" value="nameless">
  <input name="subject"><input type="text" name="first_name" required>
  <input type="text" name="last_name" required><input type="tel" name="phone" required>
  <input type="file" name="cv"><input type="file" name="field-portfolio" required>
  <input type="file" name="field-other"><input type="text" name="field-website">
  <input type="date" name="field-start" required min="2031-02-03">
  <input type="email" name="field-email" required>
  <input type="radio" name="question-0" value=""><input type="radio" name="question-0" value="Yes" required>
  <input type="radio" name="question-0" value="No" required>
  <textarea name="open_question-0" required></textarea>
  <input type="checkbox" name="privacy_policy" value="true" required>
</form>`;

test("a form is filled in with what it requires, and the CV; nobody meets its trap", () => {
  const filled = filledIn(PAGE, 7);
  expect(Object.fromEntries(filled.entries.map(({ name, value }) => [name, value]))).toEqual({
    application_id: "an-id",
    first_name: "Ana",
    last_name: "Load 7",
    phone: "+34 600000007",
    "field-start": "2031-02-03",
    "field-email": "ana@load.example",
    "question-0": "Yes",
    "open_question-0": "As quickly as I can",
    privacy_policy: "true",
  });
  expect(filled.files).toEqual(["cv", "field-portfolio"]);
  expect(valueOf(filled, "application_id")).toBe("an-id");
});

test("what is written is a form that a platform reads, with the CV whole", () => {
  const cv = cvOf(5000, 7);
  expect(cv).toHaveLength(5000);
  expect(cvOf(5000, 8).equals(cv)).toBe(false);
  const { type, body } = written(filledIn(PAGE, 7), cv, "a-boundary");
  const { fields = [], files = [] } = parseMultipart(type, body) ?? {};
  expect(fields).toContainEqual(["phone", "+34 600000007"]);
  expect(fields).toHaveLength(9);
  expect(files.map(({ name, fileName }) => [name, fileName])).toEqual([
    ["cv", "cv.pdf"],
    ["field-portfolio", "cv.pdf"],
  ]);
  expect(files[0]?.sha256).toBe(createHash("sha256").update(cv).digest("hex"));
});

test("a list's positions are found, each once; nothing else is", () => {
  const html = `<link href="/brands/acme/icon.svg"><a href="/acme/baker/1b">a</a><a href="/acme/baker/1b">again</a>
    <a href="/acme/1b/privacy">no</a><a href="/-/alive/1/2">no</a><a href="/acme/1b?page=2">no</a>
    <a href="https://acme.example/a/b/c">no</a><a href="/acme/cook/2c">b</a>`;
  expect(positionsIn(html)).toEqual(["/acme/baker/1b", "/acme/cook/2c"]);
});

test.each([
  ['<div class="applied receipt receipt-on-its-way card">', "on-its-way"],
  [
    '<style>.receipt-on-its-way{}</style><b class="applied receipt receipt-delivered">',
    "delivered",
  ],
  ['<dl class="receipt-rows">', undefined],
])("%s says %s", (html, standing) => {
  expect(standingIn(html)).toBe(standing);
});
