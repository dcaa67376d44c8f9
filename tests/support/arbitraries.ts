import fc from "fast-check";
import { size } from "./size";

export const runs = { numRuns: size(500, 10_000) };

/** The number of runs between pauses. Vitest stops a worker that doesn't respond for a minute. */
const AT_ONCE = 250;

/** Checks a property `numRuns` times. A failure's message includes the seed. */
export async function checkProperty(
  property: Parameters<typeof fc.assert>[0],
  { numRuns }: { numRuns: number },
): Promise<void> {
  for (let remaining = numRuns; remaining > 0; remaining -= AT_ONCE) {
    await fc.assert(property, { numRuns: Math.min(remaining, AT_ONCE) });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const longTimeout = { timeout: size(60_000, 300_000) };

/** Strings that a UTF-8 decoder can return. */
const decodedText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\r", "\n", " ", "\u0000", "\u202e", "\ufeff", "a", "é", "%"),
  }),
);

/** Strings that JSON can contain, including lone surrogates. */
export const anyText = fc.oneof(
  decodedText,
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

/** Encodes and decodes a string as UTF-8, which replaces lone surrogates. */
export const roundTripUtf8 = (text: string) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

/** Strings that combine these pieces with short random strings. */
export const arbitraryText = (pieces: readonly string[], maxLength = 20) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
      ),
      { maxLength },
    )
    .map((parts) => parts.join(""));

/** Values from `JSON.parse`, in which `__proto__` is an ordinary key. */
export const anyJson: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.jsonValue({ depthSize: "small" }),
    fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.oneof(
          anyText,
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(
          fc.oneof(anyText, fc.constantFrom("__proto__", "toString", "id")),
          tie("value"),
          {
            maxKeys: 4,
          },
        ),
      ),
    })).value,
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

interface Change {
  at: number;
  to: { json: unknown } | "gone" | "in a list" | "twice";
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1000),
  to: fc.oneof(
    fc.constantFrom("gone" as const, "in a list" as const, "twice" as const),
    fc.record({ json: anyJson }),
  ),
});

/** Valid values with up to four random changes. */
export const withMutations = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid, fc.array(change, { maxLength: 4 }))
    .map(([value, changes]) => changes.reduce(applyChange, value));

function applyChange(value: unknown, { at, to }: Change): unknown {
  const root: Holder = { value: structuredClone(value) };
  const places = listPlaces(root);
  const [holder, key] = places[at % places.length] ?? [root, "value"];
  const before = holder[key];
  if (to === "gone") Reflect.deleteProperty(holder, key);
  else if (to === "in a list") holder[key] = [before];
  else if (to === "twice") holder[key] = [before, before];
  else holder[key] = to.json;
  return root.value;
}

type Holder = Record<string, unknown>;

function listPlaces(holder: Holder): [Holder, string][] {
  return Object.keys(holder).flatMap((key) => {
    const held = holder[key];
    const inside = typeof held === "object" && held !== null ? listPlaces(held as Holder) : [];
    return [[holder, key] as [Holder, string], ...inside];
  });
}
