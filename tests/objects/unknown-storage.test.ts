import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { STORAGE_VERSION } from "~/app/application/delivery/state";
import { type Candidate, sent } from "./candidate";
import { HOUR, runAlarm } from "./clock";
import { errorLines } from "./errors";
import { answer, platform } from "./platform";
import { stored } from "./storage";
import { indexUpdated } from "./undelivered";

const put = ({ object }: Candidate, key: string, value: unknown) =>
  runInDurableObject(object, (_, { storage }) => storage.kv.put(key, value));

/** Returns the error from a call to the object, caught inside the object so that workerd does not log it. */
const readError = ({ object, positionUuid }: Candidate) =>
  runInDurableObject(object, (application) => application.bind(positionUuid).catch(String));

describe("an application with unreadable storage", () => {
  test.each([
    ["a newer version", "version", STORAGE_VERSION + 1, "newer build"],
    ["an unknown state", "state", { state: "lost" }, "at state"],
    ["no contents", "state", { state: "waiting", positionUuid: "p" }, "contents"],
  ])("is not changed and is logged if the storage has %s", async (_, key, value, logged) => {
    const log = errorLines();
    const ana = await sent(answer(503));
    await put(ana, key, value);
    const before = await stored(ana.object);
    expect(await readError(ana)).toContain("UnknownStorageError");
    await runAlarm(ana.object);
    expect(await stored(ana.object)).toBe(before);
    expect(log.join("\n")).toContain(logged);
    expect(log.join("\n")).not.toContain("Ana");
    expect(platform.attempts).toHaveLength(1);
  });

  test("is read again every hour, and is delivered after the storage becomes readable", async () => {
    errorLines();
    const ana = await sent(answer(503));
    await put(ana, "version", STORAGE_VERSION + 1);
    await runAlarm(ana.object);
    expect(await runAlarm(ana.object)).toBe(HOUR);
    await put(ana, "version", STORAGE_VERSION);
    await runAlarm(ana.object);
    expect(await ana.status()).toBe("delivered");
  });
});

test("an unreadable record of the last index update does not prevent delivery and is deleted", async () => {
  const ana = await sent(answer(503));
  await indexUpdated(ana);
  await put(ana, "indexed", "another shape");
  await runAlarm(ana.object);
  await indexUpdated(ana);
  expect(await ana.status()).toBe("delivered");
  expect(await stored(ana.object)).not.toContain("indexed");
});
