import { describe, expect, test } from "vitest";
import { countPost, Entry, nextStep } from "./ledger";

const once = { version: 1, state: "unknown", posts: 1 } as const;
const twice = { ...once, posts: 2 } as const;
const accepted = { version: 1, state: "accepted", id: "7" } as const;

const wait = { step: "wait" };
const stop = { step: "stop" };
const detecting = { repeat: "stop", detectsDuplicates: true };
const sendAfter = (before?: Entry) => ({ step: "send", before });

describe("nextStep", () => {
  test.each<[string, entry: Entry | undefined, isRunning: boolean, rules: object, step: object]>([
    ["sends an application once", undefined, false, {}, sendAfter()],
    ["waits while the first post runs", undefined, true, {}, wait],
    ["waits while the last post runs", twice, true, {}, wait],
    ["repeats the id after acceptance", accepted, false, {}, { step: "repeat", id: "7" }],
    ["resends after one unknown outcome", once, false, {}, sendAfter(once)],
    ["stops after two unknown outcomes", twice, false, {}, stop],
    ["does not resend if `repeat` is `stop`", once, false, { repeat: "stop" }, stop],
    ["resends if the system detects duplicates", twice, false, detecting, sendAfter(twice)],
  ])("%s", (_, entry, isRunning, rules, step) => {
    const all = { detectsDuplicates: false, repeat: "send", ...rules } as const;
    expect(nextStep(entry, isRunning, all)).toEqual(step);
  });
});

test("countPost adds one to the number of posts", () => {
  expect([countPost(undefined), countPost(once)]).toEqual([once, twice]);
});

test("parses stored entries of version 1 only", () => {
  expect([once, accepted].map((entry) => Entry.parse(entry))).toEqual([once, accepted]);
  expect(Entry.safeParse({ version: 2, state: "accepted", id: "7" }).success).toBe(false);
});
