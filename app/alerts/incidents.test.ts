import { expect, test } from "vitest";
import type { Incident } from "~/contract/incidents";
import { describeIncident, markTold, NO_ALERTS, settleIncidents } from "./incidents";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2027, 0, 1);

const lost = (count = 1): Incident => ({ kind: "lost", subject: "", count });
const channel = (subject: string): Incident => ({ kind: "channel", subject, count: 1 });

/** Runs the cron every five minutes. Returns the minutes at which the operator was told, with the kinds. */
function run(minutes: number, find: (minute: number) => Incident[], isUp = (_: number) => true) {
  let state = NO_ALERTS;
  const told: string[] = [];
  for (let minute = 0; minute <= minutes; minute += 5) {
    const now = START + minute * MINUTE;
    const { next, due } = settleIncidents(state, find(minute), now);
    state = next;
    if (due.length === 0 || !isUp(minute)) continue;
    told.push(`${minute}: ${due.map(({ kind, subject }) => kind + subject).join()}`);
    state = markTold(state, due, now);
  }
  return told;
}

test("tells of an incident once, and again daily", () => {
  expect(run(2 * 24 * 60, () => [lost()])).toEqual(["0: lost", "1440: lost", "2880: lost"]);
});

test("tells of an incident that ended and came back", () => {
  expect(run(60, (minute) => (minute === 30 ? [] : [lost()]))).toEqual(["0: lost", "35: lost"]);
});

test("tells of each subject by itself", () => {
  expect(run(30, (minute) => [channel("a"), ...(minute > 10 ? [channel("b")] : [])])).toEqual([
    "0: channela",
    "15: channelb",
  ]);
});

test("tells again after a message that failed", () => {
  expect(
    run(
      30,
      () => [lost()],
      (minute) => minute >= 10,
    ),
  ).toEqual(["10: lost"]);
});

test("keeps an incident whose source does not answer", () => {
  const told = markTold(settleIncidents(NO_ALERTS, [lost()], START).next, [lost()], START);
  const silent = settleIncidents(told, [], START + MINUTE, () => true);
  expect(silent.due).toEqual([]);
  expect(settleIncidents(silent.next, [lost(2)], START + 2 * MINUTE).due).toEqual([]);
});

test("tells again if the clock was set back", () => {
  const told = markTold(settleIncidents(NO_ALERTS, [lost()], START).next, [lost()], START);
  expect(settleIncidents(told, [lost()], START - DAY).due).toHaveLength(1);
});

test("says what to do", () => {
  expect(describeIncident(lost(3))).toBe(
    "3 lost: the storage is empty. What to do: Incident 7 in docs/operations.md.",
  );
});
