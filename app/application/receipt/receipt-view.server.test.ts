import { describe, expect, test } from "vitest";
import { receiptView } from "./receipt-view.server";

const receipt = {
  id: "0".repeat(64),
  status: "delivered" as const,
  sentAt: Date.UTC(2026, 10, 23, 15, 2),
  until: Date.UTC(2027, 1, 21),
  company: { name: "Northside Cycles", code: "northside", uuid: "client" },
  positionTitle: "Mechanic",
  labels: [],
  files: [],
};

test.each([
  ["GB", "23 November 2026", "21 February 2027"],
  ["US", "November 23, 2026", "February 21, 2027"],
  [undefined, "November 23, 2026", "February 21, 2027"],
])("formats English dates for the country %s", (country, sent, until) => {
  const { rows, keep, locale } = receiptView({ ...receipt, country }, "en");
  expect(rows.map(([, text]) => text).join("\n")).toContain(sent);
  expect(keep).toContain(until);
  // Scripts use the locale to format the time in the browser's time zone.
  expect(locale).toBe(country === undefined ? "en" : `en-${country}`);
});

describe("the receipt of an undelivered application", () => {
  test.each([
    [
      "a refusal",
      { canCorrect: true },
      "so they don't have it.",
      { title: "Correct your application" },
    ],
    [
      "a refusal after the contents were deleted",
      { canCorrect: false },
      "Apply again, or contact",
      undefined,
    ],
    [
      "that the job closed meanwhile",
      { canCorrect: false, isClosed: true as const },
      "look at their other jobs",
      undefined,
    ],
    [
      "a lost file",
      { canCorrect: true, damaged: "file" as const },
      "One of your files was damaged",
      { title: "Send the file again" },
    ],
  ])("explains %s", (_, refusal, text, correction) => {
    const view = receiptView({ ...receipt, status: "undelivered", refusal }, "en");
    expect(view.title).toBe("We couldn't deliver your application");
    expect(view.text).toContain(text);
    if (correction) expect(view.correction).toMatchObject(correction);
    else expect(view.correction).toBeUndefined();
  });
});

test("omits the next steps from an unconfirmed receipt", () => {
  const unconfirmed = { ...receipt, status: "unconfirmed" as const };
  expect(receiptView(unconfirmed, "en").next).toBeUndefined();
});
