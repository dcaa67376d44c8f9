import { describe, expect, test } from "vitest";
import {
  HISTORY_DEBOUNCE_MS,
  historyDirection,
  recordStep,
  startHistory,
  moveInHistory,
  type History,
} from "./undo-history";

const undo = (history: History<string>) => moveInHistory(history, -1);
const redo = (history: History<string>) => moveInHistory(history, 1);

/** Creates a history with one entry for each step. */
const createHistory = (...steps: string[]): History<string> =>
  steps.reduce(
    (history, step, index) => recordStep(history, step, (index + 1) * HISTORY_DEBOUNCE_MS),
    startHistory(""),
  );

describe("moveInHistory", () => {
  test("undoes and redoes steps one by one", () => {
    const history = createHistory("a", "b", "c");
    const back = undo(undo(history));
    expect(back.present).toBe("a");
    expect(redo(back).present).toBe("b");
    expect(redo(redo(back)).present).toBe("c");
    // Redone steps can be undone again.
    expect(undo(redo(back)).present).toBe("a");
    expect(undo(undo(undo(redo(redo(back))))).present).toBe("");
  });

  test("stops at the first and the last step", () => {
    const empty = startHistory("");
    expect([undo(empty), redo(empty)]).toEqual([empty, empty]);
    const history = createHistory("a");
    expect(undo(undo(undo(history))).present).toBe("");
    expect(redo(history)).toBe(history);
  });

  test("discards the redo steps after a new step", () => {
    const history = recordStep(undo(createHistory("a", "b")), "x", 10_000);
    expect(redo(history)).toBe(history);
    expect(undo(history).present).toBe("a");
  });
});

test("merges changes less than 200 ms apart into one step", () => {
  let history = startHistory("");
  for (let key = 1; key <= 9; key++) {
    history = recordStep(history, "x".repeat(key), key * (HISTORY_DEBOUNCE_MS - 1));
  }
  expect(undo(history).present).toBe("");
  const later = recordStep(history, "y", 9 * (HISTORY_DEBOUNCE_MS - 1) + HISTORY_DEBOUNCE_MS);
  expect(undo(later).present).toBe("x".repeat(9));
});

test("separates deletions from the typing before and after them", () => {
  let history = startHistory("");
  const typed = (step: string, isDeletion?: boolean) => {
    history = recordStep(history, step, 1, isDeletion);
  };
  typed("123");
  typed("12", true);
  typed("1", true);
  typed("14");
  expect(undo(history).present).toBe("1");
  expect(undo(undo(history)).present).toBe("123");
  expect(undo(undo(undo(history))).present).toBe("");
});

test("undoes and redoes the last 20 steps one by one, and no others [9.12]", () => {
  const steps = Array.from({ length: 30 }, (_, step) => String(step));
  let history = createHistory(...steps);
  const repeat = (move: typeof undo) =>
    Array.from({ length: 40 }, () => (history = move(history)).present);
  expect([...new Set(repeat(undo))]).toEqual(steps.slice(9, 29).reverse());
  expect([...new Set(repeat(redo))]).toEqual(steps.slice(10));
});

describe("historyDirection", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const [ctrl, alt, shift] = [{ ctrlKey: true }, { altKey: true }, { shiftKey: true }];

  test.each([
    ["z", ctrl, -1],
    ["Z", { ...ctrl, ...shift }, 1],
    ["y", { metaKey: true }, 1],
    ["z", {}, undefined],
    ["z", { ...ctrl, ...alt }, undefined],
    ["a", ctrl, undefined],
  ])("returns the direction for the key %s with %j", (key, modifiers, step) => {
    expect(historyDirection({ ...plain, ...modifiers, key })).toBe(step);
  });

  test("ignores the keydown event of autofill, which has no key", () => {
    const event = { ...plain, ...ctrl, key: undefined as unknown as string }; // as autofill does
    expect(historyDirection(event)).toBeUndefined();
  });
});
