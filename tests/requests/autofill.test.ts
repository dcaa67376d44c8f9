import { expect, test } from "vitest";
import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { positionWithFields } from "../support/fields";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

/** The attributes for on-screen keyboards and autofill. */
const HINTS = ["type", "autocomplete", "inputmode", "enterkeyhint", "autocapitalize", "spellcheck"];

const NAME = { type: "text", enterkeyhint: "next", autocapitalize: "words", spellcheck: "false" };
const CODE = { enterkeyhint: "next", autocapitalize: "none", spellcheck: "false" };

test("text fields have the expected attributes for keyboards and autofill", async () => {
  const { fields, sections } = positionWithFields();
  const more = [
    { id: "website", kind: "url" },
    { id: "location", kind: "text" },
  ];
  platform.position(fakePositions.plain, { fields: [...fields, ...more], sections });
  const html = await (await fetch(site.url + positionPath("plain"))).text();
  const controls = [...html.matchAll(/<(?:input|textarea)( [^>]*)>/g)].map(([, attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value]) => [
        name.toLowerCase(),
        value,
      ]),
    ),
  );
  const textFields = controls.filter(
    ({ type = "" }) => !/^(hidden|checkbox|radio|file|search)$/.test(type),
  );
  const hints = textFields.map((control) => [
    control.name,
    Object.fromEntries(Object.entries(control).filter(([name]) => HINTS.includes(name))),
  ]);
  expect(Object.fromEntries(hints)).toEqual({
    subject: { autocomplete: "off" },
    first_name: { ...NAME, autocomplete: "given-name" },
    last_name: { ...NAME, autocomplete: "family-name" },
    phone: { type: "tel", autocomplete: "tel", enterkeyhint: "next" },
    "field-email": { ...CODE, type: "text", autocomplete: "email", inputmode: "email" },
    "field-linkedin": { ...CODE, type: "text", autocomplete: "url", inputmode: "url" },
    "field-website": { ...CODE, type: "text", autocomplete: "url", inputmode: "url" },
    "field-location": { type: "text", autocomplete: "address-level2", enterkeyhint: "next" },
    "field-start": { type: "date" },
    "field-pay": { ...CODE, type: "text", inputmode: "decimal" },
    "field-cover_letter": {},
    "field-story": { type: "text", autocomplete: "off", enterkeyhint: "next" },
  });
});
