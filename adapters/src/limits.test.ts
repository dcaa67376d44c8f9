import { expect, test } from "vitest";
import type { Job } from "./system-interface";
import { shorten, shortenTexts } from "./limits";

test.each([
  ["fits", "One two", 7, "One two"],
  ["ends in a word", "One two three", 9, "One two…"],
  ["ends after a word", "One two three", 8, "One two…"],
  ["ends in a link", "See this (https://a.example/p).", 20, "See this…"],
  ["is one word", "Supercalifragilistic", 6, "Super…"],
  [
    "has its last space far before the limit",
    `A ${"語".repeat(300)}`,
    200,
    `A ${"語".repeat(197)}…`,
  ],
])("shortens a text that %s", (_, text, max, short) => {
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
