import { describe, expect, test } from "vitest";
import {
  accepted,
  after,
  already,
  first,
  gone,
  later,
  no,
  SENT_AT,
  unconfirmed,
} from "../../../tests/support/lifecycle-states";
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

describe("what an attempt made of an application", () => {
  test.each([
    ["accepted", accepted, "delivered"],
    ["known already", already, "given-back"],
    ["refused", no, "given-back"],
    ["without an answer", gone, "waiting"],
    ["in doubt", unconfirmed, "unconfirmed"],
  ])("at once: %s", (_, outcome, is) => {
    expect(counted(first(), after(first(), outcome))).toMatchObject({
      subject: "at-once",
      outcome: is,
    });
  });

  test("at once: refused, in the place of one that was refused before", () => {
    const sending = { ...first(), isCorrection: true };
    const next = after(sending, no);
    expect(next.state).toBe("failed");
    expect(counted(sending, next).outcome).toBe("given-back");
  });

  test.each([
    ["accepted", accepted, "delivered"],
    ["refused for the first time", no, "waiting"],
    ["without an answer", gone, "waiting"],
  ])("later: %s", (_, outcome, is) => {
    expect(counted(later(gone), after(later(gone), outcome))).toMatchObject({
      subject: "later",
      outcome: is,
    });
  });

  test("later: refused twice", () => {
    const sending = { ...later(gone), wasRefused: true };
    const point = counted(sending, after(sending, no));
    expect(point).toMatchObject({ subject: "later", outcome: "failed" });
    expect(point.attempt).toBeGreaterThan(1);
  });
});
