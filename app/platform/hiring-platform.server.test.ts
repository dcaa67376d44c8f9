import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { catchError, json, scriptPlatform, type Reply } from "~/tests/support/scripted-platform";

const stall = () => new Promise<Response>(() => undefined);
const lost = () => Promise.reject(new TypeError("fetch failed"));
const stallingBody = () => new Response(new ReadableStream({ type: "bytes" }));
const cut = (body: ReadableByteStreamController) => body.error(new Error("cut"));
const broken = () => new Response(new ReadableStream({ type: "bytes", start: cut }));
const position = { name: "Jefa de taller", client: "c1" };

const consoleError = vi.spyOn(console, "error");

beforeEach(() => {
  vi.useFakeTimers();
  consoleError.mockReset().mockImplementation(() => undefined);
});
afterEach(() => void vi.useRealTimers());

describe("a read", () => {
  test("sends the key, requests JSON and follows no redirect [6.02, 7.01, 7.02]", async () => {
    const { platform, fetch } = scriptPlatform(() => json(position));
    await expect(platform.position("p-1")).resolves.toMatchObject({
      uuid: "p-1",
      clientUuid: "c1",
    });
    expect(fetch).toHaveBeenCalledWith(
      "https://platform.example/api/v1/hiring/positions/p-1",
      expect.objectContaining({
        headers: { Accept: "application/json", "X-Api-Key": "the-key" },
        redirect: "manual",
      }),
    );
  });

  test("uses the contract's URLs for a client and its positions [7.01, 7.03, 7.04]", async () => {
    const { platform, addresses } = scriptPlatform(
      () => json({ name: "Taller" }),
      () => json([]),
    );
    await platform.client("c1");
    await platform.positions("c1");
    expect(addresses()).toEqual([
      "https://platform.example/api/v1/account/clients/c1/public",
      "https://platform.example/api/v1/hiring/c1/positions-public",
    ]);
  });

  test.each(["", "a/b", "..", "a".repeat(65)])(
    "makes no call for the invalid id %j",
    async (id) => {
      const { platform, fetch } = scriptPlatform();
      expect((await catchError(platform.position(id))).kind).toBe("not-found");
      expect((await catchError(platform.client(id))).kind).toBe("not-found");
      expect((await catchError(platform.positions(id))).kind).toBe("not-found");
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test.each<[string, Reply]>([
    ["a network failure", lost],
    ["502", () => new Response("", { status: 502 })],
    ["503", () => new Response("", { status: 503 })],
    ["a body that breaks off", broken],
  ])("retries once after %s", async (_, first) => {
    const { platform, fetch } = scriptPlatform(first, () => json(position));
    await expect(platform.position("p1")).resolves.toMatchObject({ name: "Jefa de taller" });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test.each<[string, string, number, Reply[]]>([
    ["not-found", "404", 1, [() => json({ detail: "Not found." }, 404)]],
    ["closed", "410", 1, [() => new Response("", { status: 410 })]],
    ["closed", "the status `closed`", 1, [() => json({ ...position, status: "closed" })]],
    ["unreachable", "502 twice", 2, [() => json({}, 502), () => json({}, 502)]],
    ["unreachable", "two network failures", 2, [lost, lost]],
    ["unavailable", "a network failure, then 503", 2, [lost, () => json({}, 503)]],
    ["unreachable", "500", 1, [() => json({ detail: "boom" }, 500)]],
    ["contract", "HTML", 1, [() => new Response("<!doctype html>")]],
    ["contract", "an unexpected shape", 1, [() => json([position])]],
  ])("throws `%s` on %s, after %d calls", async (kind, _, calls, replies) => {
    const { platform, fetch } = scriptPlatform(...replies);
    expect((await catchError(platform.position("p1"))).kind).toBe(kind);
    expect(fetch).toHaveBeenCalledTimes(calls);
    expect(consoleError).not.toHaveBeenCalled();
  });

  test.each([301, 304, 400, 401, 429])(
    "throws `unreachable` on %d, and logs the status without the key and the id",
    async (status) => {
      const headers = { Location: "https://evil.example/" };
      const { platform, fetch } = scriptPlatform(() => new Response(null, { status, headers }));
      expect(await catchError(platform.position("p1"))).toMatchObject({
        kind: "unreachable",
        status,
      });
      expect(fetch).toHaveBeenCalledTimes(1);
      expect(consoleError).toHaveBeenCalledOnce();
      const line = String(consoleError.mock.calls[0]);
      expect(line).toContain(`GET /hiring/positions/{positionId} answered ${status}`);
      expect(line).not.toContain("the-key");
      expect(line).not.toContain("p1");
    },
  );

  test("names the field of an invalid response, but not its value", async () => {
    const { platform } = scriptPlatform(() => json({ ...position, client: "María José" }));
    const { message } = await catchError(platform.position("p1"));
    expect(message).toMatch(
      /^GET \/hiring\/positions\/\{positionId\} breaks .* at client:(?!.*María)/,
    );
  });

  test.each<[string, Reply[]]>([
    ["a stalled request", [stall]],
    ["a stalled body", [stallingBody]],
    ["a network failure, then a stalled body", [lost, stallingBody]],
  ])("times out after 10 seconds on %s [9.01]", async (_, replies) => {
    const { platform, fetch } = scriptPlatform(...replies);
    const error = catchError(platform.position("p1"));
    const settled = vi.fn();
    void error.then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await error).kind).toBe("timeout");
    expect(fetch.mock.lastCall?.[1].signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(replies.length);
  });
});
