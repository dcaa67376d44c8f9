import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chunkSizes,
  cut,
  decodedText,
  fewRuns,
  manyTries,
  runs,
  textOf,
  proved,
} from "../../../tests/support/arbitraries";
import { expectLinear } from "../../../tests/support/growth";
import { size } from "../../../tests/support/size";
import {
  BodyTooLargeError,
  MalformedFormError,
  multipartEvents,
  type MultipartEvent,
} from "./multipart-reader.server";

type Part =
  | { name: string; value: string }
  | { name: string; fileName: string; contentType: string | undefined; bytes: Uint8Array };

interface Form {
  boundary: string;
  preamble: string;
  parts: Part[];
  epilogue: string;
}

const encoder = new TextEncoder();

/** As a browser writes it, which leaves `%` as it is: what looks like an escape is one. */
const escaped = (name: string) =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

function joined(pieces: (string | Uint8Array)[]): Uint8Array {
  const parts = pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
  return new Uint8Array(Buffer.concat(parts));
}

function bodyOf({ boundary, preamble, parts, epilogue }: Form): Uint8Array {
  return joined([
    preamble === "" ? "" : `${preamble}\r\n`,
    ...parts.flatMap((part) => {
      const start = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(part.name)}"`;
      if ("value" in part) return [`${start}\r\n\r\n${part.value}\r\n`];
      const type = part.contentType === undefined ? "" : `Content-Type: ${part.contentType}\r\n`;
      return [`${start}; filename="${escaped(part.fileName)}"\r\n${type}\r\n`, part.bytes, "\r\n"];
    }),
    `--${boundary}--${epilogue}`,
  ]);
}

function post(boundary: string, chunks: Uint8Array[]): Request {
  const body = new ReadableStream({
    type: "bytes",
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk.slice());
      controller.close();
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  return new Request("https://site.example/", init);
}

/** What comes of a form: its parts up to where it ends, or breaks off by one of the two errors. */
async function outcomeOf(request: Request) {
  const parts: Part[] = [];
  let file:
    { name: string; fileName: string; contentType: string; bytes: Uint8Array[] } | undefined;
  const take = (event: MultipartEvent) => {
    if (event.kind === "file") {
      expect(file).toBeUndefined();
      const { name, fileName, contentType } = event;
      file = { name, fileName, contentType, bytes: [] };
    } else if (event.kind === "field") {
      expect(file).toBeUndefined();
      parts.push({ name: event.name, value: event.value });
    } else if (event.kind === "bytes") {
      expect(file).toBeDefined();
      // They are good until the next event.
      file?.bytes.push(event.bytes.slice());
    } else if (file) {
      parts.push({ ...file, bytes: joined(file.bytes) });
      file = undefined;
    } else {
      expect.unreachable("A file that never began has ended");
    }
  };
  try {
    for await (const event of multipartEvents(request)) take(event);
  } catch (error) {
    if (error instanceof MalformedFormError || error instanceof BodyTooLargeError) {
      return { parts, error: error.name };
    }
    throw error;
  }
  expect(file).toBeUndefined();
  return { parts, error: undefined };
}

/** RFC 2046, section 5.1.1, without spaces. */
const boundary = fc.stringMatching(/^[0-9A-Za-z'()+_,./:=?-]{1,70}$/);

/** What delimiters, headers and escapes are made of. */
const PIECES = [
  ...["\r\n", "\r", "\n", "--", "-", '"', ";", "%", "%2", "\ufeff", "\u0000", "ñ", "😀", "\r\n--"],
  ...["Content-Disposition: form-data", "; name=", "; filename=", "Content-Type: ", "BOUNDARY"],
];

const text = fc.oneof(decodedText, textOf(PIECES));

/** A name that is not by itself what an escape looks like. */
const name = text.map((given) => given.replace(/%(?=22|0A|0D)/gi, ""));

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ name, value: text }),
  fc.record({
    name,
    fileName: name,
    contentType: fc.option(fc.stringMatching(/^[a-z]{1,9}\/[a-z0-9.+-]{1,20}(; a="b")?$/), {
      nil: undefined,
    }),
    bytes: fc.oneof(
      fc.uint8Array({ max: 255 }),
      textOf(PIECES).map((given) => encoder.encode(given)),
    ),
  }),
);

/** A form none of whose texts has its delimiter in it. */
const form: fc.Arbitrary<Form> = fc
  .record({
    boundary,
    preamble: fc.oneof(fc.constant(""), text),
    parts: fc.array(part, { maxLength: 5 }),
    epilogue: fc.oneof(fc.constant("\r\n"), text),
  })
  .map((given) => {
    const delimiter = `--${given.boundary}`;
    const harmless = (words: string) => {
      const spoken = words.replaceAll("BOUNDARY", given.boundary.slice(0, -1));
      return spoken.replaceAll(delimiter, "").includes(delimiter)
        ? ""
        : spoken.replaceAll(delimiter, "");
    };
    return {
      ...given,
      preamble: harmless(given.preamble),
      parts: given.parts.map((part): Part => {
        if ("value" in part) return { name: part.name, value: harmless(part.value) };
        const isDelimited = Buffer.from(part.bytes).includes(delimiter);
        return { ...part, bytes: isDelimited ? new Uint8Array() : part.bytes };
      }),
    };
  });

