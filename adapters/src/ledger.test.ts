import { describe, expect, test } from "vitest";
import { countPost, Entry, nextStep } from "./ledger";

const once = { version: 1, state: "unknown", posts: 1 } as const;
const twice = { ...once, posts: 2 } as const;
const accepted = { version: 1, state: "accepted", id: "7" } as const;

const wait = { step: "wait" };
const stop = { step: "stop" };
const detecting = { repeat: "stop", detectsDuplicates: true };
const sendAfter = (before?: Entry) => ({ step: "send", before });

describe("an application that comes in", () => {
  test.each<[string, entry: Entry | undefined, isRunning: boolean, rules: object, step: object]>([
    ["for the first time is sent", undefined, false, {}, sendAfter()],
    ["while the first is sent waits", undefined, true, {}, wait],
    ["while the last one is sent waits", twice, true, {}, wait],
    ["after it was accepted is answered alike", accepted, false, {}, { step: "repeat", id: "7" }],
    ["after one unknown end is sent again", once, false, {}, sendAfter(once)],
    ["after two unknown ends stops", twice, false, {}, stop],
    ["after one unknown end stops with repeat: stop", once, false, { repeat: "stop" }, stop],
    [
      "after unknown ends goes to one that tells duplicates",
      twice,
      false,
      detecting,
      sendAfter(twice),
    ],
  ])("%s", (_, entry, isRunning, rules, step) => {
    const all = { detectsDuplicates: false, repeat: "send", ...rules } as const;
    expect(nextStep(entry, isRunning, all)).toEqual(step);
  });
});

test("posts are counted", () => {
  expect([countPost(undefined), countPost(once)]).toEqual([once, twice]);
});

test("what is stored is read", () => {
  expect([once, accepted].map((entry) => Entry.parse(entry))).toEqual([once, accepted]);
  expect(Entry.safeParse({ version: 2, state: "accepted", id: "7" }).success).toBe(false);
});
