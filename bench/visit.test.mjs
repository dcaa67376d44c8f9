import { describe, expect, test } from "vitest";
import { figures } from "./visit.mjs";
import { CV } from "./visitors.mjs";

const HTML = "<p>¿Sí?</p><form><input></form><footer></footer>";
/** Bytes of the HTML up to the form's end. */
const FORM_BYTES = Buffer.byteLength("<p>¿Sí?</p><form><input>");

/** A visit that began at 1000. @param {Partial<import("./phone.mjs").Seen>} [seen] */
const seenWith = (seen) => ({
  begun: 1000,
  paints: [1700],
  html: [{ at: 1600, bytes: Infinity }],
  largest: 1900,
  awake: 0,
  receipt: 0,
  blocked: 0,
  shifts: [],
  requests: [],
  faults: [],
  ...seen,
});

const request = (/** @type {Partial<import("./phone.mjs").Request>} */ some) => ({
  type: "Script",
  asked: 1000,
  down: 100,
  up: 10,
  ...some,
});

test("times count from the first request; what never was is 0", () => {
  const { paint, largest, awake, sent } = figures(seenWith({}), HTML, {});
  expect({ paint, largest, awake, sent }).toEqual({ paint: 700, largest: 900, awake: 0, sent: 0 });
});

test.each([
  { when: "its end has come", html: [{ at: 1800, bytes: FORM_BYTES }], usable: 800 },
  { when: "it can be seen", html: [{ at: 1500, bytes: FORM_BYTES }], usable: 700 },
  {
    when: "the last byte of it has come",
    html: [
      { at: 1750, bytes: FORM_BYTES - 1 },
      { at: 1950, bytes: Infinity },
    ],
    usable: 950,
  },
])("a form can be used when $when", ({ html, usable }) => {
  expect(figures(seenWith({ html }), HTML, {}).usable).toBe(usable);
});

test("a page without a form has none to use", () => {
  expect(figures(seenWith({}), "<p></p>", {}).usable).toBe(0);
});

describe("an application is sent", () => {
  test("when the receipt is in the page", () => {
    const seen = seenWith({ receipt: 6000, paints: [1700] });
    expect(figures(seen, HTML, { submitted: 5000 }).sent).toBe(1000);
  });

  test("without scripts, when the page with the receipt is visible", () => {
    const seen = seenWith({ paints: [1700, 7000] });
    expect(figures(seen, HTML, { submitted: 5000 }).sent).toBe(2000);
  });

  test("and what is asked for, or shifts, later does not count", () => {
    const seen = seenWith({
      receipt: 6000,
      requests: [request({ asked: 5500, down: 1 }), request({ asked: 6500, down: 2 })],
      shifts: [
        { at: 4000, value: 0.1 },
        { at: 5900, value: 1 },
      ],
    });
    const { down, shift } = figures(seen, HTML, { submitted: 5000 });
    expect(down(["Script"])).toEqual({ requests: 1, bytes: 1 });
    expect(shift).toBe(0.1);
  });

  test("with a CV whose own bytes are not counted", () => {
    const requests = [request({ asked: 5500, up: CV.buffer.length + 700 })];
    const seen = seenWith({ receipt: 6000, requests });
    expect(figures(seen, HTML, { submitted: 5000 }).up).toBe(700);
  });
});

test("what was asked for before the first touch is early, however late it came", () => {
  const requests = [
    request({ asked: 1200 }),
    request({ asked: 1300, type: "Image", down: 7 }),
    request({ asked: 2100 }),
  ];
  const { down } = figures(seenWith({ requests }), HTML, { touched: 2000 });
  expect(down(["Script"])).toEqual({ requests: 2, bytes: 200 });
  expect(down(["Script"], true)).toEqual({ requests: 1, bytes: 100 });
  expect(down(["Script", "Image"], true)).toEqual({ requests: 2, bytes: 107 });
});
