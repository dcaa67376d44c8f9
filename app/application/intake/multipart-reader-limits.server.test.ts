import { describe, expect, test } from "vitest";
import { BodyTooLargeError, MalformedFormError, readMultipart } from "./multipart-reader.server";
import {
  BOUNDARY,
  END,
  part,
  multipartRequest,
  readEvents,
  streamedRequest,
} from "~/tests/support/multipart-form";

const SITE = "https://site.example/";
const UNNAMED = (part('name="a"', "b") + END).replaceAll(BOUNDARY, "undefined");
const MULTIPART = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

describe("readMultipart", () => {
  test.each([
    ["of another content type", multipartRequest("a=b", "application/x-www-form-urlencoded")],
    ["without a boundary", multipartRequest("a=b", "multipart/form-data")],
    ["cut off in a field", multipartRequest(part('name="a"', "b"))],
    [
      "cut off in a file",
      multipartRequest(part('name="cv"; filename="cv.pdf"', "%PDF-").slice(0, -4)),
    ],
    ["with 1,001 parts", multipartRequest(part('name="a"', "b").repeat(1001) + END)],
    ["that is missing", new Request(SITE, { method: "POST", headers: MULTIPART })],
    ["cut off in a delimiter", multipartRequest(`--${BOUNDARY}`)],
    [
      'delimited by the word "undefined" if no boundary is declared',
      multipartRequest(UNNAMED, "multipart/form-data"),
    ],
    [
      "with headers over 16 KB",
      multipartRequest(part(`name="${"a".repeat(17 * 1024)}"`, "b") + END),
    ],
    [
      "with headers over 256 KB in total",
      multipartRequest(part(`name="${"a".repeat(15 * 1024)}"`, "b").repeat(18) + END),
    ],
    [
      "with 101 boundaries inside a field",
      multipartRequest(part('name="a"', `\r\n--${BOUNDARY}x`.repeat(101)) + END),
    ],
  ])("rejects a body %s", async (_, request) => {
    await expect(readEvents(request)).rejects.toBeInstanceOf(MalformedFormError);
  });

  test.each([
    ["with 1,000 parts", part('name="a"', "b").repeat(1000), 1000],
    ["with a field of 64 KB", part('name="a"', "b".repeat(64 * 1024)), 1],
    ["with 2 MB of text", part('name="a"', "b".repeat(64 * 1024 - 1)).repeat(32), 32],
  ])("accepts a body %s", async (_, body, count) => {
    expect(await readEvents(multipartRequest(body + END))).toHaveLength(count);
  });

  test("rejects a field over 64 KB and fields over 2 MB in total", async () => {
    const field = (length: number) => part('name="a"', "b".repeat(length));
    for (const body of [field(64 * 1024 + 1), field(64 * 1024 - 1).repeat(32) + field(0)]) {
      await expect(readEvents(multipartRequest(body + END))).rejects.toBeInstanceOf(
        MalformedFormError,
      );
    }
  });
});

describe("the rest of the body", () => {
  /** Creates a form that reports whether it was read to its end. */
  function createForm(first: string, ...more: (string | Error)[]) {
    const rest = [...more];
    let isEndRead = false;
    const body = new ReadableStream(
      {
        type: "bytes",
        start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
        pull(controller) {
          const next = rest.shift();
          if (next instanceof Error) throw next;
          if (next !== undefined) {
            controller.enqueue(new TextEncoder().encode(next));
            return;
          }
          isEndRead = true;
          controller.close();
          controller.byobRequest?.respond(0);
        },
      },
      { highWaterMark: 0 },
    );
    return { request: streamedRequest(body), isEndRead: () => isEndRead };
  }

  test("is read after a complete form", async () => {
    const form = createForm(part('name="a"', "b") + END, "x".repeat(1e5), "y");
    await readEvents(form.request);
    expect(form.isEndRead()).toBe(true);
  });

  test("is read after an invalid part", async () => {
    const form = createForm(part("x", "b"), "x".repeat(1e5), "y");
    await expect(readEvents(form.request)).rejects.toBeInstanceOf(MalformedFormError);
    expect(form.isEndRead()).toBe(true);
  });

  test("ends with the stream's error if the stream fails", async () => {
    const broken = createForm(part('name="a"', "b"), new Error("Connection lost"));
    await expect(readEvents(broken.request)).rejects.toThrow("Connection lost");
  });
});

describe("a body without Content-Length", () => {
  const MB = "x".repeat(1024 ** 2);
  const [head = "", tail = ""] = `${part('name="cv"; filename="a"', "|")}${END}`.split("|");

  /** Reads a form of `length` bytes in total. @returns the size of its file */
  async function readAll(length: number) {
    let left = length - head.length - tail.length;
    let isHead = true;
    const encoder = new TextEncoder();
    const body = new ReadableStream(
      {
        type: "bytes",
        pull(controller) {
          const next = isHead ? head : left > 0 ? MB.slice(0, left) : tail;
          if (!isHead) left -= next.length;
          isHead = false;
          controller.enqueue(encoder.encode(next));
          if (next === tail) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    let size = 0;
    for await (const event of readMultipart(streamedRequest(body))) {
      if (event.kind === "bytes") size += event.bytes.byteLength;
    }
    return size;
  }

  test("is limited to 100 MB", async () => {
    const most = 100 * 1024 ** 2;
    expect(await readAll(most)).toBe(most - head.length - tail.length);
    await expect(readAll(most + 1)).rejects.toBeInstanceOf(BodyTooLargeError);
  });
});
