import fc from "fast-check";
import { describe, test } from "vitest";
import { manyTries, proved } from "../../../tests/support/arbitraries";
import { expectLinear } from "../../../tests/support/growth";
import { size } from "../../../tests/support/size";
import { containedCss, markdownHtml, sanitizedHtml } from "./company-html.server";
import { attribute, CONTENT, MARKDOWN, tag } from "../../../tests/support/html-arbitraries";

describe("what a text of 20 KB costs grows in step with it, whatever is in it:", () => {
  const timedRuns = { numRuns: size(10, 150) };

  const isLinear = (make: (text: string) => string, piece: string) =>
    expectLinear(20_000, (length) =>
      make(piece.repeat(Math.ceil(length / Math.max(1, piece.length)))),
    );

  test("HTML", manyTries, async () => {
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom(...CONTENT),
      fc.tuple(tag, tag).map(([one, another]) => `<${one}><${another}>`),
      fc.tuple(tag, attribute).map(([name, given]) => `<${name} ${given}>`),
    );
    await proved(
      fc.asyncProperty(piece, (given) => isLinear(sanitizedHtml, given)),
      timedRuns,
    );
  });

  test("markdown", manyTries, async () => {
    const piece = fc.oneof(
      fc.constantFrom(...MARKDOWN),
      fc
        .array(fc.constantFrom(...MARKDOWN), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.join("")),
    );
    await proved(
      fc.asyncProperty(piece, (given) => isLinear(markdownHtml, given)),
      timedRuns,
    );
  });

  // Elements in elements, thousands of them: what a parser that calls itself has no stack for.
  test.each(["<div>", "<em>", "<a><b><p>", "<ul><li>", "<table><td>"])(
    "HTML of %j",
    manyTries,
    (piece) => isLinear(sanitizedHtml, piece),
  );

  test.each([
    "> ",
    "- ",
    "1. ",
    "1. > ",
    "*a_ ",
    "[",
    "![",
    "`a",
    "# <!--",
    "<?",
    "<!A",
    "~~a ",
    "|a|b\n|-|-\n|c\n",
    "a.",
    "_www.a",
    "a@a.a ",
    "www.a!",
  ])("markdown of %j", manyTries, (piece) => isLinear(markdownHtml, piece));

  test("CSS", manyTries, async () => {
    const piece = fc.constantFrom("<", "</", "</style", "<!--", "<!-", "<style>", "a{}", "\\");
    await proved(
      fc.asyncProperty(piece, (given) => isLinear(containedCss, given)),
      timedRuns,
    );
  });
});
