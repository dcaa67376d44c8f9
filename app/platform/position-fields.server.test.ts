import { describe, expect, test, vi } from "vitest";
import { json, scriptPlatform } from "../../tests/support/scripted-platform";
import { readPosition, toPosition } from "./position.server";

const asked = { isRequired: false, isVoluntary: false };
const options = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

const least = { name: "Jefa", client: "c1" };

/** What is read of a position that says this of its form. */
function asks(given: object) {
  const { value, dropped } = readPosition({ ...least, ...given }, "p1");
  return { ...toPosition(value), dropped: dropped.map(({ place }) => place) };
}

/** What is read of one field. */
const read = (field: unknown, more: object = {}) => asks({ fields: [field], ...more });

describe("a field of a position is read", () => {
  test.each<[what: string, given: object, field: object]>([
    ["an e-mail", { id: "email", kind: "email" }, { id: "email", kind: "email" }],
    ["a text", { id: "a", kind: "text", label: " A ", max: 80 }, { label: "A", max: 80 }],
    ["a long text", { id: "cover_letter", kind: "long_text", max: 10_000 }, { max: 10_000 }],
    ["an address", { id: "website", kind: "url", hint: "Yours" }, { kind: "url", hint: "Yours" }],
    ["a number", { id: "a", kind: "number", label: "A", min: 0, max: 1.5 }, { min: 0, max: 1.5 }],
    ["one of some", { id: "a", kind: "one_of", label: "A", options }, { options }],
    ["a file", { id: "a", kind: "file", label: "A", accept: [".PDF"] }, { accept: ["pdf"] }],
    ["a note", { id: "a", kind: "note", label: "Read", required: true }, { isRequired: false }],
    ["an id that is a number", { id: 7, kind: "date", label: "A" }, { id: "7" }],
    ["one that is required", { id: "email", kind: "email", required: true }, { isRequired: true }],
    [
      "one that is voluntary, and so never required [10.06]",
      { id: "email", kind: "email", required: true, section: "voluntary" },
      { isVoluntary: true, isRequired: false },
    ],
    ["a file of any type", { id: "a", kind: "file", label: "A", accept: [null] }, { kind: "file" }],
    ["nulls", { id: "email", kind: "email", label: null, hint: null, required: null }, asked],
  ])("%s", (_, given, field) => {
    const { fields, elsewhere, dropped } = read(given);
    expect(fields).toMatchObject([{ ...asked, ...field }]);
    expect(elsewhere).toBeUndefined();
    expect(dropped).toEqual([]);
  });

  test.each<[what: string, options: unknown[], read: unknown]>([
    ["texts alone", ["Yes", "No"], ["Yes", "No"]],
    ["numbers", [1, { value: 2 }], ["1", "2"]],
    ["words with spaces around them, which go back as they came", [" Yes "], [" Yes "]],
    ["what is there twice", ["Yes", { value: "Yes", label: "No" }, "No"], ["Yes", "No"]],
    ["what is no option", ["Yes", "", " ", {}, null, { label: "B" }, "No\nno"], ["Yes"]],
  ])("with options that are %s", (_, given, values) => {
    const { fields } = read({ id: "a", kind: "one_of", label: "A", options: given });
    expect(fields.flatMap((field) => ("options" in field ? field.options : []))).toMatchObject(
      (values as string[]).map((value) => ({ value })),
    );
  });

  test.each<[what: string, given: object, gone: string]>([
    ["an unknown section", { id: "email", kind: "email", section: "b" }, "section"],
    ["a hint without an end", { id: "email", kind: "email", hint: "a".repeat(2001) }, "hint"],
    ["a limit in words", { id: "a", kind: "text", label: "A", max: "many" }, "max"],
    ["impossible bounds", { id: "a", kind: "number", label: "A", min: 2, max: 1 }, "min"],
    ["endings in one text", { id: "a", kind: "file", label: "A", accept: "pdf" }, "accept"],
  ])("without %s", (_, given, gone) => {
    const { fields, dropped, elsewhere } = read({ ...given, required: true });
    expect(fields).toHaveLength(1);
    expect(fields[0]).not.toHaveProperty(gone);
    expect(elsewhere).toBeUndefined();
    expect(dropped[0]).toMatch(`fields.0.${gone} (`);
  });

  test("with a `required` in words that we do not know as required", () => {
    expect(read({ id: "email", kind: "email", required: "sí" }).fields).toMatchObject([
      { isRequired: true },
    ]);
  });

  test("with no answer longer than our own limit", () => {
    const field = { id: "cover_letter", kind: "long_text", max: 1_000_000 };
    expect(read(field).fields).toMatchObject([{ max: 20_000 }]);
  });
});

