import { expect, test } from "vitest";
import type { PositionPage } from "~/app/platform/types";
import type { ApplyResult } from "../model/application";
import type { Receipt } from "../model/receipt";
import type { ReceivedFile } from "./receive.server";
import { toSubmitted, type FinishedForm } from "./submitted.server";

const fields = [
  { id: "mail", kind: "email" },
  { id: "web", kind: "url" },
  { id: "other-web", kind: "url" },
  { id: "keep", kind: "consent" },
  { id: "folio", kind: "file" },
] as PositionPage["fields"]; // has all properties that `toSubmitted` uses

interface FormInput {
  values?: Record<string, string>;
  entered?: Record<string, string[]>;
  files?: Record<string, ReceivedFile>;
}

const toMap = <T>(entries: Record<string, T> = {}) => new Map(Object.entries(entries));
const finish = (
  result: ApplyResult,
  { values, entered, files }: FormInput = {},
  isSubmitted = false,
): FinishedForm => ({
  ...{ result, position: { clientUuid: "client", fields }, isSubmitted },
  form: { values: toMap(values), entered: toMap(entered), files: toMap(files), bytes: 12 },
});

const invalid = (...names: string[]): ApplyResult => ({
  outcome: "invalid",
  errors: Object.fromEntries(names.map((name) => [name, "Secret words"])),
});

const errors = (finished: FinishedForm) =>
  toSubmitted(finished).errors.map(({ field, error }) => [field, error]);

test("returns the status, source and size of an accepted form", () => {
  const receipt = { status: "on-its-way" } as Receipt; // the only property that `toSubmitted` uses

  const values = { first_name: "Ana", utm_source: "LinkedIn", ref: "a b" };
  expect(toSubmitted(finish({ outcome: "applied", receipt }, { values }, true))).toEqual({
    ...{ outcome: "on-its-way", clientUuid: "client", errors: [], bytes: 12 },
    source: [["utm_source", "LinkedIn"]],
  });
});

test("returns the error of each field kind, but no entered values", () => {
  const finished = finish(
    invalid(
      ...["first_name", "last_name", "phone", "cv", "field-mail", "field-web", "field-keep"],
      ...["field-folio", "question-1", "open_question-0", "privacy_policy"],
    ),
    {
      values: { last_name: "x".repeat(500), phone: "12", "question-1": "Quizá" },
      entered: { "field-mail": [" "], "field-web": ["nowhere"] },
      files: { cv: { state: "wrong-type" }, folio: { state: "none" } },
    },
  );
  expect(errors(finished).map((error) => error.join(" "))).toEqual([
    ...["first_name missing", "last_name wrong", "phone wrong", "cv wrong-type", "email missing"],
    ...["url wrong", "consent missing", "file missing", "question wrong", "open_question missing"],
    "privacy_policy missing",
  ]);
  expect(toSubmitted(finished).outcome).toBe("invalid");
  expect(JSON.stringify(toSubmitted(finished))).not.toMatch(/Quizá|nowhere|Secret|xxx/);
});

test("counts the same error in several fields of one kind once", () => {
  const entered = { "field-web": ["nowhere"], "field-other-web": ["nowhere"] };
  expect(errors(finish(invalid("field-web", "field-other-web"), { entered }))).toEqual([
    ["url", "wrong"],
  ]);
});

test("distinguishes fields refused by the platform from a CV that is no longer held", () => {
  const files = { cv: { state: "held", upload: 1, isNamed: true } } as const;
  const refused = finish(invalid("phone", "cv"), { values: { phone: "612345678" }, files }, true);
  expect(toSubmitted(refused).outcome).toBe("refused");
  expect(errors(refused)).toEqual([
    ["phone", "refused"],
    ["cv", "refused"],
  ]);
  const gone = { ...invalid("cv"), isCvGone: true } as ApplyResult;
  expect(errors(finish(gone, { files }, true))).toEqual([["cv", "gone"]]);
});

test.each([
  [400, "broken"],
  [413, "too-large"],
  [422, "refused"],
  [429, "too-often"],
  [503, "unavailable"],
] as const)("maps a form that failed with status %d to %s", (status, outcome) => {
  const result = { outcome: "failed", message: "", status } as const;
  expect(toSubmitted(finish(result)).outcome).toBe(outcome);
});
