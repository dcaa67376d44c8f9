import { afterEach, expect, test, vi } from "vitest";
import { post, readJson } from "./board-requests";

afterEach(() => vi.unstubAllGlobals());

const MB = 1024 * 1024;
const paddedJson = (bytes: number) =>
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

/** Stubs the system's responses. Returns the time limits of the requests. */
function stubSystem(answer: () => Response) {
  const times: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    times.push(ms);
    return new AbortController().signal;
  });
  vi.stubGlobal("fetch", () => new Promise((resolve) => resolve(answer())));
  return times;
}
const timeOut = () => {
  throw new DOMException("time-out", "TimeoutError");
};

test("limits a read to 8 s and 24 MB", async () => {
  expect(stubSystem(() => Response.json({ a: 1 }))).toEqual([]);
  expect(await readJson("GET /", "https://x.example")).toEqual({ a: 1 });
  const times = stubSystem(timeOut);
  await expect(readJson("GET /", "https://x.example")).rejects.toMatchObject({
    status: 504,
    reason: "GET / timed out",
  });
  expect(times).toEqual([8000]);
  stubSystem(() => paddedJson(23 * MB));
  expect(await readJson("GET /", "https://x.example")).toEqual({});
  stubSystem(() => paddedJson(24 * MB));
  await expect(readJson("GET /", "https://x.example")).rejects.toMatchObject({ status: 502 });
});

test("limits a post to 100 s, and its response to 1 MB", async () => {
  const times = stubSystem(timeOut);
  expect(await post("https://x.example", {})).toBeUndefined();
  expect(times).toEqual([100_000]);
  stubSystem(() => paddedJson(0));
  expect((await post("https://x.example", {}))?.body).toEqual({});
  stubSystem(() => paddedJson(MB));
  expect(await post("https://x.example", {})).toMatchObject({ status: 200, body: undefined });
});
