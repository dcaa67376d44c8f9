import { afterEach, expect, test, vi } from "vitest";
import { stubFixedLengthStream } from "~/tests/support/fixed-length-stream";
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
function stubSystem(createResponse: () => Response) {
  const times: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    times.push(ms);
    return new AbortController().signal;
  });
  stubFixedLengthStream();
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit = {}) => {
    const response = createResponse();
    await new Response(body as ReadableStream | undefined).arrayBuffer();
    return response;
  });
  return times;
}
const FORM = { headers: {}, body: "a=1" };
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
  expect(await post("https://x.example", FORM)).toBeUndefined();
  expect(times).toEqual([100_000]);
  stubSystem(() => paddedJson(0));
  expect((await post("https://x.example", FORM))?.body).toEqual({});
  stubSystem(() => paddedJson(MB));
  expect(await post("https://x.example", FORM)).toMatchObject({ status: 200, body: undefined });
});

test.each<[what: string, status: number, read: (body: ReadableStream) => unknown, counts: boolean]>(
  [
    ["a success, and then reads the rest", 200, (body) => new Response(body).arrayBuffer(), true],
    ["a success, and then stops reading", 201, (body) => body.cancel(), false],
    ["a refusal, and then stops reading", 422, (body) => body.cancel(), true],
  ],
)("handles a system that sends %s", async (_, status, read, counts) => {
  stubFixedLengthStream();
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    setTimeout(() => void read(body as ReadableStream));
    return Response.json({}, { status });
  });
  const form = { headers: {}, body: [new Uint8Array(9), new Uint8Array(9)] };
  expect((await post("https://x.example", form))?.status).toBe(counts ? status : undefined);
});
