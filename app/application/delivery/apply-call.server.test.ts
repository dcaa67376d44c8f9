import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { endlessBody } from "~/tests/support/endless-body";
import { CONNECTION } from "~/tests/support/scripted-platform";
import { apply, parseRetryAfter, type ApplyAttempt } from "./apply-call.server";
import type { PlatformConnection } from "~/app/platform/connection.server";

const cvBytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);

const withoutCv: ApplyAttempt = {
  clientRef: "c1",
  positionId: "p1",
  idempotencyKey: "application-1",
  fields: [
    ["first_name", "María José"],
    ["last_name", "O'Neill Núñez"],
    ["phone", "+34600000000"],
    ["privacy_policy", "true"],
    ["killer_questions", '[{"question":"A","answer":"1"}]'],
    ["recaptcha_token", ""],
  ],
};

const cv = {
  fileName: 'mi "cv" 😀.pdf',
  contentType: "application/pdf",
  size: cvBytes.byteLength,
  stream: (): ReadableStream<Uint8Array> => new Blob([cvBytes]).stream(),
};

const attempt: ApplyAttempt = { ...withoutCv, files: [{ name: "cv", content: cv }] };

const consoleError = vi.spyOn(console, "error");

beforeEach(() => void consoleError.mockReset().mockImplementation(() => undefined));
afterEach(() => void vi.useRealTimers());

function createConnection(fetch: PlatformConnection["fetch"]): PlatformConnection {
  return { ...CONNECTION, fetch };
}

/** Creates a platform that reads the whole request before it responds. */
function respondingPlatform(reply: () => Response | Promise<Response>) {
  return createConnection(async (url, init) => {
    await new Request(url, init).arrayBuffer();
    return reply();
  });
}

/** Creates a platform that parses requests with the runtime's parser. */
function recordingPlatform() {
  const received: { url: string; redirect: string; headers: Headers; form: FormData }[] = [];
  const connection = createConnection(async (url, init) => {
    const request = new Request(url, init);
    const { redirect, headers } = request;
    received.push({ url, redirect, headers, form: await request.formData() });
    return new Response("", { status: 201 });
  });
  return { connection, received };
}

test.each([201, 409, 422, 500])("ignores a %d with another application's key", async (status) => {
  const applyWithKey = (key: string) =>
    apply(
      respondingPlatform(() => new Response("{}", { status, headers: { "Idempotency-Key": key } })),
      attempt,
    );
  const matching = await applyWithKey(attempt.idempotencyKey);
  expect(await applyWithKey("application-2")).toEqual({ outcome: "unreachable" });
  expect(matching).not.toEqual({ outcome: "unreachable" });
});

describe("apply to a platform that responds before it has read the whole request", () => {
  const connect = (status: number, read: (body: ReadableStream<Uint8Array>) => Promise<unknown>) =>
    createConnection(async (_, { body }) => {
      void read(body as ReadableStream<Uint8Array>);
      return new Response("{}", { status });
    });
  const readLater = (body: ReadableStream<Uint8Array>) => new Response(body).arrayBuffer();
  const stop = (body: ReadableStream<Uint8Array>) => body.cancel();

  test("returns accepted if the platform reads the rest", async () => {
    expect(await apply(connect(200, readLater), attempt)).toEqual({ outcome: "accepted" });
    expect(consoleError).not.toHaveBeenCalled();
  });

  test.each([200, 201])(
    "returns unreachable if the platform stops reading after a %d",
    async (status) => {
      expect(await apply(connect(status, stop), attempt)).toEqual({
        outcome: "unreachable",
        isEarly: true,
      });
      expect(String(consoleError.mock.calls)).toContain("before it had read the whole body");
    },
  );

  test("returns unreachable if the platform never reads the rest", async () => {
    vi.useFakeTimers();
    const outcome = apply(
      connect(202, async () => undefined),
      attempt,
    );
    await vi.advanceTimersByTimeAsync(CONNECTION.applyTimeoutMs);
    expect(await outcome).toEqual({ outcome: "unreachable", isEarly: true, isTimeout: true });
  });

  test("returns refused even if the platform stops reading", async () => {
    expect(await apply(connect(422, stop), attempt)).toMatchObject({ outcome: "refused" });
  });
});

