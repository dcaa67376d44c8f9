import { describe, expect, test } from "vitest";
import { size } from "../../../tests/support/size";
import {
  BodyTooLargeError,
  MalformedFormError,
  multipartEvents,
  type MultipartEvent,
} from "./multipart-reader.server";

const BOUNDARY = "----form";

function post(body: string, type = `multipart/form-data; boundary=${BOUNDARY}`) {
  return new Request("https://site.example/", {
    method: "POST",
    body: new TextEncoder().encode(body),
    headers: { "Content-Type": type },
  });
}

/** The same, with a body that comes in chunks. */
const streamed = (body: ReadableStream<Uint8Array>) => {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    body,
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    duplex: "half",
  };
  return new Request("https://site.example/", init);
};

/** A body that comes in these chunks: never two of them with one read. */
function inChunks(chunks: Uint8Array<ArrayBuffer>[]) {
  const left = chunks.filter((chunk) => chunk.length > 0);
  return new ReadableStream(
    {
      type: "bytes",
      pull(controller) {
        const next = left.shift();
        if (next) {
          controller.enqueue(next.slice());
          return;
        }
        controller.close();
        controller.byobRequest?.respond(0);
      },
    },
    { highWaterMark: 0 },
  );
}

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

describe("a part says what it is", () => {
  const one = async (headers: string, content = "x") => {
    const [event] = await read(post(`--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n${END}`));
    return event;
  };

  test.each([
    ["as browsers write it", 'Content-Disposition: form-data; name="a"', "a"],
    ["in small letters", 'content-disposition: form-data; NAME="a"', "a"],
    ["without spaces", 'Content-Disposition:form-data;name="a"', "a"],
    ["with more of them", 'Content-Disposition:   form-data;   name="a"', "a"],
    [
      "behind its type",
      'Content-Type: text/plain\r\nContent-Disposition: form-data; name="a"',
      "a",
    ],
    ["with a parameter of no name of ours", 'Content-Disposition: form-data; x=abc; name="a"', "a"],
    ["without a name between the quotes", 'Content-Disposition: form-data; name=""', ""],
    [
      "with another parameter in quotes",
      'Content-Disposition: form-data; x="; name=b"; name="a"',
      "a",
    ],
  ])("%s", async (_, headers, name) => {
    expect(await one(headers)).toEqual({ kind: "field", name, value: "x" });
  });

  test.each([
    ["without a name", "Content-Disposition: form-data"],
    ["with a name that is not in quotes", "Content-Disposition: form-data; name=a"],
    ["that is no field of a form", 'Content-Disposition: attachment; name="a"'],
    ["that says it in another header", 'X-Content-Disposition: form-data; name="a"'],
    ["that says nothing", "X: y"],
  ])("one %s is refused", async (_, headers) => {
    await expect(one(headers)).rejects.toBeInstanceOf(MalformedFormError);
  });

  test.each([
    ["none", "", "application/octet-stream"],
    ["an empty one", "Content-Type: \r\n", "application/octet-stream"],
    ["its own", "Content-Type:  image/png \r\n", "image/png"],
    ["one of another header", "X-Content-Type: text/html\r\n", "application/octet-stream"],
  ])("the type of a file is %s", async (_, header, contentType) => {
    const headers = `${header}Content-Disposition: form-data; name="cv"; filename="cv"`;
    expect(await one(headers)).toMatchObject({ kind: "file", contentType });
  });
});

describe("the boundary is what the form's type says", () => {
  test.each([
    ["as browsers write it", `multipart/form-data; boundary=${BOUNDARY}`],
    ["in quotes", `multipart/form-data; boundary="${BOUNDARY}"`],
    ["without a space, in capitals", `MULTIPART/FORM-DATA;BOUNDARY=${BOUNDARY}`],
    [
      "behind more spaces, and before another parameter",
      `multipart/form-data;  boundary=${BOUNDARY};charset=utf-8`,
    ],
  ])("%s", async (_, type) => {
    expect(await read(post(part('name="a"', "b") + END, type))).toEqual([
      { kind: "field", name: "a", value: "b" },
    ]);
  });

  test.each([
    ["is of another type", `text/plain; boundary=${BOUNDARY}`],
    ["only ends as one's type does", `x-multipart/form-data; boundary=${BOUNDARY}`],
    ["only begins as one's type does", `multipart/form-dataset; boundary=${BOUNDARY}`],
    ["has no boundary", "multipart/form-data; boundary="],
  ])("and what %s is no form", async (_, type) => {
    await expect(read(post(part('name="a"', "b") + END, type))).rejects.toBeInstanceOf(
      MalformedFormError,
    );
  });
});

