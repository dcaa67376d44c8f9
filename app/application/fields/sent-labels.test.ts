import { expect, test } from "vitest";
import type { Field } from "~/app/platform/types";
import { sentLabels } from "./sent-labels";

const field = (given: Partial<Field> & Pick<Field, "id" | "kind">) =>
  ({ label: given.id, isRequired: false, ...given }) as Field; // has all properties that labels need
const position = {
  fields: [
    field({ id: "talent-pool", kind: "consent" }),
    field({ id: "city", kind: "text" }),
    field({ id: "disability", kind: "yes_no", isVoluntary: true }),
    field({ id: "monitoring", kind: "consent", isVoluntary: true }),
  ],
  killerQuestions: [],
  openQuestions: [],
  standard: { phone: "off", cv: "off" },
} as unknown as Parameters<typeof sentLabels>[0];
const labels = (given: Partial<Parameters<typeof sentLabels>[2]>, sections = {}) =>
  sentLabels(
    { ...position, ...sections },
    { phone: "" },
    { answers: [], voluntary: [], ...given },
    [],
  ).slice(2, -1);
const consent = (given: boolean) => ({ id: "talent-pool", value: { given, text: "I agree" } });

test("lists given and refused consents, but no empty fields", () => {
  const listed = [{ name: "field-talent-pool", label: "talent-pool" }];
  expect(labels({ answers: [consent(true)] })).toEqual(listed);
  expect(labels({ answers: [consent(false)] })).toEqual(listed);
});

test("lists all voluntary answers under one label", () => {
  const line = [{ name: "voluntary" }];
  expect(labels({ voluntary: [{ id: "disability", value: "yes" }] })).toEqual(line);
  const refused = { id: "monitoring", value: { given: false, text: "" } };
  expect(labels({ voluntary: [refused] }, { voluntary: { title: "Equality" } })).toEqual([
    { name: "voluntary", label: "Equality" },
  ]);
});
