import { beforeEach, describe, expect, test, vi } from "vitest";
import { createForm, stubForms } from "../../../tests/support/form-elements";
import { emptyForm, findFileFields, fillForm } from "./draft-fields";
import { readEntered } from "./entered-fields";

beforeEach(() => {
  stubForms();
  return () => vi.unstubAllGlobals();
});

/** A question is kept under its words: it may stand elsewhere tomorrow. */
const names = { "question-0": "Can you travel?" };

/** Counts what a field tells those that listen to it. */
function heard(field: EventTarget) {
  const told: string[] = [];
  for (const type of ["input", "change"]) field.addEventListener(type, () => told.push(type));
  return told;
}

test("filling a question in that has no answer chooses none, not even the one without words", () => {
  const { form, fields } = createForm();
  fields.yes.checked = true;
  fillForm(form, {}, names);
  for (const { checked } of [fields.none, fields.yes, fields.no]) expect(checked).toBe(false);
});

describe("what was entered", () => {
  test("is nothing in a form as the server drew it: nothing hidden is a candidate's", () => {
    const { form, fields } = createForm();
    fields.nameless.value = "of a company's script";
    fields.cv.files = [new File([], "cv.pdf")];
    expect(readEntered(form, names)).toEqual({});
  });

  test("is what was typed, chosen and checked", () => {
    const { form, fields } = createForm();
    fields.firstName.value = "Ana";
    fields.phone.value = "612";
    fields.why.value = "Because";
    fields.no.checked = true;
    fields.privacy.checked = true;
    expect(readEntered(form, names)).toEqual({
      ...{ first_name: "Ana", phone: "612", "open_question-0": "Because" },
      ...{ "Can you travel?": "No", privacy_policy: "true" },
    });
  });
});

describe("a form that is filled in", () => {
  const values = {
    ...{ first_name: "Ana", "open_question-0": "Because", "Can you travel?": "No" },
    ...{ privacy_policy: "true", csrf_token: "old", country: "France" },
  };

  test("has what was entered before, and nothing else", () => {
    const { form, fields } = createForm();
    fillForm(form, values, names);
    const { csrf_token: _, country: __, ...entered } = values;
    expect(readEntered(form, names)).toEqual(entered);
    expect(fields.yes.checked).toBe(false);
    expect([fields.token.value, fields.search.value]).toEqual(["secret", "Spain"]);
  });

  test("is empty where there is no value", () => {
    const { form, fields } = createForm();
    fields.firstName.value = "Eva";
    fields.phone.value = "612";
    fields.why.value = "Because";
    fields.yes.checked = true;
    fields.privacy.checked = true;
    fillForm(form, { first_name: "Ana", "Can you travel?": "No" }, names);
    expect(readEntered(form, names)).toEqual({ first_name: "Ana", "Can you travel?": "No" });
  });

  test("tells of what has changed, as if it were typed, and of nothing else", () => {
    const { form, fields } = createForm();
    fields.why.value = "Because";
    const listened = [fields.firstName, fields.phone, fields.why, fields.no, fields.yes];
    const told = listened.map(heard);
    const whole = heard(form);
    const filled = { first_name: "Ana", phone: "", "open_question-0": "Because" };
    fillForm(form, { ...filled, "Can you travel?": "No" }, names);
    const both = ["input", "change"];
    expect(told).toEqual([both, [], [], both, []]);
    expect(whole).toEqual([...both, ...both]);
    const { form: other } = createForm();
    const untold = heard(other);
    fillForm(other, {}, names);
    expect(untold).toEqual([]);
    fillForm(other, { "question-0": "No" }, names);
    expect(readEntered(other, names)).toEqual({ "Can you travel?": "No" });
  });
});

describe("the position's own fields", () => {
  test("are kept, each box by itself, and come back", () => {
    const { form, fields } = createForm();
    fields.email.value = "ana@example.com";
    fields.day.value = "2027-04-03";
    fields.list.value = "2";
    fields.boxA.checked = true;
    fields.boxB.checked = true;
    const entered = readEntered(form, names);
    expect(entered).toEqual({
      ...{ "field-email": "ana@example.com", "field-day": "2027-04-03", "field-list": "2" },
      ...{ "field-some=A": "A", "field-some=B": "B" },
    });
    const { form: other, fields: theirs } = createForm();
    fillForm(other, { ...entered, "field-some=A": "" }, names);
    const { list, boxA, boxB } = theirs;
    expect([list.value, boxA.checked, boxB.checked]).toEqual(["2", false, true]);
  });

  test("that are voluntary are not stored, and stay until all is emptied", () => {
    const { form, fields } = createForm();
    fields.secret.value = "my health";
    fields.secretBox.checked = true;
    expect(readEntered(form, names)).toEqual({});
    for (const values of [{ first_name: "Ana", "field-secret": "another's" }, {}]) {
      fillForm(form, values, names);
      expect([fields.secret.value, fields.secretBox.checked]).toEqual(["my health", true]);
    }
    emptyForm(form);
    expect([fields.secret.value, fields.secretBox.checked]).toEqual(["", false]);
  });
});

test("a form that is emptied has no file any more, and its fields are told", () => {
  const { form, fields } = createForm();
  fields.firstName.value = "Ana";
  fields.cv.files = [new File([], "cv.pdf")];
  const told = [fields.firstName, fields.cv].map(heard);
  emptyForm(form);
  expect([fields.firstName.value, fields.cv.files]).toEqual(["", []]);
  expect(told).toEqual([
    ["input", "change"],
    ["input", "change"],
  ]);
});

test("a form that is not shown has nothing, and takes nothing", () => {
  expect(readEntered(undefined, names)).toEqual({});
  expect(findFileFields(undefined)).toEqual([]);
  expect(() => fillForm(undefined, { first_name: "Ana" }, names)).not.toThrow();
  expect(() => emptyForm(undefined)).not.toThrow();
});