test("a form arrives as it was written, however it was cut into chunks", manyTries, async () => {
  await proved(
    fc.asyncProperty(form, chunkSizes, async (given, sizes) => {
      const outcome = await outcomeOf(post(given.boundary, cut(bodyOf(given), sizes)));
      const parts = given.parts.map((part) =>
        "value" in part
          ? part
          : { ...part, contentType: part.contentType ?? "application/octet-stream" },
      );
      expect(outcome).toEqual({ parts, error: undefined });
    }),
    runs,
  );
});

const edit = fc.record({
  at: fc.nat(5000),
  removed: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(2000)),
  put: fc.oneof(
    fc.uint8Array({ max: 255, maxLength: 8 }),
    fc.constantFrom(...PIECES).map((piece) => encoder.encode(piece)),
  ),
});

test(
  "a form that was damaged anywhere ends or is refused, and alike however it was cut",
  manyTries,
  async () => {
    await proved(
      fc.asyncProperty(
        form,
        fc.array(edit, { minLength: 1, maxLength: 5 }),
        chunkSizes,
        async (given, edits, sizes) => {
          const body = edits.reduce((before, { at, removed, put }) => {
            const from = at % (before.length + 1);
            return joined([before.slice(0, from), put, before.slice(from + removed)]);
          }, bodyOf(given));
          const whole = await outcomeOf(post(given.boundary, cut(body, [body.length])));
          expect(await outcomeOf(post(given.boundary, cut(body, sizes)))).toEqual(whole);
        },
      ),
      runs,
    );
  },
);

test("any bytes of any type end or are refused", manyTries, async () => {
  const type = fc.oneof(
    fc.string({ unit: "grapheme-ascii" }),
    fc.string({ unit: "grapheme-ascii" }).map((rest) => `multipart/form-data; boundary=${rest}`),
    fc.constant("multipart/form-data; boundary=a"),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ max: 255, maxLength: 300 }),
    textOf([...PIECES, "--a\r\n", "\r\n--a", "\r\n\r\n", 'form-data; name="a"']).map((given) =>
      encoder.encode(given),
    ),
  );
  await proved(
    fc.asyncProperty(type, bytes, async (contentType, body) => {
      const headers = { "Content-Type": contentType };
      const init = { method: "POST", body: body.slice(), headers };
      await outcomeOf(new Request("https://site.example/", init));
    }),
    runs,
  );
});

test("a file larger than the buffer arrives whole between its neighbours", manyTries, async () => {
  const file = fc.tuple(textOf(PIECES), fc.nat(200_000)).map(([unit, length]) => {
    const piece = encoder.encode(unit.replaceAll("BOUNDARY", "form"));
    return Uint8Array.from({ length }, (_, index) => piece[index % piece.length] ?? index % 251);
  });
  await proved(
    fc.asyncProperty(file, fc.integer({ min: 1000, max: 100_000 }), async (bytes, chunk) => {
      fc.pre(!Buffer.from(bytes).includes("--form-boundary"));
      const written: Form = {
        boundary: "form-boundary",
        preamble: "",
        epilogue: "",
        parts: [
          { name: "a", value: "b" },
          { name: "cv", fileName: "cv.pdf", contentType: "application/pdf", bytes },
          { name: "c", value: "d" },
        ],
      };
      const outcome = await outcomeOf(post(written.boundary, cut(bodyOf(written), [chunk])));
      expect(outcome.error).toBeUndefined();
      expect(outcome.parts).toHaveLength(3);
      const [before, arrived, after] = outcome.parts;
      expect([before, after]).toEqual([written.parts[0], written.parts[2]]);
      // `toEqual` compares large arrays element by element, and slowly.
      expect(arrived && "bytes" in arrived && Buffer.compare(arrived.bytes, bytes)).toBe(0);
    }),
    fewRuns,
  );
});

test(
  "what headers of any kind cost grows in step with them, as long as they may be",
  manyTries,
  async () => {
    const PARTS = 2;
    const piece = fc.constantFrom(
      ...[" ", "\t", "\r\n", "\n", ";", '"', 'name="', 'filename="', "a", "content-type:"],
      ...["content-disposition:", "form-data", "; ", "%0D", "é"],
    );
    const unit = fc.oneof(
      piece,
      fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")),
    );
    await proved(
      fc.asyncProperty(unit, fc.constantFrom("", "a", "\r\n"), (piece, end) =>
        expectLinear(15_000, (length) => {
          const filler = piece.repeat(length / encoder.encode(piece).length);
          const headers = `Content-Disposition: form-data; name="a"\r\nContent-Type:a${filler}${end}b`;
          const body = `--b\r\n${headers}\r\n\r\nvalue\r\n`.repeat(PARTS);
          return outcomeOf(post("b", [encoder.encode(`${body}--b--`)]));
        }),
      ),
      { numRuns: size(100, 1000) },
    );
  },
);
