import { afterEach, expect, test, vi } from "vitest";
import { post, readJson } from "./board-requests";

afterEach(() => vi.unstubAllGlobals());

const MB = 1024 * 1024;
const endless = (bytes: number) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < bytes; sent += MB)
          controller.enqueue(new Uint8Array(MB).fill(32));
        controller.enqueue(new TextEncoder().encode("{}"));
        controller.close();
      },
    }),
  );

/** Stubs a system's response, and records its time limits. */
function system(answer: () => Response) {
  const times: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    times.push(ms);
    return new AbortController().signal;
  });
  vi.stubGlobal("fetch", () => new Promise((resolve) => resolve(answer())));
  return times;
}
const late = () => {
  throw new DOMException("late", "TimeoutError");
};

test("limits a read to 8 s and 24 MB", async () => {
  expect(system(() => Response.json({ a: 1 }))).toEqual([]);
  expect(await readJson("GET /", "https://x.example")).toEqual({ a: 1 });
  const times = system(late);
  await expect(readJson("GET /", "https://x.example")).rejects.toMatchObject({
    status: 504,
    reason: "GET / timed out",
  });
  expect(times).toEqual([8000]);
  system(() => endless(23 * MB));
  expect(await readJson("GET /", "https://x.example")).toEqual({});
  system(() => endless(24 * MB));
  await expect(readJson("GET /", "https://x.example")).rejects.toMatchObject({ status: 502 });
});

test("limits a post to 100 s, and its response to 1 MB", async () => {
  const times = system(late);
  expect(await post("https://x.example", {})).toBeUndefined();
  expect(times).toEqual([100_000]);
  system(() => endless(0));
  expect((await post("https://x.example", {}))?.body).toEqual({});
  system(() => endless(MB));
  expect(await post("https://x.example", {})).toMatchObject({ status: 200, body: undefined });
});
