import { beforeEach, describe, expect, test, vi } from "vitest";
import { createForm, stubForms } from "../../../tests/support/form-elements";
import { enteredIn, fileFieldOf, fillIn, makeLike, takeFileOut } from "./draft-fields";

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

describe("what was entered", () => {
  test("is nothing in a form as the server drew it: nothing hidden is a candidate's", () => {
    const { form, fields } = createForm();
    fields.nameless.value = "of a company's script";
    fields.cv.files = [new File([], "cv.pdf")];
    expect(enteredIn(form, names)).toEqual({});
  });

  test("is what was typed, chosen and checked", () => {
    const { form, fields } = createForm();
    fields.firstName.value = "Ana";
    fields.phone.value = "612";
    fields.why.value = "Because";
    fields.no.checked = true;
    fields.privacy.checked = true;
    expect(enteredIn(form, names)).toEqual({
      first_name: "Ana",
      phone: "612",
      "open_question-0": "Because",
      "Can you travel?": "No",
      privacy_policy: "true",
    });
  });
});

describe("a form that is filled in", () => {
  const values = {
    first_name: "Ana",
    "open_question-0": "Because",
    "Can you travel?": "No",
    privacy_policy: "true",
    csrf_token: "old",
    country: "France",
  };

  test("has what was entered before, and nothing else", () => {
    const { form, fields } = createForm();
    fillIn(form, values, names);
    const { csrf_token: _, country: __, ...entered } = values;
    expect(enteredIn(form, names)).toEqual(entered);
    expect(fields.yes.checked).toBe(false);
    expect([fields.token.value, fields.search.value]).toEqual(["secret", "Spain"]);
  });

  test("keeps what was entered since", () => {
    const { form, fields } = createForm();
    fields.firstName.value = "Eva";
    fields.yes.checked = true;
    fillIn(form, values, names);
    expect(enteredIn(form, names)).toMatchObject({
      first_name: "Eva",
      "Can you travel?": "Yes",
      privacy_policy: "true",
    });
    expect(fields.no.checked).toBe(false);
  });

  test("tells of what has changed, as if it were typed, and of nothing else", () => {
    const { form, fields } = createForm();
    const [name, phone, no, yes] = [fields.firstName, fields.phone, fields.no, fields.yes].map(
      heard,
    );
    const whole = heard(form);
    fillIn(form, { first_name: "Ana", phone: "", "Can you travel?": "No" }, names);
    expect([name, phone, no, yes]).toEqual([["input", "change"], [], ["input", "change"], []]);
    expect(whole).toEqual(["input", "change", "input", "change"]);
  });
});

test("a form that is made like another one has what that has, and is empty where that is", () => {
  const { form, fields } = createForm();
  fields.firstName.value = "Eva";
  fields.phone.value = "612";
  fields.why.value = "Because";
  fields.yes.checked = true;
  fields.privacy.checked = true;
  const told = heard(fields.why);
  makeLike(
    form,
    { first_name: "Ana", "open_question-0": "Because", "Can you travel?": "No" },
    names,
  );
  expect(enteredIn(form, names)).toEqual({
    first_name: "Ana",
    "open_question-0": "Because",
    "Can you travel?": "No",
  });
  expect(fields.yes.checked).toBe(false);
  expect(told).toEqual([]);
});

test("a form that is empty already is not told that it was emptied", () => {
  const { form } = createForm();
  const told = heard(form);
  makeLike(form, {}, names);
  expect(told).toEqual([]);
});

describe("a file that was chosen", () => {
  test("is taken out of its field, and the form is told", () => {
    const { form, fields } = createForm();
    fields.cv.files = [new File([], "cv.pdf")];
    const told = heard(fields.cv);
    takeFileOut(form);
    expect([fields.cv.files, told]).toEqual([[], ["input", "change"]]);
  });

  test("is not missed where there is none, or no field for it", () => {
    const { form, fields } = createForm();
    const told = heard(fields.cv);
    takeFileOut(form);
    expect(told).toEqual([]);
    const without = { querySelector: () => null } as unknown as HTMLFormElement;
    expect(fileFieldOf(without)).toBeNull();
    expect(() => takeFileOut(without)).not.toThrow();
  });
});