describe("the request that apply sends", () => {
  test("contains every field in order and the exact CV on each attempt [3.19, 3.20, 6.02, 7.01, 7.06]", async () => {
    const { connection, received } = recordingPlatform();
    await expect(apply(connection, attempt)).resolves.toEqual({ outcome: "accepted" });
    await apply(connection, attempt);
    expect(received).toHaveLength(2);
    for (const { url, redirect, headers, form } of received) {
      expect(url).toBe("https://platform.example/api/v1/hiring/c1/positions/p1/apply");
      expect(redirect).toBe("manual");
      expect(headers.get("X-Api-Key")).toBe("the-key");
      expect(headers.get("Idempotency-Key")).toBe("application-1");
      expect([...form].slice(0, -1)).toEqual(attempt.fields);
      const cv = form.get("cv");
      if (!(cv instanceof File)) throw new Error("cv is not a file");
      expect([cv.name, cv.type]).toEqual(['mi "cv" 😀.pdf', "application/pdf"]);
      expect(new Uint8Array(await cv.arrayBuffer())).toEqual(cvBytes);
    }
  });

  test.each([
    ["no CSRF token [6.05]", undefined, null],
    ["a CSRF token as a field and a header [6.04, 6.05]", "token 1", "token 1"],
    ["a token with a leading space as a field only [6.05]", " token", null],
    ["a non-ASCII token as a field only", "token ñ", null],
  ])("contains %s", async (_, csrfToken, header) => {
    const { connection, received } = recordingPlatform();
    await apply(connection, { ...attempt, ...(csrfToken !== undefined && { csrfToken }) });
    expect(received[0]?.headers.get("X-CSRFToken")).toBe(header);
    expect(received[0]?.form.getAll("csrf_access_token")).toEqual(csrfToken ? [csrfToken] : []);
  });

  test("contains the answers and streams the files one by one [10.12]", async () => {
    const answers = JSON.stringify([{ id: "email", value: "ana@example.org" }]);
    const opened: string[] = [];
    const files = [
      { name: "cv", content: cv },
      { name: "file:q_1", content: { ...cv, fileName: "a.zip" } },
      { name: "file:a.b:c-d", content: { ...cv, fileName: "b.pdf", size: 0, stream: () => [] } },
    ].map(({ name, content }) => ({
      name,
      content: { ...content, stream: () => (opened.push(name), content.stream()) },
    }));
    const { connection, received } = recordingPlatform();
    await apply(connection, {
      ...withoutCv,
      fields: [...withoutCv.fields, ["fields", answers]],
      files,
    });
    const form = received[0]?.form;
    expect(form?.get("fields")).toBe(answers);
    const sent = [...(form ?? [])].flatMap(([name, value]) =>
      value instanceof File ? [[name, value.name, value.size]] : [],
    );
    expect(sent).toEqual([
      ["cv", cv.fileName, cvBytes.byteLength],
      ["file:q_1", "a.zip", cvBytes.byteLength],
      ["file:a.b:c-d", "b.pdf", 0],
    ]);
    expect(opened).toEqual(["cv", "file:q_1", "file:a.b:c-d"]);
  });

  test("omits a missing CV and missing fields [10.02]", async () => {
    const { connection, received } = recordingPlatform();
    await apply(connection, withoutCv);
    expect([...(received[0]?.form ?? [])]).toEqual(withoutCv.fields);
  });
});