const MANY = Array.from({ length: 301 }, (_, value) => value);
const unreadable: [what: string, given: object][] = [
  ["of an unknown kind", { id: "a", kind: "video", label: "A" }],
  ["of a kind in capitals", { id: "a", kind: "Text", label: "A" }],
  ["with an id that is no id", { id: "a b", kind: "text", label: "A" }],
  ["with an id that is too long", { id: "a".repeat(65), kind: "text", label: "A" }],
  ...["first_name", "last_name", "phone", "cv", "privacy_policy", "__proto__"].map(
    (id): [string, object] => [`called ${id}`, { id, kind: "text", label: "A" }],
  ),
  ["with a blank label", { id: "a", kind: "text", label: " " }],
  ["with a label without an end", { id: "a", kind: "text", label: "a".repeat(2001) }],
  ["that agrees to nothing", { id: "email", kind: "consent" }],
  ["with an empty list of options", { id: "a", kind: "some_of", label: "A", options: [] }],
  ["with blank options", { id: "a", kind: "one_of", label: "A", options: [""] }],
  ["with too many options", { id: "a", kind: "one_of", label: "A", options: MANY }],
  ["for a file of no known type", { id: "a", kind: "file", label: "A", accept: ["psd", "ai"] }],
];

describe("a field that cannot be asked,", () => {
  test.each(unreadable)("%s, is left out [10.09]", (_, given) => {
    const { fields, elsewhere, dropped } = read(given);
    expect({ fields, elsewhere }).toEqual({ fields: [], elsewhere: undefined });
    expect(dropped).toHaveLength(1);
  });

  test.each(unreadable)(
    "%s, and required has the candidate apply elsewhere [10.09]",
    (_, given) => {
      const required = { ...given, required: true };
      expect(read(required, { apply_url: "https://a.example/jobs/1" })).toMatchObject({
        fields: [],
        elsewhere: { href: "https://a.example/jobs/1" },
      });
      expect(read(required).elsewhere).toEqual({});
      expect(read({ ...required, section: "voluntary" }).elsewhere).toBeUndefined();
    },
  );

  test.each(["javascript:alert(1)", "/jobs/1", "//a.example", "a.example", "", 5, {}])(
    "has nobody follow %j",
    (apply_url) => {
      expect(read({ id: "a", kind: "video", required: true }, { apply_url }).elsewhere).toEqual({});
    },
  );

  test("does not make a page without an end", () => {
    const many = (required: boolean) =>
      asks({
        fields: MANY.slice(0, 101).map((id) => ({ id, kind: "date", label: "A", required })),
      });
    expect(many(false).fields).toHaveLength(100);
    expect(many(false).elsewhere).toBeUndefined();
    expect(many(true).elsewhere).toEqual({});
    const label = "a".repeat(2000);
    const long = MANY.slice(0, 60).map((id) => ({ id, kind: "text", label }));
    expect(asks({ fields: long }).fields.length).toBeLessThan(50);
  });
});

test("a field that is there twice is asked once, as it was first", () => {
  const { fields, elsewhere, dropped } = asks({
    fields: [
      { id: "a", kind: "text", label: "A" },
      { id: "a", kind: "date", label: "B", required: true },
      { id: "A", kind: "text", label: "C" },
    ],
  });
  expect(fields.map(({ id, label }) => [id, label])).toEqual([
    ["a", "A"],
    ["A", "C"],
  ]);
  expect(elsewhere).toBeUndefined();
  expect(dropped).toEqual(["fields.1 (a)"]);
});

describe("what a position says of its form besides:", () => {
  const HEADING = { title: " T ", note: 5 };
  const nothing = asks({});
  test.each<[what: string, given: object, more: object]>([
    ["nulls", { fields: null, sections: null, standard: null, cv_accept: null }, {}],
    [
      "an optional phone [10.11]",
      { standard: { phone: "optional" } },
      { standard: { phone: "optional" } },
    ],
    ["unknown words", { standard: { cv: "maybe", phone: "off" } }, { standard: { phone: "off" } }],
    ["types of CV", { cv_accept: [".PDF", "docx", "pages"] }, { cvAccept: ["pdf", "docx"] }],
    ["the size of a CV", { cv_max_bytes: 2_000_000 }, { cvMaxBytes: 2_000_000 }],
    ["a heading", { sections: { voluntary: HEADING } }, { voluntary: { title: "T" } }],
    ["an address to apply at, which is not needed", { apply_url: "https://a.example" }, {}],
    ["fields that are no list", { fields: { email: {} } }, { elsewhere: {} }],
  ])("%s", (_, given, more) => {
    const { dropped: _dropped, ...read } = asks(given);
    const { dropped: _none, ...rest } = nothing;
    expect(read).toEqual({ ...rest, ...more });
  });
});

test("the log says what is left out, and nothing of what it says [10.09]", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const fields = MANY.slice(0, 7).map((id) => ({ id, kind: "video", label: "Secret" }));
  const { platform } = scriptPlatform(
    () => json({ ...least, fields }),
    () => json(least),
  );
  await platform.position("p1");
  const said = [0, 1, 2, 3, 4].map((id) => `fields.${id}.kind (${id})`).join(", ");
  expect(warn.mock.calls).toEqual([[`A position: left out ${said} and 2 more`]]);
  await platform.position("p1");
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
