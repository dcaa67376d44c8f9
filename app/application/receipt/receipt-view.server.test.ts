import { expect, test } from "vitest";
import { receiptView } from "./receipt-view.server";

const receipt = {
  id: "0".repeat(64),
  standing: "delivered" as const,
  sentAt: Date.UTC(2026, 10, 23, 15, 2),
  until: Date.UTC(2027, 1, 21),
  company: { name: "Northside Cycles", code: "northside", uuid: "client" },
  positionTitle: "Mechanic",
  labels: [],
};

test.each([
  ["GB", "23 November 2026", "21 February 2027"],
  ["US", "November 23, 2026", "February 21, 2027"],
  [undefined, "November 23, 2026", "February 21, 2027"],
])("English dates are in the order of the position's country: %s", (country, sent, until) => {
  const { rows, keep, locale } = receiptView({ ...receipt, country }, "en");
  expect(rows.map(([, text]) => text).join("\n")).toContain(sent);
  expect(keep).toContain(until);
  // Scripts write the time anew, in the visitor's zone.
  expect(locale).toBe(country === undefined ? "en" : `en-${country}`);
});

test("a receipt of an application whose file was lost asks for the file, and not for a correction", () => {
  const refusal = { triesLeft: 5, isFileLost: true };
  const { title, text, mend } = receiptView({ ...receipt, standing: "undelivered", refusal }, "en");
  expect(title).toBe("We couldn't deliver your application");
  expect(text).toContain("Choose the file again");
  expect(mend?.words).toMatchObject({ title: "Send the file again" });
  expect(JSON.stringify(mend)).not.toMatch(/accept/);
});

test("what comes next is not promised where the platform did not confirm it", () => {
  const unconfirmed = { ...receipt, standing: "unconfirmed" as const };
  expect(receiptView(unconfirmed, "en").next).toBeUndefined();
});
