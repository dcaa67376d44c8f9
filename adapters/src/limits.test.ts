import { expect, test } from "vitest";
import type { Job } from "./system-interface";
import { shorten, shortenTexts } from "./limits";

test.each([
  ["keeps text within the limit", "One two", 7, "One two"],
  ["drops a word that exceeds the limit", "One two three", 9, "One two…"],
  ["drops a space at the limit", "One two three", 8, "One two…"],
  ["drops a link that exceeds the limit", "See this (https://a.example/p).", 20, "See this…"],
  ["cuts a single long word", "Supercalifragilistic", 6, "Super…"],
  [
    "splits a word if the last space is far before the limit",
    `A ${"語".repeat(300)}`,
    200,
    `A ${"語".repeat(197)}…`,
  ],
])("shorten %s", (_, text, max, short) => {
  expect(shorten(text, max)).toBe(short);
});

test("shortens notices and hints to the contract's limits", () => {
  const long = "word ".repeat(500).trim();
  const short = `${"word ".repeat(399)}word…`;
  const url = "https://a.example/out";
  const job: Pick<Job, "fields" | "notices"> = {
    notices: [{ kind: "ai", text: long, url }],
    fields: [
      { id: "a", kind: "text", label: long, hint: long },
      { id: "b", kind: "text" },
    ],
  };
  expect(shortenTexts(job)).toEqual({
    notices: [{ kind: "ai", text: short, url }],
    fields: [
      { id: "a", kind: "text", label: long, hint: short },
      { id: "b", kind: "text" },
    ],
  });
});
