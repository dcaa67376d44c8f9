import { serialize } from "parse5";
import { expect, test } from "vitest";
import { parseHtml } from "./parse";

/** In the tables, `_` is a no-break space. */
const soften = (html: string) =>
  serialize(parseHtml(html.replaceAll("_", "&nbsp;"))).replaceAll("&nbsp;", "_");

test.each([
  ["We_look_for_a_driver", "We look for a driver"],
  ["<p>We_look_<b>for_a</b>_driver,_40_h</p>", "<p>We look <b>for a</b> driver, 40 h</p>"],
  ["<li>Good_pay</li>", "<li>Good pay</li>"],
  ["Dear all: we_look_for_drivers today", "Dear all: we look for drivers today"],
  ["<p>Good_pay</p><p>40_h</p>", "<p>Good pay</p><p>40_h</p>"],
  ["a_b<br>40_h a week", "a b<br>40_h a week"],
  ["We&#8239;look&#8239;for&#8199;drivers", "We look for drivers"],
])("softens %s", (html, expected) => {
  expect(soften(html)).toBe(expected);
});

test.each([
  "40_h",
  "<b>12_€</b>",
  "1_250_000_€",
  "Work at Harbour_Lane today",
  "«_mot_» : à_9_h",
  "<p>_</p>",
  "<pre>a_b_c_d</pre>",
])("keeps %s", (html) => {
  expect(soften(html)).toBe(html);
});
