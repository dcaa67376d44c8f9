import { describe, expect, test } from "vitest";
import { MalformedFormError, readMultipart } from "./multipart-reader.server";
import {
  BOUNDARY,
  END,
  chunkedBody,
  part,
  multipartRequest,
  readEvents,
  streamedRequest,
} from "~/tests/support/multipart-form";

test("yields parts in order, with a file's bytes between its start and end events", async () => {
  const events = await readEvents(
    multipartRequest(
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

describe("a boundary inside a value", () => {
  const INSIDE = [
    `--${BOUNDARY}XX`,
    `--${BOUNDARY}-`,
    `--${BOUNDARY} --`,
    `--${BOUNDARY}\r`,
    `--${BOUNDARY}\n`,
  ];
  const values = [
    ...INSIDE.map((inside) => `before\r\n${inside}after`),
    ...INSIDE.map((inside) => `\r\n${inside}`),
    INSIDE.join("\r\n").repeat(10),
    "\r".repeat(3000),
    `${"\r\n".repeat(3000)}--${BOUNDARY}`.slice(0, -1),
  ];

  test.each(values.map((value) => [value]))("preserves the value: case %#", async (value) => {
    const body = new TextEncoder().encode(
      part('name="a"', value) + part('name="cv"; filename="cv.pdf"', value) + END,
    );
    for (const size of [1, 7, 1000, body.length]) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
        body.slice(index * size, (index + 1) * size),
      );
      const [field, , ...rest] = await readEvents(streamedRequest(chunkedBody(chunks)));
      expect(field).toEqual({ kind: "field", name: "a", value });
      const bytes = rest.flatMap((event) => (event.kind === "bytes" ? [...event.bytes] : []));
      expect(new TextDecoder().decode(Uint8Array.from(bytes))).toBe(value);
    }
  });

  test("does not end the preamble", async () => {
    const body = `--${BOUNDARY}x\r\n${part('name="a"', "b")}${END}`;
    expect(await readEvents(multipartRequest(body))).toHaveLength(1);
  });
});

describe("file names", () => {
  test.each([
    ["Curri\u0301culum 😀.pdf", "Curri\u0301culum 😀.pdf"],
    ["%22mine%22 \\ 100%.pdf", '"mine" \\ 100%.pdf'],
    ["two%0D%0Alines.pdf", "two\r\nlines.pdf"],
    ['a\\".pdf', 'a".pdf'],
    ['\\"a\\".pdf', '"a".pdf'],
    ["a\\", "a\\"],
  ])("are unescaped from %j", async (written, expected) => {
    const events = await readEvents(
      multipartRequest(part(`name="cv"; filename="${written}"`, "x") + END),
    );
    expect(events[0]).toMatchObject({ kind: "file", name: "cv", fileName: expected });
  });
});

describe("part headers", () => {
  const readPart = async (headers: string, content = "x") => {
    const [event] = await readEvents(
      multipartRequest(`--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n${END}`),
    );
    return event;
  };

  test.each([
    ["alone in its header", 'Content-Disposition: form-data; name="a"', "a"],
    ["after several spaces", 'Content-Disposition:   form-data;   name="a"', "a"],
    [
      "after a Content-Type header",
      'Content-Type: text/plain\r\nContent-Disposition: form-data; name="a"',
      "a",
    ],
    ["after an unknown parameter", 'Content-Disposition: form-data; x=abc; name="a"', "a"],
    ["that is empty", 'Content-Disposition: form-data; name=""', ""],
    [
      "after a quoted parameter that contains a name",
      'Content-Disposition: form-data; x="; name=b"; name="a"',
      "a",
    ],
  ])("may have a field name %s", async (_, headers, name) => {
    expect(await readPart(headers)).toEqual({ kind: "field", name, value: "x" });
  });

  test.each([
    ["only an extended file name", `form-data; name="cv"; filename*=UTF-8''cv.pdf`],
    ["an unquoted file name", `form-data; name="cv"; filename=cv.pdf`],
    ["an unterminated file name", `form-data; name="cv"; filename="cv.pdf`],
    ["a file name without a separator", `form-data; name="cv" filename="cv.pdf"`],
    [
      "two dispositions, one with a file name",
      'form-data; name="cv"\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"',
    ],
    [
      "two file names",
      'form-data; name="cv"; filename="a.pdf"\r\ncontent-disposition: attachment; filename="b.pdf"',
    ],
    [
      "two dispositions with different names",
      'form-data; name="a"\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"',
    ],
  ])("describe a file without a readable name if they have %s", async (_, disposition) => {
    const part = await readPart(`Content-Disposition: ${disposition}`);
    expect(part).toMatchObject({ kind: "file", name: "cv", fileName: undefined });
  });

  test.each([
    [
      "before an extended file name",
      `form-data; name="cv"; filename="cv.pdf"; filename*=UTF-8''cv.pdf`,
    ],
    ["on a folded line", 'form-data; name="cv";\r\n filename="cv.pdf"'],
    ["before the field name", 'form-data; filename="cv.pdf"; name="cv"'],
  ])("may have a file name %s", async (_, disposition) => {
    const part = await readPart(`Content-Disposition: ${disposition}`);
    expect(part).toMatchObject({ kind: "file", name: "cv", fileName: "cv.pdf" });
  });

  test("may have a field name that looks like a file name", async () => {
    const part = await readPart('Content-Disposition: form-data; name="; filename=cv.pdf"');
    expect(part).toEqual({ kind: "field", name: "; filename=cv.pdf", value: "x" });
  });

  test.each([
    ["without a name", "Content-Disposition: form-data"],
    ["with an unquoted name", "Content-Disposition: form-data; name=a"],
    ["with a disposition type other than form-data", 'Content-Disposition: attachment; name="a"'],
    ["with their name in an unknown header", 'X-Content-Disposition: form-data; name="a"'],
    ["without a disposition", "X: y"],
  ])("are rejected %s", async (_, headers) => {
    await expect(readPart(headers)).rejects.toBeInstanceOf(MalformedFormError);
  });

  test.each([
    ["application/octet-stream", "missing", ""],
    ["image/png", "present", "Content-Type:  image/png \r\n"],
    ["application/octet-stream", "sent as X-Content-Type", "X-Content-Type: text/html\r\n"],
  ])("give the file the type %s if Content-Type is %s", async (contentType, _, header) => {
    const headers = `${header}Content-Disposition: form-data; name="cv"; filename="cv"`;
    expect(await readPart(headers)).toMatchObject({ kind: "file", contentType });
  });
});

describe("the multipart boundary", () => {
  test.each([
    ["without quotes", `multipart/form-data; boundary=${BOUNDARY}`],
    ["in quotes", `multipart/form-data; boundary="${BOUNDARY}"`],
    ["from a header in capitals", `MULTIPART/FORM-DATA;BOUNDARY=${BOUNDARY}`],
    ["before another parameter", `multipart/form-data;  boundary=${BOUNDARY};charset=utf-8`],
  ])("is accepted %s", async (_, type) => {
    expect(await readEvents(multipartRequest(part('name="a"', "b") + END, type))).toEqual([
      { kind: "field", name: "a", value: "b" },
    ]);
  });

  test.each([
    ["the type text/plain", `text/plain; boundary=${BOUNDARY}`],
    ["a prefixed type", `x-multipart/form-data; boundary=${BOUNDARY}`],
    ["a suffixed type", `multipart/form-dataset; boundary=${BOUNDARY}`],
    ["a hyphenated type", `multipart/form-data-x; boundary=${BOUNDARY}`],
    ["an empty boundary", "multipart/form-data; boundary="],
  ])("is rejected with %s", async (_, type) => {
    await expect(
      readEvents(multipartRequest(part('name="a"', "b") + END, type)),
    ).rejects.toBeInstanceOf(MalformedFormError);
  });
});

test("ignores a preamble that looks like a part", async () => {
  const preamble = 'No part:\r\nContent-Disposition: form-data; name="no"\r\n\r\nx\r\n';
  // The field keeps its byte order mark.
  expect(await readEvents(multipartRequest(preamble + part('name="a"', "\ufeffb") + END))).toEqual([
    { kind: "field", name: "a", value: "\ufeffb" },
  ]);
});

test("yields only a start and an end event for an empty file", async () => {
  const events = await readEvents(multipartRequest(part('name="cv"; filename=""', "") + END));
  expect(events.map(({ kind }) => kind)).toEqual(["file", "file-end"]);
});

test("yields the same events regardless of chunk boundaries", async () => {
  const body = new TextEncoder().encode(
    `preamble\r\n${part('name="a"', "uno\r\n--dos\r\n")}${part('name="cv"; filename="ñ.pdf"', `x\r\n--${BOUNDARY.slice(0, 4)}\r\r\ny`, "image/png")}${part('name="b"', "")}${END}epilogue`,
  );
  const collect = async (chunks: Uint8Array<ArrayBuffer>[]) => {
    const events = await readEvents(streamedRequest(chunkedBody(chunks)));
    expect(events).not.toContainEqual({ kind: "bytes", bytes: new Uint8Array() });
    const file = events.flatMap((event) => (event.kind === "bytes" ? [...event.bytes] : []));
    return JSON.stringify([events.filter(({ kind }) => kind !== "bytes"), file]);
  };
  const expected = await collect([body]);
  expect(expected).toContain('"uno\\r\\n--dos\\r\\n"');
  for (let cut = 0; cut <= body.length; cut++) {
    expect(await collect([body.subarray(0, cut), body.subarray(cut)])).toBe(expected);
  }
  expect(await collect(Array.from(body, (byte) => Uint8Array.of(byte)))).toBe(expected);
});

test.each([1000, 65_536, 100_000])(
  "yields every byte of a large file that arrives in chunks of %i bytes",
  async (chunk) => {
    // The file consists of partial delimiters.
    const piece = `\r\n--${BOUNDARY.slice(0, -1)}\r\n-\r\r\n--`;
    const file = piece.repeat(Math.ceil(200_000 / piece.length));
    const cv = part('name="cv"; filename="cv.pdf"', file);
    const body = new TextEncoder().encode(part('name="a"', "b") + cv + part('name="c"', "d") + END);
    const chunks = Array.from({ length: Math.ceil(body.length / chunk) }, (_, index) =>
      body.slice(index * chunk, (index + 1) * chunk),
    );
    const events = await readEvents(streamedRequest(chunkedBody(chunks)));
    const bytes = events.flatMap((event) => (event.kind === "bytes" ? [event.bytes] : []));
    expect(bytes.every(({ length }) => length > 0)).toBe(true);
    expect(Buffer.concat(bytes).toString()).toBe(file);
    expect(events.filter(({ kind }) => kind === "field")).toHaveLength(2);
  },
);

test.each([" ", "\t", ";", '"', ' name="', "content-type:", "\r\na", "%0D"])(
  "processes a header with 15 KB of %j before the test times out",
  async (piece) => {
    const filler = piece.repeat(15_000 / piece.length);
    const reading = readEvents(multipartRequest(part(`name="a"; x=${filler}`, "b") + END));
    expect(await reading.catch(() => "refused")).toBeDefined();
  },
);

test("yields a file's bytes before the end of the file arrives", async () => {
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
  const request = streamedRequest(body);
  const events = readMultipart(request);
  expect((await events.next()).value).toMatchObject({ kind: "file" });
  expect((await events.next()).value).toMatchObject({ kind: "bytes" });
  expect(pulled).toBeLessThanOrEqual(3);
});
