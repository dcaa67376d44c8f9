import { expect, test } from "vitest";
import { platformThat } from "../../tests/support/platform-that";
import type { ApplyAttempt, ApplyOutcome } from "./apply.server";
import { PlatformError } from "./errors";
import type { HiringPlatform } from "./hiring-platform.server";
import { timedCalls, type PlatformCall } from "./timed-calls.server";

/** What is told of one call of a platform that does this. */
async function told(does: Partial<HiringPlatform>, ask: (platform: HiringPlatform) => unknown) {
  const calls: PlatformCall[] = [];
  const platform = timedCalls(does as HiringPlatform, (call) => calls.push(call)); // it has all that is called
  const answer = await Promise.resolve(ask(platform)).catch((error: unknown) => error);
  return { answer, calls: calls.map(({ tookMs, ...call }) => ({ ...call, isTime: tookMs >= 0 })) };
}

const attempt = { clientRef: "c", positionId: "p" } as ApplyAttempt; // all that is looked at

test("reads are told with what was read, and answer as before", async () => {
  const list = [] as const;
  const { answer, calls } = await told({ positions: async () => list }, (platform) =>
    platform.positions("c"),
  );
  expect(answer).toBe(list);
  expect(calls).toEqual([
    { call: "positions", clientUuid: "c", outcome: "answered", isTime: true },
  ]);
});

test.each([
  ["timeout", undefined],
  ["not-found", 404],
] as const)("a read that ends in %s is told, and throws as before", async (kind, status) => {
  const error = new PlatformError({ kind, message: "", ...(status && { status }) });
  const { answer, calls } = await told({ position: () => Promise.reject(error) }, (platform) =>
    platform.position("p"),
  );
  expect(answer).toBe(error);
  expect(calls).toEqual([
    { call: "position", positionUuid: "p", outcome: kind, status, isTime: true },
  ]);
});

test("what is no id of the platform's is no call", async () => {
  const { answer, calls } = await told(platformThat().platform, (timed) => timed.client("a b"));
  expect(answer).toBeInstanceOf(PlatformError);
  expect(calls).toEqual([]);
});

test.each<[ApplyOutcome, string, number | undefined]>([
  [{ outcome: "accepted" }, "accepted", undefined],
  [{ outcome: "unreachable", status: 502 }, "unreachable", 502],
  [{ outcome: "unreachable" }, "unreachable", undefined],
  [{ outcome: "unreachable", isLate: true }, "timeout", undefined],
])("an application that ends in %j is told as %s", async (outcome, is, status) => {
  const { answer, calls } = await told({ apply: async () => outcome }, (platform) =>
    platform.apply(attempt),
  );
  expect(answer).toBe(outcome);
  const about = { call: "apply", positionUuid: "p", clientUuid: "c", isTime: true };
  expect(calls).toEqual([{ ...about, outcome: is, status }]);
});
