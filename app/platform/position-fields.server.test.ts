import { describe, expect, test, vi } from "vitest";
import { json, scriptPlatform } from "~/tests/support/scripted-platform";
import { readPosition } from "./position.server";

const defaults = { isRequired: false, isVoluntary: false };
const options = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

const minimal = { name: "Jefa", client: "c1" };

function parse(settings: object) {
  const { value, dropped } = readPosition({ ...minimal, ...settings }, "p1");
  return { ...value, dropped: dropped.map(({ place }) => place) };
}

const read = (field: unknown, more: object = {}) => parse({ fields: [field], ...more });

describe("readFields", () => {
  test.each<[name: string, given: object, field: object]>([
    ["for an email address", { id: "email", kind: "email" }, { id: "email", kind: "email" }],
    ["for text", { id: "a", kind: "text", label: " A ", max: 80 }, { label: "A", max: 80 }],
    ["for long text", { id: "cover_letter", kind: "long_text", max: 10_000 }, { max: 10_000 }],
    ["for a URL", { id: "website", kind: "url", hint: "Yours" }, { kind: "url", hint: "Yours" }],
    [
      "for a number",
      { id: "a", kind: "number", label: "A", min: 0, max: 1.5 },
      { min: 0, max: 1.5 },
    ],
    ["with options", { id: "a", kind: "one_of", label: "A", options }, { options }],
    ["for a file", { id: "a", kind: "file", label: "A", accept: [".PDF"] }, { accept: ["pdf"] }],
    ["for a note", { id: "a", kind: "note", label: "Read", required: true }, { isRequired: false }],
    ["with a numeric id", { id: 7, kind: "date", label: "A" }, { id: "7" }],
    ["that is required", { id: "email", kind: "email", required: true }, { isRequired: true }],
    [
      "in the voluntary section as not required [10.06]",
      { id: "email", kind: "email", required: true, section: "voluntary" },
      { isVoluntary: true, isRequired: false },
    ],
    [
      "for a file of any type",
      { id: "a", kind: "file", label: "A", accept: [null] },
      { kind: "file" },
    ],
    [
      "with nulls",
      { id: "email", kind: "email", label: null, hint: null, required: null },
      defaults,
    ],
  ])("reads a field %s", (_, given, field) => {
    const { fields, elsewhere, dropped } = read(given);
    expect(fields).toMatchObject([{ ...defaults, ...field }]);
    expect(elsewhere).toBeUndefined();
    expect(dropped).toEqual([]);
  });

  test.each<[name: string, options: unknown[], read: unknown]>([
    ["strings", ["Yes", "No"], ["Yes", "No"]],
    ["numbers", [1, { value: 2 }], ["1", "2"]],
    ["strings with spaces", [" Yes "], [" Yes "]],
    ["repeated values", ["Yes", { value: "Yes", label: "No" }, "No"], ["Yes", "No"]],
    ["malformed values", ["Yes", "", " ", {}, null, { label: "B" }, "No\nno"], ["Yes"]],
  ])("reads the options of a field: %s", (_, given, values) => {
    const { fields } = read({ id: "a", kind: "one_of", label: "A", options: given });
    expect(fields.flatMap((field) => ("options" in field ? field.options : []))).toMatchObject(
      (values as string[]).map((value) => ({ value })),
    );
  });

  test.each<[name: string, given: object, key: string]>([
    ["an unknown section", { id: "email", kind: "email", section: "b" }, "section"],
    ["a hint that is too long", { id: "email", kind: "email", hint: "a".repeat(2001) }, "hint"],
    ["a limit that is not a number", { id: "a", kind: "text", label: "A", max: "many" }, "max"],
    ["a minimum above the maximum", { id: "a", kind: "number", label: "A", min: 2, max: 1 }, "min"],
    [
      "file types that are not a list",
      { id: "a", kind: "file", label: "A", accept: "pdf" },
      "accept",
    ],
  ])("drops %s from a field", (_, given, key) => {
    const { fields, dropped, elsewhere } = read({ ...given, required: true });
    expect(fields).toHaveLength(1);
    expect(fields[0]).not.toHaveProperty(key);
    expect(elsewhere).toBeUndefined();
    expect(dropped[0]).toMatch(`fields.0.${key} (`);
  });

  test("treats a field with an unknown value of `required` as required", () => {
    expect(read({ id: "email", kind: "email", required: "sí" }).fields).toMatchObject([
      { isRequired: true },
    ]);
  });

  test("lowers a field's limit to the site's maximum", () => {
    const field = { id: "cover_letter", kind: "long_text", max: 1_000_000 };
    expect(read(field).fields).toMatchObject([{ max: 20_000 }]);
  });
});

