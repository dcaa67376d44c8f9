import { beforeEach, describe, expect, test, vi } from "vitest";
import { createForm, stubForms } from "~/tests/support/form-elements";
import { emptyForm, findFileFields, fillForm } from "./draft-fields";
import { readEntered } from "./entered-fields";

beforeEach(() => {
  stubForms();
  return () => vi.unstubAllGlobals();
});

const names = { "question-0": "Can you travel?" };

function recordEvents(target: EventTarget) {
  const events: string[] = [];
  for (const type of ["input", "change"]) target.addEventListener(type, () => events.push(type));
  return events;
}

test("fillForm unchecks the radio buttons of a question without an answer", () => {
  const { form, fields } = createForm();
  fields.yes.checked = true;
  fillForm(form, {}, names);
  for (const { checked } of [fields.none, fields.yes, fields.no]) expect(checked).toBe(false);
});

describe("readEntered", () => {
  test("ignores files and fields without a name", () => {
    const { form, fields } = createForm();
    fields.nameless.value = "set by a company's script";
    fields.cv.files = [new File([], "cv.pdf")];
    expect(readEntered(form, names)).toEqual({});
  });

  test("returns typed, chosen and checked values", () => {
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

describe("fillForm", () => {
  const values = {
    ...{ first_name: "Ana", "open_question-0": "Because", "Can you travel?": "No" },
    ...{ privacy_policy: "true", csrf_token: "old", country: "France" },
  };

  test("restores entered values and changes nothing else", () => {
    const { form, fields } = createForm();
    fillForm(form, values, names);
    const { csrf_token: _, country: __, ...entered } = values;
    expect(readEntered(form, names)).toEqual(entered);
    expect(fields.yes.checked).toBe(false);
    expect([fields.token.value, fields.search.value]).toEqual(["secret", "Spain"]);
  });

  test("empties fields without a value", () => {
    const { form, fields } = createForm();
    fields.firstName.value = "Eva";
    fields.phone.value = "612";
    fields.why.value = "Because";
    fields.yes.checked = true;
    fields.privacy.checked = true;
    fillForm(form, { first_name: "Ana", "Can you travel?": "No" }, names);
    expect(readEntered(form, names)).toEqual({ first_name: "Ana", "Can you travel?": "No" });
  });

  test("fires events only for changed fields", () => {
    const { form, fields } = createForm();
    fields.why.value = "Because";
    const watched = [fields.firstName, fields.phone, fields.why, fields.no, fields.yes];
    const events = watched.map(recordEvents);
    const formEvents = recordEvents(form);
    const filled = { first_name: "Ana", phone: "", "open_question-0": "Because" };
    fillForm(form, { ...filled, "Can you travel?": "No" }, names);
    const both = ["input", "change"];
    expect(events).toEqual([both, [], [], both, []]);
    expect(formEvents).toEqual([...both, ...both]);
    const { form: other } = createForm();
    const otherEvents = recordEvents(other);
    fillForm(other, {}, names);
    expect(otherEvents).toEqual([]);
    fillForm(other, { "question-0": "No" }, names);
    expect(readEntered(other, names)).toEqual({ "Can you travel?": "No" });
  });
});

describe("the position's own fields", () => {
  test("fillForm restores values that readEntered returned, including individual checkboxes of a group", () => {
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
    const { form: other, fields: restored } = createForm();
    fillForm(other, { ...entered, "field-some=A": "" }, names);
    const { list, boxA, boxB } = restored;
    expect([list.value, boxA.checked, boxB.checked]).toEqual(["2", false, true]);
  });

  test("readEntered and fillForm skip voluntary fields, and emptyForm empties them", () => {
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

test("emptyForm removes files and fires events", () => {
  const { form, fields } = createForm();
  fields.firstName.value = "Ana";
  fields.cv.files = [new File([], "cv.pdf")];
  const events = [fields.firstName, fields.cv].map(recordEvents);
  emptyForm(form);
  expect([fields.firstName.value, fields.cv.files]).toEqual(["", []]);
  expect(events).toEqual([
    ["input", "change"],
    ["input", "change"],
  ]);
});

test("all functions accept a missing form", () => {
  expect(readEntered(undefined, names)).toEqual({});
  expect(findFileFields(undefined)).toEqual([]);
  expect(() => fillForm(undefined, { first_name: "Ana" }, names)).not.toThrow();
  expect(() => emptyForm(undefined)).not.toThrow();
});
