import fc from "fast-check";
import { expect, test } from "vitest";
import {
  chunkSizes,
  cut,
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
import {
  bodyOf,
  encoder,
  form,
  joined,
  PIECES,
  type Form,
  type Part,
} from "../../../tests/support/multipart-arbitraries";

function post(boundary: string, chunks: Uint8Array[]): Request {
  const body = new ReadableStream({
    type: "bytes",
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk.slice());
      controller.close();
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  // Node wants `duplex`, which the Workers' types do not have.
  const init = { method: "POST", body, headers, duplex: "half" };
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
      file = { name, fileName: fileName ?? "", contentType, bytes: [] };
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
      " ",
      "\t",
      "\r\n",
      "\n",
      ";",
      '"',
      'name="',
      'filename="',
      "a",
      "content-type:",
      "content-disposition:",
      "form-data",
      "; ",
      "%0D",
      "é",
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
