import { describe, expect, test } from "vitest";
import { beforePost, Entry, stepOf } from "./ledger";

const once = { version: 1, state: "unknown", posts: 1 } as const;
const twice = { ...once, posts: 2 } as const;
const accepted = { version: 1, state: "accepted", id: "7" } as const;

const wait = { step: "wait" };
const stop = { step: "stop" };
const sendAfter = (before?: Entry) => ({ step: "send", before });

describe("an application that comes in", () => {
  test.each<
    [what: string, entry: Entry | undefined, isRunning: boolean, rules: object, step: object]
  >([
    ["for the first time is sent", undefined, false, {}, sendAfter()],
    ["while the first is sent waits", undefined, true, {}, wait],
    ["while one that was unknown is sent again waits", once, true, {}, wait],
    ["while the last one is sent waits", twice, true, {}, wait],
    ["after it was accepted is answered alike", accepted, false, {}, { step: "repeat", id: "7" }],
    ["after one unknown end is sent again", once, false, {}, sendAfter(once)],
    ["after two unknown ends stops", twice, false, {}, stop],
    ["after one unknown end stops with repeat: stop", once, false, { repeat: "stop" }, stop],
    [
      "after unknown ends is sent to a system that tells duplicates apart",
      twice,
      false,
      { repeat: "stop", tellsDuplicates: true },
      sendAfter(twice),
    ],
  ])("%s", (_, entry, isRunning, rules, step) => {
    expect(stepOf(entry, isRunning, { tellsDuplicates: false, repeat: "send", ...rules })).toEqual(
      step,
    );
  });
});

test("posts are counted", () => {
  expect([beforePost(undefined), beforePost(once)]).toEqual([once, twice]);
});

test("what is stored is read", () => {
  expect([once, accepted].map((entry) => Entry.parse(entry))).toEqual([once, accepted]);
  expect(Entry.safeParse({ version: 2, state: "accepted", id: "7" }).success).toBe(false);
});
