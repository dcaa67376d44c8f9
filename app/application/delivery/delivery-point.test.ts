import { expect, test } from "vitest";
import { accepted, after, first, gone } from "../../../tests/support/lifecycle-states";
import { later, no, SENT_AT, unconfirmed } from "../../../tests/support/lifecycle-states";
import { deliveryPoint } from "./delivery-point";

const counted = (sending: ReturnType<typeof first>, next: ReturnType<typeof after>) =>
  deliveryPoint(sending, next, SENT_AT + 1234);

test("an attempt is counted with whose it is, where it came from and how long after it was sent", () => {
  const sending = first();
  const contents = { ...sending.contents, source: '{"utm_source":"LinkedIn"}' };
  expect(counted({ ...sending, contents }, after(sending, accepted))).toEqual({
    event: "delivery",
    subject: "at-once",
    outcome: "delivered",
    position: "position",
    client: "client",
    source: "linkedin",
    ms: 1234,
    attempt: 1,
  });
});

const corrected = () => ({ ...first(), isCorrection: true });
const refusedBefore = () => ({ ...later(gone), wasRefused: true });

test.each([
  ["accepted", first, accepted, "at-once", "delivered"],
  ["refused", first, no, "at-once", "given-back"],
  ["without an answer", first, gone, "at-once", "waiting"],
  ["in doubt", first, unconfirmed, "at-once", "unconfirmed"],
  ["refused again, as a correction", corrected, no, "at-once", "given-back"],
  ["refused for the first time", () => later(gone), no, "later", "waiting"],
  ["without an answer", () => later(gone), gone, "later", "waiting"],
  ["refused twice", refusedBefore, no, "later", "failed"],
])("an attempt that is %s is counted", (_, sending, answer, subject, outcome) => {
  const point = counted(sending(), after(sending(), answer));
  expect(point).toMatchObject({ subject, outcome, attempt: subject === "later" ? 2 : 1 });
});
