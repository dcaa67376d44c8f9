import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { STORAGE_VERSION } from "../../app/application/delivery/state";
import { type Candidate, sent } from "./candidate";
import { HOUR, ring } from "./clock";
import { errorLines } from "./errors";
import { answer, platform } from "./platform";
import { stored } from "./storage";
import { indexUpdated } from "./undelivered";

const put = ({ object }: Candidate, key: string, value: unknown) =>
  runInDurableObject(object, (_, { storage }) => storage.kv.put(key, value));

/** Reads the error that a form gets. Caught inside the object, so that workerd does not report it. */
const readError = ({ object, positionUuid }: Candidate) =>
  runInDurableObject(object, (application) => application.bind(positionUuid).catch(String));

describe("an application that this build cannot read", () => {
  test.each([
    ["was stored by a newer build", "version", STORAGE_VERSION + 1, "newer build"],
    ["has an unknown state", "state", { state: "lost" }, "at state"],
    ["lacks its contents", "state", { state: "waiting", positionUuid: "p" }, "contents"],
  ])("because it %s is left untouched and logged", async (_, key, value, logged) => {
    const log = errorLines();
    const ana = await sent(answer(503));
    await put(ana, key, value);
    const before = await stored(ana.object);
    expect(await readError(ana)).toContain("UnknownStorageError");
    await ring(ana.object);
    expect(await stored(ana.object)).toBe(before);
    expect(log.join("\n")).toContain(logged);
    expect(log.join("\n")).not.toContain("Ana");
    expect(platform.attempts).toHaveLength(1);
  });

  test("is tried again each hour and delivered once it can be read", async () => {
    errorLines();
    const ana = await sent(answer(503));
    await put(ana, "version", STORAGE_VERSION + 1);
    await ring(ana.object);
    expect(await ring(ana.object)).toBe(HOUR);
    await put(ana, "version", STORAGE_VERSION);
    await ring(ana.object);
    expect(await ana.status()).toBe("delivered");
  });
});

test("an application with an unreadable index entry updates the index again", async () => {
  const ana = await sent(answer(503));
  await indexUpdated(ana);
  await put(ana, "indexed", "another shape");
  await ring(ana.object);
  await indexUpdated(ana);
  expect(await ana.status()).toBe("delivered");
  expect(await stored(ana.object)).not.toContain("indexed");
});
