import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, checkProperty, runs } from "../tests/support/arbitraries";
import { foldText } from "./fold-text";
import { slugify } from "./slug";

describe("foldText equates", () => {
  test.each([
    ["soft hyphens", "Kraft\u00adfahrer", "kraftfahrer"],
    ["other invisible characters", "\ufeffBä\u2060cke\u200dr\u200e \u{e0041}", "backer"],
    [
      "apostrophes",
      "o'n o’n o‘n o`n o´n oʼn oʻn o′n o＇n o‛n oꞌn o΄n o᾽n o❜n",
      Array(14).fill("o'n").join(" "),
    ],
    ["quotation marks", '“a” „a‟ «a» ＂a＂ "a"', Array(5).fill("'a'").join(" ")],
    ["Hebrew abbreviations", "מנכ״ל ג׳ירפה", foldText("מנכ\"ל ג'ירפה")],
    ["hyphens and dashes", "a‐a‑a‒a–a—a―a−a﹣a－a~a⁃a‧a", "a-a-a-a-a-a-a-a-a-a-a-a-a"],
    ["ligatures", "ﬁnance oﬃce ĳs ﬆ", "finance office ijs st"],
    ["letters with strokes", "Łódź Køge Đà Nẵng Ħamrun Ŧ", "lodz koge da nang hamrun t"],
    [
      "African and Sámi letters",
      "Ƙofar Ɗan-Ɓaba ƴa Ŋutɔ Ɖe Ƒɛ Ǥall",
      "kofar dan-baba ya nuto de fe gall",
    ],
    ["digraph letters", "Straße STRAẞE Æther Œuvre Þór", "strasse strasse aether oeuvre thor"],
    ["full-width forms", "Ｆｕｌｌ－ｔｉｍｅ　２４", "full-time 24"],
    ["signs", "№ 1½ m² ™ … 3×8", "no 11/2 m2 tm ... 3x8"],
    ["spaces before percent signs", "80–100\u00a0% 50% 20 ％", "80-100% 50% 20%"],
    ["control characters", "Kraft\u001ffahrer\u0002", "kraftfahrer"],
    ["digits", "٢٤ ۲۴ २४ ᠒᠔ 𝟐𝟒", "24 24 24 24 24"],
    ["spaces", "\u3000New\u00a0 York\u2009\n", "new york"],
    ["Turkish letters", "İSTANBUL ığdır", "istanbul igdir"],
    ["Greek letters", "ΟΔΗΓΌΣ οδηγοσ οδηγός", "οδηγοσ οδηγοσ οδηγοσ"],
    ["Catalan letters", "coŀlaborador col·laborador", "collaborador collaborador"],
    ["Arabic and Persian letters", "كتاب کتاب عربي عربی", "کتاب کتاب عربی عربی"],
    ["Arabic marks", "أُستاذٌ إدارة آلي مـــدير", "استاذ اداره الی مدیر"],
    ["Hindi dots", "शेफ़ शेफ\u093c", "शेफ शेफ"],
    ["half-width Japanese", "ｶﾞｽ", foldText("ガス")],
    ["composed and decomposed Korean", "한국", foldText("한국".normalize("NFD"))],
  ])("%s", (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

test.each([
  ["ガラス", "カラス"],
  ["パン", "ハン"],
  ["हिन्दी", "हनद"],
  ["कि", "की"],
  ["שלום", "שלם"],
  ["ไป", "ไป่า"],
  ["n", "m"],
  ["C", "C#"],
  ["2.5", "25"],
])("foldText distinguishes %j from %j", (a, b) => {
  expect(foldText(a)).not.toBe(foldText(b));
});

test("foldText finds the beginning of a Korean syllable", () => {
  expect(foldText("한국어 교사")).toContain(foldText("하"));
  expect(foldText("한국어 교사")).toContain(foldText("ㅎ"));
});

test("foldText is idempotent, and does not change the slugs of Latin names", async () => {
  await checkProperty(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
    }),
    runs,
  );
  for (const name of ["Søren's Straße & Łódź", "ﬁnanzas №1", "Señor/a Ñoño", "Đà Nẵng"])
    expect(slugify(foldText(name))).toBe(slugify(name));
});
