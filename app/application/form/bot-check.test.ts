import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { createBotCheck as create } from "./bot-check";

// The module saves the timers when it loads, so each test imports it after installing fake timers.

const page = globalThis as { grecaptcha?: unknown };
const SETTINGS = { siteKey: "key", scriptUrl: "https://check.example/x.js" };
const loads = () => Promise.resolve();
const failure = () => Promise.reject(new Error("Not today"));
const never = () => new Promise<never>(() => undefined);
const returns = (token: unknown) => () => Promise.resolve(token);
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

/** Installs a provider whose runs return the given results in order. Records the calls. */
function provider(runs: Run[], ready: (then: () => void) => void = (then) => then()) {
  const calls: unknown[] = [];
  const execute = (...args: unknown[]) => {
    calls.push(args);
    return runs[calls.length - 1]?.() ?? never();
  };
  const reset = vi.fn();
  page.grecaptcha = { enterprise: { ready, execute, reset } };
  return { calls, reset };
}

const NEVER_READY = () => undefined;

/** Runs a check. Returns its token and its duration in ms. */
async function runCheck(fetchScript: () => Promise<void> = loads) {
  const started = Date.now();
  const token = createBotCheck(SETTINGS, fetchScript)
    .token()
    .then((text) => [text, Date.now() - started]);
  await vi.advanceTimersByTimeAsync(20_000);
  return Promise.race([token, Promise.resolve("no result")]);
}

describe("token", () => {
  const second = () => later(1000, "two");
  test.each<
    [title: string, Run[], typeof NEVER_READY | undefined, string, ms: number, runs: number]
  >([
    ["comes from the first run", [returns("one")], undefined, "one", 0, 1],
    [
      "comes from a first run of less than 3,000 ms [7.11, 9.06, 9.07]",
      [() => later(2999, "one")],
      undefined,
      "one",
      2999,
      1,
    ],
    [
      "comes from a second run if the first run takes longer [4.07, 7.11, 9.06]",
      [never, returns("two")],
      undefined,
      "two",
      3000,
      2,
    ],
    ["comes from a late first run", [() => later(3500, "one"), never], undefined, "one", 3500, 2],
    [
      "comes from a run after 3,000 ms if the provider is never ready [4.07]",
      [returns("one")],
      NEVER_READY,
      "one",
      3000,
      1,
    ],
    ["is empty without a result [4.08]", [never, never], undefined, "", 6000, 2],
    ["is empty if the run fails [4.08]", [failure], undefined, "", 0, 1],
    ["is empty if the second run fails [4.08]", [never, failure], undefined, "", 3000, 2],
    ["is empty if a run does not return a string", [returns(7)], undefined, "", 0, 1],
    [
      "comes from the second run if the first run fails late",
      [() => later(3500, 0), second],
      undefined,
      "two",
      4000,
      2,
    ],
  ])("the token %s", async (_, runs, ready, token, ms, times) => {
    const { calls } = provider(runs, ready);
    expect(await runCheck()).toEqual([token, ms]);
    expect(calls).toEqual(Array.from({ length: times }, () => ["key", { action: "apply_to_job" }]));
  });

  test.each<[title: string, fetchScript: () => Promise<void>, ms: number]>([
    ["fails to load", failure, 0],
    ["never loads", never, 3000],
    ["has no effect", loads, 0],
  ])("the token is empty if the script %s [4.08]", async (_, fetchScript, ms) => {
    expect(await runCheck(fetchScript)).toEqual(["", ms]);
  });
});

test("fetches the script only once, but retries after a failure", async () => {
  provider([returns("one"), returns("two"), returns("three")]);
  const fetchScript = vi.fn(loads).mockImplementationOnce(failure);
  const check = createBotCheck(SETTINGS, fetchScript);
  check.prepare();
  await vi.advanceTimersByTimeAsync(0);
  check.prepare();
  for (const token of ["one", "two"]) {
    const pending = check.token();
    await vi.advanceTimersByTimeAsync(0);
    expect(await pending).toBe(token);
  }
  expect(fetchScript.mock.calls).toEqual([
    ["https://check.example/x.js", "key"],
    ["https://check.example/x.js", "key"],
  ]);
});

test("resets the provider if it has loaded [4.09]", () => {
  const { reset } = provider([]);
  const check = createBotCheck(SETTINGS, loads);
  check.reset();
  expect(reset).toHaveBeenCalledTimes(1);
  page.grecaptcha = { enterprise: {} };
  check.reset();
  delete page.grecaptcha;
  check.reset();
});
