import fc from "fast-check";
import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { anyText, proved, runs, textOf } from "../../tests/support/arbitraries";
import { LANGUAGES, languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { attribute, escaped } from "../ui/page/markup";
import { jobRows } from "./job-rows.server";

const hostile = fc.oneof(
  anyText,
  textOf([`"`, `'`, "<", ">", "&", "&lt;", "&#x27;", "</li>", "<script>", "-->", " on=", "`", "="]),
);

const said = fc.option(hostile, { nil: undefined });

const job = fc.record({
  ...{ name: hostile, href: hostile, location: said, contractType: said, department: said },
  ...{ joinDate: said, language: said, pay: said, workplace: said, closes: said },
});

const view = fc.record({
  jobs: fc.array(job, { maxLength: 3 }),
  language: fc.constantFrom(...LANGUAGES),
  partLanguage: said,
});

/** The rows as React writes them. */
function Rows({ jobs, language, partLanguage }: Parameters<typeof jobRows>[0]) {
  const joins = messagesFor(language)["career.join_date"];
  return jobs.map((one, index) => {
    const lang = (partLanguage ?? one.language) && languageTag(language);
    const fact = (key: string, text: string | undefined, spoken?: string) =>
      text && h("span", { key, className: `job-${key}`, lang: spoken }, text);
    const facts = [
      ...[fact("location", one.location), " ", fact("contract", one.contractType), " "],
      ...[fact("department", one.department), " "],
      fact("date", one.joinDate && `${joins}: ${one.joinDate}`, lang),
      ...(["pay", "workplace", "closes"] as const).flatMap((key) =>
        one[key] ? [" ", fact(key, one[key], lang)] : [],
      ),
    ];
    return h(
      "li",
      { key: index, className: "job", lang: one.language },
      h("a", { href: one.href, dir: "auto" }, one.name),
      h("p", { className: "job-facts" }, facts),
    );
  });
}

test("the rows are what React would write, whatever a company calls its jobs", async () => {
  await proved(
    fc.property(view, (given) => {
      expect(jobRows(given)).toBe(renderToStaticMarkup(h("ul", null, h(Rows, given))).slice(4, -5));
    }),
    runs,
  );
});

test("a text and an attribute are written as React writes them", async () => {
  await proved(
    fc.property(hostile, (text) => {
      expect(`<p${attribute("title", text)}>${escaped(text)}</p>`).toBe(
        renderToStaticMarkup(h("p", { title: text }, text)),
      );
    }),
    runs,
  );
});
