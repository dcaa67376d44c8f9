import { describe, expect, test } from "vitest";
import { BodyTooLargeError, MalformedFormError, readMultipart } from "./multipart-reader.server";
import {
  BOUNDARY,
  END,
  part,
  multipartRequest,
  readEvents,
  streamedRequest,
} from "../../../tests/support/multipart-form";

const SITE = "https://site.example/";
const UNNAMED = (part('name="a"', "b") + END).replaceAll(BOUNDARY, "undefined");
const MULTIPART = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

describe("what is not a form is refused", () => {
  test.each([
    ["another type", multipartRequest("a=b", "application/x-www-form-urlencoded")],
    ["no boundary", multipartRequest("a=b", "multipart/form-data")],
    ["a body that was cut off in a field", multipartRequest(part('name="a"', "b"))],
    [
      "a body cut off in a file",
      multipartRequest(part('name="cv"; filename="cv.pdf"', "%PDF-").slice(0, -4)),
    ],
    ["a thousand and one parts", multipartRequest(part('name="a"', "b").repeat(1001) + END)],
    ["nothing that says it is one", new Request(SITE, { method: "POST", headers: MULTIPART })],
    ["a body that ends within a delimiter", multipartRequest(`--${BOUNDARY}`)],
    ["a form of no named boundary", multipartRequest(UNNAMED, "multipart/form-data")],
    [
      "headers of more than 16 KB",
      multipartRequest(part(`name="${"a".repeat(17 * 1024)}"`, "b") + END),
    ],
  ])("%s", async (_, request) => {
    await expect(readEvents(request)).rejects.toBeInstanceOf(MalformedFormError);
  });

  test.each([
    ["a thousand parts", part('name="a"', "b").repeat(1000), 1000],
    ["a field of 64 KB", part('name="a"', "b".repeat(64 * 1024)), 1],
    ["2 MB of text", part('name="a"', "b".repeat(64 * 1024 - 1)).repeat(32), 32],
  ])("but not %s", async (_, body, count) => {
    expect(await readEvents(multipartRequest(body + END))).toHaveLength(count);
  });

  test("also a byte more than 64 KB, or than 2 MB", async () => {
    const field = (length: number) => part('name="a"', "b".repeat(length));
    for (const body of [field(64 * 1024 + 1), field(64 * 1024 - 1).repeat(32) + field(0)]) {
      await expect(readEvents(multipartRequest(body + END))).rejects.toBeInstanceOf(
        MalformedFormError,
      );
    }
  });
});

describe("whoever is still sending can see the answer", () => {
  /** A form whose sender waits until all of it is taken. */
  function sending(first: string, ...more: (string | Error)[]) {
    const rest = [...more];
    let isTaken = false;
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
          isTaken = true;
          controller.close();
          controller.byobRequest?.respond(0);
        },
      },
      { highWaterMark: 0 },
    );
    return { request: streamedRequest(body), isTaken: () => isTaken };
  }

  test("when there is more behind the form's end", async () => {
    const form = sending(part('name="a"', "b") + END, "x".repeat(1e5), "y");
    await readEvents(form.request);
    expect(form.isTaken()).toBe(true);
  });

  test("when the form is refused half-way", async () => {
    const form = sending(part("x", "b"), "x".repeat(1e5), "y");
    await expect(readEvents(form.request)).rejects.toBeInstanceOf(MalformedFormError);
    expect(form.isTaken()).toBe(true);
  });

  test("but nobody waits for a body that has broken off, or for one past all measure", async () => {
    const broken = sending(part('name="a"', "b"), new Error("The line is gone"));
    await expect(readEvents(broken.request)).rejects.toThrow("The line is gone");
  });
});

describe("a body that was not announced as too large", () => {
  const MB = "x".repeat(1024 ** 2);
  const [head = "", tail = ""] = `${part('name="cv"; filename="a"', "|")}${END}`.split("|");

  /** Reads a form of so many bytes, all told. */
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

  test("is read up to 100 MB, and no further", async () => {
    const most = 100 * 1024 ** 2;
    expect(await readAll(most)).toBe(most - head.length - tail.length);
    await expect(readAll(most + 1)).rejects.toBeInstanceOf(BodyTooLargeError);
  });
});
