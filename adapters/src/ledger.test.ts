import { describe, expect, test } from "vitest";
import { countPost, Entry, nextStep } from "./ledger";

const once = { version: 1, state: "unknown", posts: 1 } as const;
const twice = { ...once, posts: 2 } as const;
const accepted = { version: 1, state: "accepted", id: "7" } as const;

const wait = { step: "wait" };
const stop = { step: "stop" };
const detecting = { repeat: "stop", detectsDuplicates: true };
const sendAfter = (before?: Entry) => ({ step: "send", before });

describe("an application", () => {
  test.each<[string, entry: Entry | undefined, isRunning: boolean, rules: object, step: object]>([
    ["is sent the first time", undefined, false, {}, sendAfter()],
    ["waits while the first post runs", undefined, true, {}, wait],
    ["waits while the last post runs", twice, true, {}, wait],
    ["gets the same answer once accepted", accepted, false, {}, { step: "repeat", id: "7" }],
    ["is sent again after one unknown outcome", once, false, {}, sendAfter(once)],
    ["stops after two unknown outcomes", twice, false, {}, stop],
    [
      "stops after one unknown outcome if `repeat` is `stop`",
      once,
      false,
      { repeat: "stop" },
      stop,
    ],
    ["is sent again if duplicates are detected", twice, false, detecting, sendAfter(twice)],
  ])("%s", (_, entry, isRunning, rules, step) => {
    const all = { detectsDuplicates: false, repeat: "send", ...rules } as const;
    expect(nextStep(entry, isRunning, all)).toEqual(step);
  });
});

test("counts posts", () => {
  expect([countPost(undefined), countPost(once)]).toEqual([once, twice]);
});

test("reads stored entries of this version only", () => {
  expect([once, accepted].map((entry) => Entry.parse(entry))).toEqual([once, accepted]);
  expect(Entry.safeParse({ version: 2, state: "accepted", id: "7" }).success).toBe(false);
});
