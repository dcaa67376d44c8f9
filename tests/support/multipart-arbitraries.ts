import fc from "fast-check";
import { decodedText, textOf } from "./arbitraries";

export type Part =
  | { name: string; value: string }
  | { name: string; fileName: string; contentType: string | undefined; bytes: Uint8Array };

export interface Form {
  boundary: string;
  preamble: string;
  parts: Part[];
  epilogue: string;
}

export const encoder = new TextEncoder();

/**
 * A name as browsers write it. They leave `%` as it is, so a name may contain what looks like an
 * escape.
 */
const escaped = (name: string) =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

export function joined(pieces: (string | Uint8Array)[]): Uint8Array {
  const parts = pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));
  return new Uint8Array(Buffer.concat(parts));
}

export function bodyOf({ boundary, preamble, parts, epilogue }: Form): Uint8Array {
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

/** RFC 2046, section 5.1.1, without spaces. */
const boundary = fc.stringMatching(/^[0-9A-Za-z'()+_,./:=?-]{1,70}$/);

/** What delimiters, headers and escapes are made of. */
export const PIECES = [
  "\r\n",
  "\r",
  "\n",
  "--",
  "-",
  '"',
  ";",
  "%",
  "%2",
  "\ufeff",
  "\u0000",
  "ñ",
  "😀",
  "\r\n--",
  "Content-Disposition: form-data",
  "; name=",
  "; filename=",
  "Content-Type: ",
  "BOUNDARY",
];

const text = fc.oneof(decodedText, textOf(PIECES));

/** A name that contains nothing that looks like an escape. */
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

/** A form whose texts do not contain its delimiter. */
export const form: fc.Arbitrary<Form> = fc
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
