import { expect, test } from "vitest";
import { HOSTILE_NAMES } from "~/tests/support/hostile";
import { greetingName } from "./name";

test.each([
  ["Ana", "Ana"],
  [" Ana  María ", "Ana María"],
  ["José Ángel del Carmen", "José Ángel"],
  ["Jean-Luc", "Jean-Luc"],
  ["O’Neill", "O’Neill"],
  ["D'Arcy", "D'Arcy"],
  ["Nguyễn", "Nguyễn"],
  ["محمد", "محمد"],
  ["فاطمه‌زهرا", "فاطمه‌زهرا"],
  ["陳大文", "陳大文"],
  ["Łukasz", "Łukasz"],
  ["A", "A"],
  ["Maximilian Alexander Ferdinand", "Maximilian Alexander"],
])("greets %j as %j", (typed, name) => {
  expect(greetingName(typed)).toBe(name);
});

test.each(HOSTILE_NAMES.map((name) => [name]))("does not greet %j", (typed) => {
  expect(greetingName(typed)).toBeUndefined();
});
