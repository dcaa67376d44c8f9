import fc from "fast-check";
import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { anyText, checkProperty, runs, arbitraryText } from "~/tests/support/arbitraries";
import { labelSeparator } from "../i18n/fill";
import { LANGUAGES, languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { attribute, escapeHtml } from "../ui/page/markup";
import { renderJobRows } from "./job-rows.server";

const hostile = fc.oneof(
  anyText,
  arbitraryText([
    `"`,
    `'`,
    "<",
    ">",
    "&",
    "&lt;",
    "&#x27;",
    "</li>",
    "<script>",
    "-->",
    " on=",
    "`",
    "=",
  ]),
);

const optionalText = fc.option(hostile, { nil: undefined });

const job = fc.record({
  ...{
    name: hostile,
    href: hostile,
    location: optionalText,
    contractType: optionalText,
    department: optionalText,
  },
  ...{ joinDate: optionalText, language: optionalText, pay: optionalText, closes: optionalText },
  workplaceWords: optionalText,
  workplace: fc.constantFrom("onsite", "hybrid", "remote", undefined),
});

const longest = fc.constantFrom("", "A text");

const view = fc.record({
  jobs: fc.array(job, { maxLength: 3 }),
  language: fc.constantFrom(...LANGUAGES),
  partLanguage: optionalText,
  grouped: fc.constant(false),
  columns: fc.record({
    ...{ place: longest, contract: longest, department: longest, date: longest, pay: longest },
  }),
});

type RowsInput = Parameters<typeof renderJobRows>[0];

/** The rows, rendered by React. */
function Rows({ jobs, language, partLanguage, columns }: RowsInput) {
  const dateLabel = messagesFor(language)["career.join_date"] + labelSeparator(language);
  return jobs.map((shown, index) => {
    const lang = (partLanguage ?? shown.language) && languageTag(language);
    const fact = (key: string, text: string | undefined, spoken?: string) =>
      text && h("span", { key, className: `job-${key}`, lang: spoken }, text);
    const empty = (key: string) => h("span", { key });
    const factOrEmpty = (key: string, text = "") => (text ? fact(key, text) : empty(key));
    const cells = [
      fact("closes", shown.closes, lang),
      columns.place &&
        h("span", { key: "place" }, [
          ...[fact("location", shown.location), " ", fact("workplace", shown.workplaceWords, lang)],
        ]),
      columns.contract && factOrEmpty("contract", shown.contractType),
      columns.department && factOrEmpty("department", shown.department),
      columns.date &&
        (shown.joinDate
          ? h("span", { key: "date", className: "job-date", lang }, [
              h("span", { key: "label" }, dateLabel),
              shown.joinDate,
            ])
          : empty("date")),
      columns.pay && h("span", { key: "end", className: "job-end" }, fact("pay", shown.pay, lang)),
    ].filter(Boolean);
    return h(
      "li",
      { key: index, className: "job", lang: shown.language, "data-workplace": shown.workplace },
      h("a", { href: shown.href, dir: "auto" }, shown.name),
      h(
        "p",
        { className: "job-facts" },
        cells.flatMap((cell, index) => (index > 0 ? [" ", cell] : [cell])),
      ),
    );
  });
}

test("renders the same rows as React", async () => {
  await checkProperty(
    fc.property(view, (input) => {
      expect(renderJobRows(input)).toBe(renderToStaticMarkup(h("ul", null, h(Rows, input))));
    }),
    runs,
  );
});

test("escapes texts and attributes like React", async () => {
  await checkProperty(
    fc.property(hostile, (text) => {
      expect(`<p${attribute("title", text)}>${escapeHtml(text)}</p>`).toBe(
        renderToStaticMarkup(h("p", { title: text }, text)),
      );
    }),
    runs,
  );
});

test("groups rows by department, ignoring case and spaces", () => {
  const jobs = ["Ventas", "VENTAS ", "<i>", undefined].map((department, index) => ({
    name: `N${index}`,
    href: "/",
    location: undefined,
    contractType: undefined,
    department,
    joinDate: undefined,
    language: undefined,
    ...{ pay: undefined, closes: undefined, workplace: undefined, workplaceWords: undefined },
  }));
  const columns = { place: "", contract: "", department: "", date: "", pay: "" };
  const html = renderJobRows({ jobs, language: "en", partLanguage: "ca", grouped: true, columns });
  const outline = html.replace(/<li.*?<a.*?>(.*?)<\/a>.*?<\/li>/g, "[$1]");
  expect(outline).toBe(
    '<section><h3 dir="auto">Ventas</h3><ul>[N0][N1]</ul></section>' +
      '<section><h3 dir="auto">&lt;i&gt;</h3><ul>[N2]</ul></section>' +
      '<section><h3 lang="en">Other jobs</h3><ul>[N3]</ul></section>',
  );
});