describe("apply", () => {
  const detail = { detail: "Ya no admitimos solicitudes" };
  const message = detail.detail;
  const errors = [{ field: "q_1", message: "No" }];
  const html = "<!doctype html><h1>Error</h1>";

  test.each([
    [200, "", { outcome: "accepted" }],
    [202, html, { outcome: "accepted" }],
    [409, "", { outcome: "already-applied" }],
    [409, detail, { outcome: "already-applied", message }],
    [400, detail, { outcome: "refused", message }],
    [400, { detail: ["a", "b"] }, { outcome: "refused", message: '["a","b"]' }],
    [422, "", { outcome: "refused" }],
    [422, { ...detail, errors }, { outcome: "refused", message, errors }],
    [410, detail, { outcome: "refused", message }],
    [500, detail, { outcome: "refused", message }],
    [500, "", { outcome: "unreachable", status: 500 }],
    [500, { message: "boom" }, { outcome: "unreachable", status: 500 }],
    [408, detail, { outcome: "unreachable", status: 408 }],
    [425, detail, { outcome: "unreachable", status: 425 }],
    [429, detail, { outcome: "unreachable", status: 429 }],
  ])("maps status %d with body %j to %j [7.07, 8.07, 8.16]", async (status, body, outcome) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const connection = respondingPlatform(() => new Response(text, { status }));
    const expected = outcome.outcome === "refused" ? { ...outcome, status } : outcome;
    await expect(apply(connection, attempt)).resolves.toEqual(expected);
    expect(consoleError).not.toHaveBeenCalled();
  });

  test.each([301, 401, 403, 404])(
    "logs status %d and returns unreachable even if the body has a message",
    async (status) => {
      const headers = { Location: "https://evil.example/" };
      const connection = respondingPlatform(
        () => new Response(JSON.stringify(detail), { status, headers }),
      );
      await expect(apply(connection, attempt)).resolves.toEqual({ outcome: "unreachable", status });
      expect(consoleError).toHaveBeenCalledOnce();
      expect(String(consoleError.mock.calls[0])).not.toMatch(/the-key|application-1|María|p1/);
    },
  );

  test.each([
    ["120", 120_000],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["", undefined],
    ["soon", undefined],
    ["1.5", undefined],
    ["2026-11-21", undefined],
    [null, undefined],
  ])("parses Retry-After %j as %j ms", (header, wait) => {
    expect(parseRetryAfter(header, Date.parse("2026-11-21T12:00:00Z"))).toBe(wait);
  });

  test.each([
    ["text/html; charset=utf-8", "unverified"],
    ["Application/XHTML+XML", "unverified"],
    ["application/json", "accepted"],
    ["application/json; profile=text/html", "accepted"],
  ])("maps a success of type %s to %s without reading the body [7.07]", async (type, outcome) => {
    const cancelled = vi.fn();
    const body = new ReadableStream(
      { pull: () => Promise.reject(new Error("read")), cancel: cancelled },
      { highWaterMark: 0 },
    );
    const connection = respondingPlatform(
      () => new Response(body, { headers: { "Content-Type": type } }),
    );
    await expect(apply(connection, attempt)).resolves.toMatchObject({ outcome });
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test.each([429, 503, 401])("returns the Retry-After of status %d", async (status) => {
    const headers = { "Retry-After": "7" };
    const connection = respondingPlatform(() => new Response("", { status, headers }));
    await expect(apply(connection, attempt)).resolves.toEqual({
      outcome: "unreachable",
      status,
      retryAfterMs: 7000,
    });
  });

  describe.each([
    [400, { outcome: "refused", status: 400 }],
    [500, { outcome: "unreachable", status: 500 }],
    [201, { outcome: "accepted" }],
  ])("a response with status %d", (status, outcome) => {
    test("determines the outcome even if the body is cut off", async () => {
      const start = (body: ReadableByteStreamController) => body.error(new Error("cut"));
      const broken = new ReadableStream({ type: "bytes", start });
      const connection = respondingPlatform(() => new Response(broken, { status }));
      await expect(apply(connection, attempt)).resolves.toEqual(outcome);
    });

    test("determines the outcome after reading less than 90 KB of an endless body", async () => {
      const { body, seen } = endlessBody();
      const connection = respondingPlatform(() => new Response(body, { status }));
      await expect(apply(connection, attempt)).resolves.toEqual(outcome);
      expect(seen.isCancelled).toBe(true);
      expect(seen.pulled).toBeLessThan(90_000);
    });
  });

  test("ignores the message of a 400 whose body exceeds 64 KB", async () => {
    const createBody = (bytes: number) => JSON.stringify(detail).padEnd(bytes, " ");
    const createPlatform = (bytes: number) =>
      respondingPlatform(() => new Response(createBody(bytes), { status: 400 }));
    const applyWith = (bytes: number) => apply(createPlatform(bytes), attempt);
    expect(await applyWith(65_536)).toEqual({ outcome: "refused", status: 400, message });
    expect(await applyWith(65_537)).toEqual({ outcome: "refused", status: 400 });
  });

  test("logs an unreadable CV and returns unreachable", async () => {
    const { connection } = recordingPlatform();
    const stream = () =>
      new ReadableStream<Uint8Array>({ start: (body) => body.error(new Error("missing row")) });
    const broken = { ...attempt, files: [{ name: "cv", content: { ...cv, stream } }] };
    await expect(apply(connection, broken)).resolves.toEqual({ outcome: "unreachable" });
    expect(consoleError).toHaveBeenCalledOnce();
  });

  test.each<[string, () => Promise<Response>]>([
    ["never responds", () => new Promise(() => undefined)],
    [
      "stalls during its response",
      async () => new Response(new ReadableStream({ type: "bytes" }), { status: 400 }),
    ],
  ])("returns unreachable after 30 seconds if the platform %s [9.02]", async (_, reply) => {
    vi.useFakeTimers();
    const settled = vi.fn();
    const call = apply(respondingPlatform(reply), attempt).then(settled);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(settled).toHaveBeenCalledWith({ outcome: "unreachable", isTimeout: true });
  });

  test("returns unreachable if the caller aborts", async () => {
    const caller = new AbortController();
    const connection = respondingPlatform(() => new Promise(() => undefined));
    const call = apply(connection, { ...attempt, signal: caller.signal });
    caller.abort();
    await expect(call).resolves.toEqual({ outcome: "unreachable" });
  });
});
