import { expect, test } from "vitest";
import { retentionCutoff } from "./retention";

const DAY = 24 * 60 * 60 * 1000;
const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10);

test.each([
  // Today, the retention period in months, and the first day whose applications are not deleted.
  ["2026-07-15", 6, "2026-01-15"],
  ["2027-03-01", 6, "2026-09-01"], // six months from 28 to 31 August end on 28 February
  ["2024-03-01", 12, "2023-03-01"],
  ["2024-02-29", 12, "2023-03-01"], // twelve months from 28 February 2023 ended on 28 February 2024
  ["2026-03-31", 1, "2026-03-01"],
  ["2026-11-23", 120, "2016-11-23"],
])(
  "on %s with a retention period of %i months, deletes applications that arrived before %s",
  (today, months, end) => {
    expect(retentionCutoff(day(today), months)).toBe(`${end}T00:00:00.000Z`);
    expect(retentionCutoff(day(today) + DAY - 1, months)).toBe(`${end}T00:00:00.000Z`);
  },
);

/** The last day on which an application is stored, computed directly from the rule. */
function lastDay(arrived: number, months: number) {
  const at = new Date(arrived);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(at.getUTCDate(), last));
}

test("deletes exactly the applications past their retention period, on every day of four years", () => {
  for (const months of [1, 2, 6, 11, 12, 13, 24]) {
    for (let today = day("2026-01-01"); today < day("2030-01-01"); today += DAY) {
      const end = Date.parse(retentionCutoff(today, months));
      const message = `${toDate(today)}, ${String(months)} months, before ${toDate(end)}`;
      expect(lastDay(end - DAY, months) < today, message).toBe(true);
      expect(lastDay(end, months) >= today, message).toBe(true);
    }
  }
});