const MANY = Array.from({ length: 301 }, (_, value) => value);
const unsupported: [name: string, given: object][] = [
  ["of an unknown kind", { id: "a", kind: "video", label: "A" }],
  ["of a kind in capitals", { id: "a", kind: "Text", label: "A" }],
  ["with an invalid id", { id: "a b", kind: "text", label: "A" }],
  ["with an id that is too long", { id: "a".repeat(65), kind: "text", label: "A" }],
  ...["first_name", "last_name", "phone", "cv", "privacy_policy", "__proto__"].map(
    (id): [string, object] => [`called ${id}`, { id, kind: "text", label: "A" }],
  ),
  ["with a blank label", { id: "a", kind: "text", label: " " }],
  ["with a label that is too long", { id: "a", kind: "text", label: "a".repeat(2001) }],
  ["for a consent without text", { id: "email", kind: "consent" }],
  ["with an empty list of options", { id: "a", kind: "some_of", label: "A", options: [] }],
  ["with blank options", { id: "a", kind: "one_of", label: "A", options: [""] }],
  ["with too many options", { id: "a", kind: "one_of", label: "A", options: MANY }],
  [
    "for a file with only unknown types",
    { id: "a", kind: "file", label: "A", accept: ["psd", "ai"] },
  ],
];

describe("an unsupported field", () => {
  test.each(unsupported)("leaves out a field %s [10.09]", (_, given) => {
    const { fields, elsewhere, dropped } = read(given);
    expect({ fields, elsewhere }).toEqual({ fields: [], elsewhere: undefined });
    expect(dropped).toHaveLength(1);
  });

  test.each(unsupported)(
    "sends candidates elsewhere for a required field %s [10.09]",
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
    "does not link to %j",
    (apply_url) => {
      expect(read({ id: "a", kind: "video", required: true }, { apply_url }).elsewhere).toEqual({});
    },
  );

  test("leaves out fields beyond the maximum number or size", () => {
    const many = (required: boolean) =>
      parse({
        fields: MANY.slice(0, 101).map((id) => ({ id, kind: "date", label: "A", required })),
      });
    expect(many(false).fields).toHaveLength(100);
    expect(many(false).elsewhere).toBeUndefined();
    expect(many(true).elsewhere).toEqual({});
    const label = "a".repeat(2000);
    const long = MANY.slice(0, 60).map((id) => ({ id, kind: "text", label }));
    expect(parse({ fields: long }).fields.length).toBeLessThan(50);
  });
});

test("keeps the first of two fields with the same id", () => {
  const { fields, elsewhere, dropped } = parse({
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

describe("a position's form settings", () => {
  const HEADING = { title: " T ", note: 5 };
  const defaultForm = parse({});
  test.each<[name: string, given: object, more: object]>([
    ["nulls", { fields: null, sections: null, standard: null, cv_accept: null }, {}],
    [
      "an optional phone [10.11]",
      { standard: { phone: "optional" } },
      { standard: { phone: "optional" } },
    ],
    ["unknown values", { standard: { cv: "maybe", phone: "off" } }, { standard: { phone: "off" } }],
    [
      "file types of the CV",
      { cv_accept: [".PDF", "docx", "pages"] },
      { cvAccept: ["pdf", "docx"] },
    ],
    ["the maximum size of a CV", { cv_max_bytes: 2_000_000 }, { cvMaxBytes: 2_000_000 }],
    ["a heading", { sections: { voluntary: HEADING } }, { voluntary: { title: "T" } }],
    ["an unused apply_url", { apply_url: "https://a.example" }, {}],
    ["fields that are not a list", { fields: { email: {} } }, { elsewhere: {} }],
  ])("handles %s", (_, given, more) => {
    const { dropped: _dropped, ...read } = parse(given);
    const { dropped: _none, ...rest } = defaultForm;
    expect(read).toEqual({ ...rest, ...more });
  });
});

test("logs the paths of dropped fields, but not their contents [10.09]", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const fields = MANY.slice(0, 7).map((id) => ({ id, kind: "video", label: "Secret" }));
  const { platform } = scriptPlatform(
    () => json({ ...minimal, fields }),
    () => json(minimal),
  );
  await platform.position("p1");
  const paths = [0, 1, 2, 3, 4].map((id) => `fields.${id}.kind (${id})`).join(", ");
  expect(warn.mock.calls).toEqual([
    [`Ignored malformed values in a position: ${paths} and 2 more`],
  ]);
  await platform.position("p1");
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