test("what stands before the first part is no part, whatever it looks like", async () => {
  const preamble = 'No part:\r\nContent-Disposition: form-data; name="no"\r\n\r\nx\r\n';
  expect(await read(post(preamble + part('name="a"', "b") + END))).toEqual([
    { kind: "field", name: "a", value: "b" },
  ]);
});

test("a text keeps the mark that a file may begin with", async () => {
  const events = await read(post(part('name="a"', "\ufeffb") + END));
  expect(events).toEqual([{ kind: "field", name: "a", value: "\ufeffb" }]);
});

test("a file with nothing in it begins and ends", async () => {
  const events = await read(post(part('name="cv"; filename=""', "") + END));
  expect(events.map(({ kind }) => kind)).toEqual(["file", "file-end"]);
});

test("it does not matter where the body was cut into chunks", async () => {
  const body = new TextEncoder().encode(
    `preamble\r\n${part('name="a"', "uno\r\n--dos\r\n")}${part('name="cv"; filename="ñ.pdf"', `x\r\n--${BOUNDARY.slice(0, 4)}\r\r\ny`, "image/png")}${part('name="b"', "")}${END}epilogue`,
  );
  const gathered = async (chunks: Uint8Array<ArrayBuffer>[]) => {
    const events = await read(streamed(inChunks(chunks)));
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
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let start = 0, end = 0; start < body.length; start = end) {
      end = start + 1 + anyOf(40);
      chunks.push(Uint8Array.from(body.slice(start, end)));
    }
    const events = await read(streamed(inChunks(chunks)));
    expect(events.filter((event) => event.kind === "bytes" && event.bytes.length === 0)).toEqual(
      [],
    );
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
    [
      "nothing that says it is one",
      new Request("https://site.example/", {
        method: "POST",
        headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
      }),
    ],
    ["a body that ends within a delimiter", post(`--${BOUNDARY}`)],
    [
      "a form of a boundary that it does not name",
      post((part('name="a"', "b") + END).replaceAll(BOUNDARY, "undefined"), "multipart/form-data"),
    ],
    ["headers of more than 16 KB", post(part(`name="${"a".repeat(17 * 1024)}"`, "b") + END)],
  ])("%s", async (_, request) => {
    await expect(read(request)).rejects.toBeInstanceOf(MalformedFormError);
  });

  test.each([
    ["a thousand parts", part('name="a"', "b").repeat(1000), 1000],
    ["a field of 64 KB", part('name="a"', "b".repeat(64 * 1024)), 1],
    ["2 MB of text", part('name="a"', "b".repeat(64 * 1024 - 1)).repeat(32), 32],
  ])("but not %s", async (_, body, count) => {
    expect(await read(post(body + END))).toHaveLength(count);
  });

  test("also a byte more than 64 KB, or than 2 MB", async () => {
    const field = (length: number) => part('name="a"', "b".repeat(length));
    for (const body of [field(64 * 1024 + 1), field(64 * 1024 - 1).repeat(32) + field(0)]) {
      await expect(read(post(body + END))).rejects.toBeInstanceOf(MalformedFormError);
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
    return { request: streamed(body), isTaken: () => isTaken };
  }

  test("when there is more behind the form's end", async () => {
    const form = sending(part('name="a"', "b") + END, "x".repeat(1e5), "y");
    await read(form.request);
    expect(form.isTaken()).toBe(true);
  });

  test("when the form is refused half-way", async () => {
    const form = sending(part("x", "b"), "x".repeat(1e5), "y");
    await expect(read(form.request)).rejects.toBeInstanceOf(MalformedFormError);
    expect(form.isTaken()).toBe(true);
  });

  test("but nobody waits for a body that has broken off, or for one past all measure", async () => {
    const broken = sending(part('name="a"', "b"), new Error("The line is gone"));
    await expect(read(broken.request)).rejects.toThrow("The line is gone");
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
    for await (const event of multipartEvents(streamed(body))) {
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
