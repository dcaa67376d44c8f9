import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { anyJson, anyText, manyTries, proved, runs } from "../../tests/support/arbitraries";
import {
  address,
  clientAnswer,
  date,
  id,
  jsonOf,
  listAnswer,
  positionAnswer,
  questions,
  some,
} from "../../tests/support/platform-answers";
import {
  areQuestions,
  isClient,
  isCountry,
  isDate,
  isId,
  isLine,
  isLink,
  isListed,
  isPosition,
} from "../../tests/support/platform-shapes";
import { clientSchema } from "./client.server";
import {
  country,
  csrfToken,
  isoDate,
  link,
  optional,
  platformId,
  text,
  verbatim,
} from "./fields.server";
import { listedPositionsSchema } from "./listed-positions.server";
import { positionSchema } from "./position.server";
import { applySiteQuestions } from "./questions.server";

// A position with a field that cannot be asked says so in the log.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

/** Proves that a schema reads a value of its shape or says what is wrong, and never throws. */
const holds = <S extends z.ZodType>(
  schema: S,
  given: fc.Arbitrary<unknown>,
  hasShape: (value: z.output<S>) => void,
) =>
  proved(
    fc.property(given, (json) => {
      const result = schema.safeParse(json);
      if (result.success) hasShape(result.data);
      else expect(result.error.issues.length).toBeGreaterThan(0);
    }),
    runs,
  );

describe("an answer of any JSON is read in its shape, or breaks the contract:", () => {
  test("a position", manyTries, async () => {
    await holds(positionSchema("p1"), jsonOf(positionAnswer), isPosition);
  });

  test("a client", manyTries, async () => {
    await holds(clientSchema("c1"), jsonOf(clientAnswer), isClient);
  });

  test("a list of positions", manyTries, async () => {
    await holds(listedPositionsSchema, jsonOf(listAnswer), ({ results, next }) => {
      results.forEach(isListed);
      expect(next === undefined || isLine(next)).toBe(true);
    });
  });

  test("a position's questions", manyTries, async () => {
    await holds(applySiteQuestions, jsonOf(questions), areQuestions);
  });
});

test(
  "a position's optional things, whatever they are, leave the rest of it as it was",
  manyTries,
  async () => {
    const wrong = some({
      uuid: anyJson,
      id: anyJson,
      location: anyJson,
      join_date: anyJson,
      country: anyJson,
      contract_type: anyJson,
      csrf_token: anyJson,
      status: anyJson,
      published_at: anyJson,
      valid_through: anyJson,
      salary: anyJson,
      remote: anyJson,
      candidate_criteria_structured: anyJson,
    });
    await proved(
      fc.property(wrong, (fields) => {
        const position = positionSchema("p1").parse({ ...fields, name: "Jefa", client: "c1" });
        expect(position).toMatchObject({ name: "Jefa", clientUuid: "c1", killerQuestions: [] });
        isPosition(position);
      }),
      runs,
    );
  },
);

describe("a field of any JSON is right or missing:", () => {
  test.each<[string, z.ZodType, (value: unknown) => boolean]>([
    ["a text", text, isLine],
    ["an id", platformId, isId],
    ["a country", country, isCountry],
    ["a date", isoDate, isDate],
    ["a CSRF token", csrfToken, (value) => /^\P{Cc}*\S\P{Cc}*$/u.test(String(value))],
    ["a link", link, isLink],
  ])("%s", manyTries, async (_, schema, isRight) => {
    const given = fc.oneof(anyJson, anyText, address, date, id);
    await proved(
      fc.property(given, (json) => {
        const value = optional(schema).parse(json);
        expect(value === undefined || isRight(value)).toBe(true);
        // Reading what was read changes nothing.
        if (value !== undefined) expect(schema.parse(value)).toBe(value);
      }),
      runs,
    );
  });

  test("a verbatim text", manyTries, async () => {
    await proved(
      fc.property(anyJson, (json) => {
        expect(verbatim.parse(json)).toBe(typeof json === "string" ? json : "");
      }),
      runs,
    );
  });
});
