import { describe, expect, test } from "vitest";
import { afterPost, Entry, stepOf } from "./ledger";

const unknown = { version: 1, state: "unknown" } as const;
const accepted = { version: 1, state: "accepted", id: "7" } as const;

describe("an application that comes in", () => {
  test.each<
    [what: string, entry: Entry | undefined, isRunning: boolean, rules: object, step: object]
  >([
    ["for the first time is sent", undefined, false, {}, { step: "send" }],
    ["while the first is sent waits", undefined, true, {}, { step: "wait" }],
    ["while one that was unknown is sent again waits", unknown, true, {}, { step: "wait" }],
    ["after it was accepted is answered alike", accepted, false, {}, { step: "repeat", id: "7" }],
    ["after an unknown end is sent again", unknown, false, {}, { step: "send" }],
    ["after an unknown end stops", unknown, false, { repeat: "stop" }, { step: "stop" }],
    [
      "after an unknown end is sent to a system that tells duplicates apart",
      unknown,
      false,
      { repeat: "stop", tellsDuplicates: true },
      { step: "send" },
    ],
  ])("%s", (_, entry, isRunning, rules, step) => {
    expect(stepOf(entry, isRunning, { tellsDuplicates: false, repeat: "send", ...rules })).toEqual(
      step,
    );
  });
});

describe("after a post the ledger remembers", () => {
  test.each<[before: Entry | undefined, outcome: string, id: string | undefined, after: unknown]>([
    [undefined, "accepted", "12", { ...accepted, id: "12" }],
    [undefined, "accepted", undefined, { ...accepted, id: "ours" }],
    [unknown, "accepted", undefined, { ...accepted, id: "ours" }],
    // The one that is there is the earlier attempt; on a first post it is another application.
    [unknown, "duplicate", undefined, { ...accepted, id: "ours" }],
    [undefined, "duplicate", undefined, undefined],
    [undefined, "unknown", undefined, unknown],
    [unknown, "unknown", undefined, unknown],
    ...["refused", "closed", "busy", "misconfigured"].flatMap(
      (outcome): [Entry | undefined, string, undefined, unknown][] => [
        [undefined, outcome, undefined, undefined],
        [unknown, outcome, undefined, unknown],
      ],
    ),
  ])("before %j, %s with the id %s: %j", (before, outcome, id, after) => {
    expect(afterPost(before, { outcome, id }, "ours")).toEqual(after);
  });
});

test("what is stored is read", () => {
  expect([unknown, accepted].map((entry) => Entry.parse(entry))).toEqual([unknown, accepted]);
  expect(Entry.safeParse({ version: 2, state: "accepted", id: "7" }).success).toBe(false);
});
