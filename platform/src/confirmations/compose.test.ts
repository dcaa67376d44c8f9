import { expect, test } from "vitest";
import { LANGUAGES } from "~/contract/languages";
import { composeConfirmation, type Confirmation } from "./compose";

const confirmation: Confirmation = {
  ...{ language: "en", firstName: "Ana", company: "Acme", companyLanguage: "es" },
  ...{ position: "Potter", number: "5C1E-5C1E-5C", receivedAt: "2026-11-30T10:00:00.000Z" },
  labels: [
    { text: "First name", isOurs: true },
    { text: "¿Cuándo?", isOurs: false },
  ],
  nextSteps: "Te llamamos.\n\nO no.",
  receipt: { href: "https://jobs.example/a?lang=en&receipt=5c", until: "2027-02-28T10:00:00.000Z" },
};

const unescape = (html: string) =>
  html.replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">");

test.each(LANGUAGES)("has the same contents in %s as text and as HTML", (language) => {
  const { subject, text, html } = composeConfirmation({ ...confirmation, language });
  expect(subject).toContain("Potter (Acme)");
  const shown = unescape(html.replace(/<[^>]+>/g, ""));
  for (const line of text.split("\n").filter((part) => !part.startsWith("http"))) {
    // In HTML, the text of the receipt's link has no colon.
    expect(shown).toContain(line.replace(/^- /, "").replace(/\s*:$/, ""));
  }
  expect(text).toContain("https://jobs.example/a?lang=en&receipt=5c");
  expect(html).toContain('href="https://jobs.example/a?lang=en&amp;receipt=5c"');
  expect(text).toMatch(/2027/);
});

test("writes the first day of a month as 1er in French", () => {
  const receipt = { href: "https://jobs.example/a", until: "2027-03-01T10:00:00.000Z" };
  const { text } = composeConfirmation({ ...confirmation, language: "fr", receipt });
  expect(text).toContain("1er mars 2027");
});

test("marks the company's texts with their language", () => {
  const { html } = composeConfirmation(confirmation);
  expect(html).toContain('<li>First name</li><li lang="es-ES">¿Cuándo?</li>');
  expect(html).toContain('<p lang="es-ES">Te llamamos.</p>');
  expect(composeConfirmation({ ...confirmation, language: "es" }).html).not.toContain("<li lang");
});

test("shows HTML in a company's texts as text, on one line, without direction overrides", () => {
  const hostile = "<b>A</b>\r\nBcc: x@evil.example \u202eexe & 'x\"";
  const { subject, text, html } = composeConfirmation({
    ...confirmation,
    ...{ company: hostile, position: hostile, nextSteps: hostile },
    labels: [{ text: hostile, isOurs: false }],
  });
  expect(html).not.toMatch(/<b>|\u202e/);
  expect(html).toContain("&lt;b&gt;A&lt;/b&gt; Bcc: x@evil.example exe &amp; &#39;x&quot;");
  expect(subject + text).not.toMatch(/\u202e|\r/);
  expect(subject).not.toContain("\n");
});

test("has no link without a receipt", () => {
  const { text, html } = composeConfirmation({ ...confirmation, receipt: undefined });
  expect(text + html).not.toMatch(/https?:|receipt/);
});
