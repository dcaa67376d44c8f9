import { describe, expect, test } from "vitest";
import { size } from "../../tests/support/size";
import { MalformedFormError, multipartEvents, type MultipartEvent } from "./multipart.server";

const BOUNDARY = "----form";

function post(body: string, type = `multipart/form-data; boundary=${BOUNDARY}`) {
  return new Request("https://site.example/", {
    method: "POST",
    body: new TextEncoder().encode(body),
    headers: { "Content-Type": type },
  });
}

/** The same, with a body that comes in chunks. */
const streamed = (body: ReadableStream<Uint8Array>) =>
  new Request("https://site.example/", {
    method: "POST",
    body,
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    ...{ duplex: "half" },
  });

const part = (disposition: string, content: string, type = "") =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type && `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

async function read(request: Request) {
  const events: MultipartEvent[] = [];
  for await (const event of multipartEvents(request)) {
    // The bytes are good until the next event.
    events.push(event.kind === "bytes" ? { ...event, bytes: event.bytes.slice() } : event);
  }
  return events;
}

test("a form is read in its order, with files as bytes between their start and their end", async () => {
  const events = await read(
    post(
      part('name="application_id"', "secret") +
        part('name="cv"; filename="cv.pdf"', "%PDF-", "application/pdf") +
        part('name="last_name"', "O'Neill Núñez") +
        END,
    ),
  );
  expect(events.map((event) => (event.kind === "bytes" ? String(event.bytes) : event))).toEqual([
    { kind: "field", name: "application_id", value: "secret" },
    { kind: "file", name: "cv", fileName: "cv.pdf", contentType: "application/pdf" },
    String(new TextEncoder().encode("%PDF-")),
    { kind: "file-end" },
    { kind: "field", name: "last_name", value: "O'Neill Núñez" },
  ]);
});

describe("names are read as browsers write them", () => {
  test.each([
    ["Currículum.pdf", "Currículum.pdf"],
    ["Curri\u0301culum 😀.pdf", "Curri\u0301culum 😀.pdf"],
    ["%22mine%22 \\ 100%.pdf", '"mine" \\ 100%.pdf'],
    ["two%0D%0Alines.pdf", "two\r\nlines.pdf"],
    ["bell\u0007 line\u2028 del\u007f.pdf", "bell\u0007 line\u2028 del\u007f.pdf"],
    ["", ""],
  ])("%s", async (written, expected) => {
    const events = await read(post(part(`name="cv"; filename="${written}"`, "x") + END));
    expect(events[0]).toMatchObject({ kind: "file", name: "cv", fileName: expected });
  });
});

test("it does not matter where the body was cut into chunks", async () => {
  const body = new TextEncoder().encode(
    `preamble\r\n${part('name="a"', "uno\r\n--dos\r\n")}${part('name="cv"; filename="ñ.pdf"', `x\r\n--${BOUNDARY.slice(0, 4)}\r\r\ny`, "image/png")}${part('name="b"', "")}${END}epilogue`,
  );
  const gathered = async (chunks: Uint8Array[]) => {
    const stream = new ReadableStream({
      type: "bytes",
      start(controller) {
        for (const chunk of chunks) {
          if (chunk.length > 0) controller.enqueue(chunk.slice());
        }
        controller.close();
      },
    });
    const request = streamed(stream);
    const events = await read(request);
    const file = events.flatMap((event) => (event.kind === "bytes" ? [...event.bytes] : []));
    return JSON.stringify([events.filter(({ kind }) => kind !== "bytes"), file]);
  };
  const whole = await gathered([body]);
  expect(whole).toContain('"uno\\r\\n--dos\\r\\n"');
  for (let cut = 0; cut <= body.length; cut++) {
    expect(await gathered([body.subarray(0, cut), body.subarray(cut)])).toBe(whole);
  }
  expect(await gathered(Array.from(body, (byte) => Uint8Array.of(byte)))).toBe(whole);
});

test("random files arrive as they were, however they were cut", async () => {
  // Bytes that delimiters are made of, so that files are full of beginnings of one.
  const alphabet = new TextEncoder().encode("\r\n-form");
  const anyOf = (limit: number) => Math.floor(Math.random() * limit);
  for (let run = 0; run < size(100, 5000); run++) {
    const file = Uint8Array.from(
      { length: anyOf(400) },
      () => alphabet[anyOf(alphabet.length)] ?? 0,
    );
    const [head = "", tail = ""] = `${part('name="cv"; filename="cv.pdf"', "|")}${END}`.split("|");
    const body = [...new TextEncoder().encode(head), ...file, ...new TextEncoder().encode(tail)];
    const isDelimited = new TextDecoder().decode(file).includes(`\r\n--${BOUNDARY}`);
    if (isDelimited) continue;
    const stream = new ReadableStream({
      type: "bytes",
      start(controller) {
        for (let start = 0, end = 0; start < body.length; start = end) {
          end = start + 1 + anyOf(40);
          controller.enqueue(Uint8Array.from(body.slice(start, end)));
        }
        controller.close();
      },
    });
    const events = await read(streamed(stream));
    const arrived = events.flatMap((event) => (event.kind === "bytes" ? [...event.bytes] : []));
    expect(arrived).toEqual([...file]);
  }
});

test("a file is handed on as it comes, before its end is there", async () => {
  let pulled = 0;
  const body = new ReadableStream(
    {
      type: "bytes",
      pull(controller) {
        pulled += 1;
        const text =
          pulled === 1 ? part('name="cv"; filename="a.pdf"', "").slice(0, -2) : "x".repeat(1e5);
        controller.enqueue(new TextEncoder().encode(text));
      },
    },
    { highWaterMark: 0 },
  );
  const request = streamed(body);
  const events = multipartEvents(request);
  expect((await events.next()).value).toMatchObject({ kind: "file" });
  expect((await events.next()).value).toMatchObject({ kind: "bytes" });
  expect(pulled).toBeLessThanOrEqual(3);
});

describe("what is not a form is refused", () => {
  test.each([
    ["another type", post("a=b", "application/x-www-form-urlencoded")],
    ["no boundary", post("a=b", "multipart/form-data")],
    ["a body that was cut off in a field", post(part('name="a"', "b"))],
    [
      "a body that was cut off in a file",
      post(part('name="cv"; filename="cv.pdf"', "%PDF-").slice(0, -4)),
    ],
    ["a thousand and one parts", post(part('name="a"', "b").repeat(1001) + END)],
    ["too much text", post(part('name="a"', "b".repeat(60 * 1024)).repeat(140) + END)],
    ["a field of more than 64 KB", post(part('name="a"', "b".repeat(65 * 1024)) + END)],
    ["nothing", new Request("https://site.example/", { method: "POST" })],
  ])("%s", async (_, request) => {
    await expect(read(request)).rejects.toBeInstanceOf(MalformedFormError);
  });
});
