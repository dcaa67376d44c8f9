import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { createBotCheck as create } from "./bot-check";

/*
 * The module keeps the timers that it finds when it is loaded, so it is loaded once the clock is fake.
 *
 * Source: specification, sections 4 and 9.
 */

const page = globalThis as { grecaptcha?: unknown };
const SETTINGS = { siteKey: "key", scriptUrl: "https://check.example/x.js" };
const loads = () => Promise.resolve();
const failure = () => Promise.reject(new Error("Not today"));
const never = () => new Promise<never>(() => undefined);
const gives = (token: unknown) => () => Promise.resolve(token);
const later = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

let createBotCheck: typeof create;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ createBotCheck } = await import("./bot-check"));
});
afterEach(() => {
  delete page.grecaptcha;
  vi.useRealTimers();
});
afterAll(() => vi.resetModules());

type Run = () => Promise<unknown>;

/** A provider whose runs behave so, one after the other, and what it was asked. */
function provider(runs: Run[], ready: (then: () => void) => void = (then) => then()) {
  const asked: unknown[] = [];
  const execute = (...question: unknown[]) => {
    asked.push(question);
    return runs[asked.length - 1]?.() ?? never();
  };
  const reset = vi.fn();
  page.grecaptcha = { enterprise: { ready, execute, reset } };
  return { asked, reset };
}

const NEVER_READY = () => undefined;

/** How long a check takes, in ms, and its token. */
async function timed(fetchScript: () => Promise<void> = loads) {
  const begun = Date.now();
  const token = createBotCheck(SETTINGS, fetchScript)
    .token()
    .then((text) => [text, Date.now() - begun]);
  await vi.advanceTimersByTimeAsync(20_000);
  return Promise.race([token, Promise.resolve("no answer")]);
}

describe("the token", () => {
  const second = () => later(1000, "two");
  test.each<
    [what: string, Run[], typeof NEVER_READY | undefined, string, ms: number, runs: number]
  >([
    ["is the first run's", [gives("one")], undefined, "one", 0, 1],
    [
      "is the first run's up to 3,000 ms [7.11, 9.06, 9.07]",
      [() => later(2999, "one")],
      undefined,
      "one",
      2999,
      1,
    ],
    [
      "is that of a run by hand [4.07, 7.11, 9.06]",
      [never, gives("two")],
      undefined,
      "two",
      3000,
      2,
    ],
    ["is a late one", [() => later(3500, "one"), never], undefined, "one", 3500, 2],
    ["is that of a run by hand if never ready [4.07]", [gives("one")], NEVER_READY, "one", 3000, 1],
    ["is empty without a result [4.08]", [never, never], undefined, "", 6000, 2],
    ["is empty if the run fails [4.08]", [failure], undefined, "", 0, 1],
    ["is empty if the run by hand fails [4.08]", [never, failure], undefined, "", 3000, 2],
    ["is empty if a run gives no text", [gives(7)], undefined, "", 0, 1],
    ["outlives a late failure", [() => later(3500, 0), second], undefined, "two", 4000, 2],
  ])("%s", async (_, runs, ready, token, ms, times) => {
    const { asked } = provider(runs, ready);
    expect(await timed()).toEqual([token, ms]);
    expect(asked).toEqual(Array.from({ length: times }, () => ["key", { action: "apply_to_job" }]));
  });

  test.each<[what: string, fetchScript: () => Promise<void>, ms: number]>([
    ["fails to load", failure, 0],
    ["never loads", never, 3000],
    ["does nothing", loads, 0],
  ])("is empty if the script %s [4.08]", async (_, fetchScript, ms) => {
    expect(await timed(fetchScript)).toEqual(["", ms]);
  });
});

test("the script is fetched once, and again after a failure", async () => {
  provider([gives("one"), gives("two"), gives("three")]);
  const fetchScript = vi.fn(loads).mockImplementationOnce(failure);
  const check = createBotCheck(SETTINGS, fetchScript);
  check.prepare();
  await vi.advanceTimersByTimeAsync(0);
  check.prepare();
  for (const token of ["one", "two"]) {
    const asked = check.token();
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe(token);
  }
  expect(fetchScript.mock.calls).toEqual([
    ["https://check.example/x.js", "key"],
    ["https://check.example/x.js", "key"],
  ]);
});

test("a reset reaches the provider, and does nothing where there is none [4.09]", () => {
  const { reset } = provider([]);
  const check = createBotCheck(SETTINGS, loads);
  check.reset();
  expect(reset).toHaveBeenCalledTimes(1);
  page.grecaptcha = { enterprise: {} };
  check.reset();
  delete page.grecaptcha;
  check.reset();
});
