import { describe, expect, test } from "vitest";
import {
  HISTORY_DEBOUNCE_MS,
  historyDirection,
  recordStep,
  startHistory,
  moveInHistory,
  type History,
} from "./history";

const undone = (history: History<string>) => moveInHistory(history, -1);
const redone = (history: History<string>) => moveInHistory(history, 1);

/** A history of steps that were each made after a while. */
const historyOf = (...steps: string[]): History<string> =>
  steps.reduce(
    (history, step, index) => recordStep(history, step, (index + 1) * HISTORY_DEBOUNCE_MS),
    startHistory(""),
  );

describe("steps", () => {
  test("are undone one by one, and done again", () => {
    const history = historyOf("a", "b", "c");
    const back = undone(undone(history));
    expect(back.present).toBe("a");
    expect(redone(back).present).toBe("b");
    expect(redone(redone(back)).present).toBe("c");
    // Done again, they are there to be undone again.
    expect(undone(redone(back)).present).toBe("a");
    expect(undone(undone(undone(redone(redone(back))))).present).toBe("");
  });

  test("end at the first and at the last one", () => {
    const empty = startHistory("");
    expect([undone(empty), redone(empty)]).toEqual([empty, empty]);
    const history = historyOf("a");
    expect(undone(undone(undone(history))).present).toBe("");
    expect(redone(history)).toBe(history);
  });

  test("that were undone are forgotten after another one", () => {
    const history = recordStep(undone(historyOf("a", "b")), "x", 10_000);
    expect(redone(history)).toBe(history);
    expect(undone(history).present).toBe("a");
  });
});

test("what follows within 200 ms is one step, however long it goes on", () => {
  let history = startHistory("");
  for (let key = 1; key <= 9; key++) {
    history = recordStep(history, "x".repeat(key), key * (HISTORY_DEBOUNCE_MS - 1));
  }
  expect(undone(history).present).toBe("");
  const later = recordStep(history, "y", 9 * (HISTORY_DEBOUNCE_MS - 1) + HISTORY_DEBOUNCE_MS);
  expect(undone(later).present).toBe("x".repeat(9));
});

test("a deletion is another step than what was typed just before it, and just after it", () => {
  let history = startHistory("");
  const typed = (step: string, isDeletion?: boolean) => {
    history = recordStep(history, step, 1, isDeletion);
  };
  typed("123");
  typed("12", true);
  typed("1", true);
  typed("14");
  expect(undone(history).present).toBe("1");
  expect(undone(undone(history)).present).toBe("123");
  expect(undone(undone(undone(history))).present).toBe("");
});

test("more than 20 steps back there is nothing [9.12]", () => {
  let history = historyOf(...Array.from({ length: 30 }, (_, step) => String(step)));
  for (let step = 0; step < 40; step++) history = undone(history);
  expect(history.present).toBe("9");
});

describe("what a key asks of the history", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const [ctrl, alt, shift] = [{ ctrlKey: true }, { altKey: true }, { shiftKey: true }];

  test.each([
    ["z", ctrl, -1],
    ["Z", { ...ctrl, ...shift }, 1],
    ["y", { metaKey: true }, 1],
    ["z", {}, undefined],
    ["z", { ...ctrl, ...alt }, undefined],
    ["a", ctrl, undefined],
  ])("%s with %j", (key, held, step) => {
    expect(historyDirection({ ...plain, ...held, key })).toBe(step);
  });

  test("a browser that fills the field in sends a key without a name", () => {
    const event = { ...plain, ...ctrl, key: undefined as unknown as string }; // as autofill does
    expect(historyDirection(event)).toBeUndefined();
  });
});
