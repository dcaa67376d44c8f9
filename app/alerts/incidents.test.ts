import { expect, test } from "vitest";
import type { Incident } from "~/contract/incidents";
import {
  describeIncident,
  markNotified,
  NO_ALERTS,
  settleIncidents,
  type Found,
} from "./incidents";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2027, 0, 1);

const lost = (count = 1): Incident => ({ kind: "lost", subject: "", count });
const channel = (subject: string): Incident => ({ kind: "channel", subject, count: 1 });

const found = (own: Incident[], changes: Partial<Found> = {}): Found => ({
  ...{ own, isPartial: false, bound: [] },
  ...changes,
});

/** Runs the cron every five minutes. Returns the minutes at which the operator was notified, with the kinds. */
function run(minutes: number, find: (minute: number) => Incident[], isUp = (_: number) => true) {
  let state = NO_ALERTS;
  const notified: string[] = [];
  for (let minute = 0; minute <= minutes; minute += 5) {
    const now = START + minute * MINUTE;
    const { next, due } = settleIncidents(state, found(find(minute)), now);
    state = next;
    if (due.length === 0 || !isUp(minute)) continue;
    notified.push(`${minute}: ${due.map(({ kind, subject }) => kind + subject).join()}`);
    state = markNotified(state, due, now);
  }
  return notified;
}

test("notifies of an incident once, and again daily", () => {
  expect(run(2 * 24 * 60, () => [lost()])).toEqual(["0: lost", "1440: lost", "2880: lost"]);
});

test("notifies of an incident that ended and recurred", () => {
  expect(run(60, (minute) => (minute === 30 ? [] : [lost()]))).toEqual(["0: lost", "35: lost"]);
});

test("notifies of each subject separately", () => {
  expect(run(30, (minute) => [channel("a"), ...(minute > 10 ? [channel("b")] : [])])).toEqual([
    "0: channela",
    "15: channelb",
  ]);
});

test("notifies again after a failed message", () => {
  expect(
    run(
      30,
      () => [lost()],
      (minute) => minute >= 10,
    ),
  ).toEqual(["10: lost"]);
});

test.each([
  ["keeps an incident open while the index is silent", lost(), { isPartial: true }, true],
  ["keeps an incident open while the platform is silent", channel("a"), { bound: undefined }, true],
  ["ends an incident while only the index is silent", channel("a"), { isPartial: true }, false],
  ["ends an incident while only the platform is silent", lost(), { bound: undefined }, false],
])("%s", (_, incident, silent, staysOpen) => {
  const open = settleIncidents(NO_ALERTS, found([incident]), START).next;
  const notified = markNotified(open, [incident], START);
  const { next, due } = settleIncidents(notified, found([], silent), START + MINUTE);
  expect(due).toEqual([]);
  expect(next.open).toHaveLength(staysOpen ? 1 : 0);
  expect(settleIncidents(next, found([incident]), START + 2 * MINUTE).due).toHaveLength(
    staysOpen ? 0 : 1,
  );
});

test("notifies again if the clock was set back", () => {
  const notified = markNotified(
    settleIncidents(NO_ALERTS, found([lost()]), START).next,
    [lost()],
    START,
  );
  expect(settleIncidents(notified, found([lost()]), START - DAY).due).toHaveLength(1);
});

test("explains what to do", () => {
  expect(describeIncident(lost(3))).toBe(
    "3 lost: the storage is empty. What to do: Incident 7 in docs/operations.md.",
  );
});
