import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type z } from "zod";
import {
  anyJson,
  anyText,
  changed,
  manyTries,
  runs,
  textOf,
  proved,
} from "../../tests/support/arbitraries";
import { apply } from "./apply.server";
import { loadCareerSite } from "./career-site.server";
import { clientSchema, type Client } from "./client.server";
import { createHiringPlatform } from "./hiring-platform.server";
import { PlatformError } from "./errors";
import {
  country,
  headerValue,
  isoDate,
  link,
  optional,
  platformId,
  text,
  verbatim,
} from "./fields.server";
import { listedPositionsSchema, type ListedPosition } from "./listed-positions.server";
import { loadPositionPage } from "./position-page.server";
import { positionSchema, type Position } from "./position.server";
import { applySiteQuestions } from "./questions.server";
import { refusalMessage } from "./refusal.server";

const ID = /^[A-Za-z0-9_-]{1,64}$/;

const address = textOf(
  ["https://", "http:", "/", "//", "\\", "\t", "example.com", "javascript:", "@", "..", "%2f", "#"],
  6,
);

const date = fc.oneof(
  fc.constantFrom("2026-09-01", "2026-07-01T08:00:00Z", " 2026-02-31 ", "2026-13-01"),
  textOf(["2026", "-", "01", "31", "T", " ", ":", "Z", "+"], 8),
);

const id = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), fc.integer(), fc.uuid());

/** A record with every field there, or not. */
const some = <T extends Record<string, unknown>>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });

const line = fc.oneof(anyText, fc.constantFrom("Bilbao", " Taller ", ""));

const question = fc.oneof(
  line,
  some({ question: line, answers: fc.array(fc.oneof(line, fc.double()), { maxLength: 4 }) }),
);
const questions = fc.oneof(
  fc.array(question, { maxLength: 4 }),
  some({
    killer_questions: fc.array(question, { maxLength: 4 }),
    open_questions: fc.array(question, { maxLength: 4 }),
  }),
);
const requirements = fc.array(fc.oneof(line, fc.record({ name: line })), { maxLength: 3 });

const positionAnswer = fc
  .record({
    needed: fc.record({ name: fc.oneof(fc.constant("Jefa de taller"), line), client: id }),
    rest: some({
      ...{ uuid: id, id, description: anyText, location: line, join_date: date, salary: line },
      ...{ country: fc.oneof(fc.constantFrom("es", " MX "), line), contract_type: line },
      ...{ csrf_token: line, status: fc.constantFrom("open", "CLOSED ", "paused") },
      ...{ published_at: date, valid_through: date, remote: fc.boolean() },
      candidate_criteria_structured: some({
        essential_requirements: requirements,
        complimentary_requirements: requirements,
      }),
      apply_site_questions: questions,
    }),
  })
  .map(({ needed, rest }) => ({ ...rest, ...needed }));

const clientAnswer = some({
  ...{ uuid: id, code: line, name: line, description: anyText, apply_page_css: anyText },
  ...{ apply_page_js: anyText, logo: address, main_image: address, favicon: address },
  ...{ privacy_policy: anyText, language_default: line, country: line },
  is_cv_required: fc.boolean(),
  social_links: some({ linkedin: address, instagram: address, twitter: address }),
});

const listed = fc
  .record({
    needed: fc.record({ uuid: id, name: fc.constantFrom("Jefa", "Contable 😀") }),
    rest: some({
      ...{ location: line, contract_type: line, join_date: date, department: line },
      ...{ published_at: date, apply_url: address },
    }),
  })
  .map(({ needed, rest }) => ({ ...rest, ...needed }));

const listAnswer = fc.oneof(
  fc.array(listed, { maxLength: 4 }),
  fc
    .record({ results: fc.array(listed, { maxLength: 4 }), next: address })
    .map((given) => given as unknown),
);

const jsonOf = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 1, arbitrary: anyJson },
    {
      weight: 4,
      arbitrary: changed(valid.map((value) => JSON.parse(JSON.stringify(value)) as unknown)),
    },
  );

const isLine = (value: unknown) =>
  typeof value === "string" && value !== "" && value.trim() === value;
const isText = (value: unknown) => typeof value === "string";
const isId = (value: unknown) => typeof value === "string" && ID.test(value);
const isCountry = (value: unknown) => typeof value === "string" && /^[A-Z]{2}$/.test(value);
const isDate = (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const isBoolean = (value: unknown) => typeof value === "boolean";

/** What can stand in `href` and `src`: an http(s) address, or one on the site itself. */
function isLink(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value, "https://site.example/a/b")) return false;
  const { protocol, origin } = new URL(value, "https://site.example/a/b");
  if (!["http:", "https:"].includes(protocol)) return false;
  return /^https?:\/\//.test(value) || (value.startsWith("/") && origin === "https://site.example");
}

const listOf = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isRight);

type Shape<T> = Record<keyof T, (value: unknown) => boolean>;

/** Every key is one that is known, and what stands there is right; what is required is there. */
function hasShape<T extends object>(
  value: T,
  shape: Shape<Required<T>>,
  required: (keyof T & string)[],
) {
  expect(required.filter((key) => !Object.hasOwn(value, key))).toEqual([]);
  const known = new Map<string, (value: unknown) => boolean>(Object.entries(shape));
  for (const [key, held] of Object.entries(value) as [string, unknown][]) {
    expect([key, held, known.get(key)?.(held)]).toEqual([key, held, true]);
  }
}

const socialShape: Shape<Required<Client["socialLinks"]>> = {
  ...{ linkedin: isLink, instagram: isLink, twitter: isLink },
};

const clientShape: Shape<Required<Client>> = {
  ...{ uuid: isId, name: isText, description: isText, css: isText, js: isText },
  code: (value) => isLine(value) && value !== "." && value !== "..",
  ...{ logo: isLink, mainImage: isLink, favicon: isLink, privacyPolicy: isText },
  ...{ languageDefault: isLine, country: isCountry, isCvRequired: isBoolean },
  socialLinks: (value) => typeof value === "object",
};

function isClient(client: Client) {
  hasShape(client, clientShape, [
    ...(["uuid", "code", "name", "description", "css", "js", "privacyPolicy"] as const),
    ...(["isCvRequired", "socialLinks"] as const),
  ]);
  hasShape(client.socialLinks, socialShape, []);
}

const spoken = (value: unknown) => typeof value === "string" && value.trim() !== "";

type Questions = z.infer<typeof applySiteQuestions>;

function areQuestions({ killerQuestions, openQuestions }: Questions) {
  expect(openQuestions.every(spoken)).toBe(true);
  for (const { text, answers } of killerQuestions) {
    expect(spoken(text)).toBe(true);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every(spoken)).toBe(true);
    expect(new Set(answers).size).toBe(answers.length);
  }
}

const positionShape: Shape<Required<Position>> = {
  ...{ uuid: isId, name: isLine, description: isText, location: isLine, joinDate: isLine },
  ...{ clientUuid: isId, country: isCountry, contractType: isLine, salary: isLine },
  csrfToken: (value) => typeof value === "string" && /^[!-~]{1,1024}$/.test(value),
  status: (value) => value === "open" || value === "closed",
  ...{ publishedAt: isDate, validThrough: isDate, remote: isBoolean },
  ...{ essentialRequirements: listOf(isLine), niceToHaveRequirements: listOf(isLine) },
  ...{
    killerQuestions: listOf((value) => typeof value === "object"),
    openQuestions: listOf(spoken),
  },
};

function isPosition(position: Position) {
  hasShape(position, positionShape, [
    ...(["uuid", "name", "description", "clientUuid", "essentialRequirements"] as const),
    ...(["niceToHaveRequirements", "killerQuestions", "openQuestions"] as const),
  ]);
  areQuestions(position);
}

const listedShape: Shape<Required<ListedPosition>> = {
  ...{ uuid: isId, name: isLine, location: isLine, contractType: isLine, joinDate: isLine },
  ...{ department: isLine, publishedAt: isDate, applyUrl: isLink },
};

const isListed = (position: ListedPosition) => hasShape(position, listedShape, ["uuid", "name"]);

/** A schema has a value of its shape, or says what is wrong; anything that it throws is a fault. */
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
      ...{ location: anyJson, join_date: anyJson, country: anyJson, contract_type: anyJson },
      ...{ csrf_token: anyJson, status: anyJson, published_at: anyJson, valid_through: anyJson },
      ...{ salary: anyJson, remote: anyJson, candidate_criteria_structured: anyJson },
      ...{ uuid: anyJson, id: anyJson },
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
    ["a header's value", headerValue, (value) => new Headers([["x", String(value)]]).has("x")],
    ["a link", link, isLink],
  ])("%s", manyTries, async (_, schema, isRight) => {
    const given = fc.oneof(anyJson, anyText, address, date, id);
    await proved(
      fc.property(given, (json) => {
        const value = optional(schema).parse(json);
        expect(value === undefined || isRight(value)).toBe(true);
        // What was read once is read alike again.
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

describe("what a platform says of a refusal", () => {
  const isSaid = (said: unknown) =>
    said === undefined ||
    (typeof said === "string" && said.trim() !== "" && [...said].length <= 500);

  test("is text of at most 500 characters, or nothing, for any body", manyTries, async () => {
    const detail = fc.oneof(anyJson, anyText, textOf(["😀", "a"], 700));
    const body = fc.oneof(
      anyText,
      anyJson.map((json) => JSON.stringify(json)),
      some({ detail, message: detail }).map((json) => JSON.stringify(json)),
    );
    await proved(
      fc.property(body, (given) => {
        const { detail, message, ...rest } = refusalMessage(given);
        expect(isSaid(detail)).toBe(true);
        expect(isSaid(message)).toBe(true);
        expect(rest).toEqual({});
        if (detail !== undefined) expect(message).toBe(detail);
        // No character was cut in half.
        const hasHalves = /\p{Cs}|\\ud[89a-f]/iu.test(given);
        if (!hasHalves) expect(message ?? "").not.toMatch(/\p{Cs}/u);
      }),
      runs,
    );
  });

  test.each([10, 1000, 100_000])("is read %i levels deep", (depth) => {
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const { message } = refusalMessage(`{"detail":${deep},"message":"Ya no"}`);
    expect(message).toBeDefined();
  });
});

describe("whatever the platform sends", () => {
  // A misconfiguration is told, loudly; here it is none.
  beforeEach(() => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
    return () => vi.restoreAllMocks();
  });

  const status = fc.oneof(
    { weight: 5, arbitrary: fc.constant(200) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(201, 204, 301, 400, 403, 404, 409, 410, 429, 500, 503),
    },
  );
  const bodyOf = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof(
      {
        weight: 5,
        arbitrary: jsonOf(valid).map((json) => new TextEncoder().encode(JSON.stringify(json))),
      },
      { weight: 1, arbitrary: fc.uint8Array() },
    );
  type Sent = [status: number, body: Uint8Array];

  const connectionOf = (answers: Sent[]) => {
    let turn = 0;
    return {
      ...{ baseUrl: "https://platform.example/api", apiKey: "key", apiKeyHeader: "X-Api-Key" },
      fetch: async () => {
        const [status, body] = answers[turn++ % answers.length] ?? [500, new Uint8Array()];
        return new Response(status === 204 ? null : body.slice(), { status });
      },
    };
  };

  async function valueOf<T>(read: Promise<T>): Promise<T | undefined> {
    try {
      return await read;
    } catch (error) {
      expect(error).toBeInstanceOf(PlatformError);
      return undefined;
    }
  }

  const sent = (body: fc.Arbitrary<unknown>) => fc.tuple(status, bodyOf(body));

  test(
    "for a career site, it is one whose links lead somewhere, or an error with a kind",
    manyTries,
    async () => {
      await proved(
        fc.asyncProperty(sent(clientAnswer), sent(listAnswer), async (client, list) => {
          const site = await valueOf(
            loadCareerSite(
              {
                client: (id) => createHiringPlatform(connectionOf([client])).client(id),
                positions: (id) => createHiringPlatform(connectionOf([list])).positions(id),
              },
              "c1",
            ),
          );
          if (site === undefined) return;
          isClient(site.company);
          for (const job of site.jobs) {
            isListed(job);
            expect(isLink(job.applyUrl)).toBe(true);
          }
          expect(new Set(site.jobs.map(({ uuid }) => uuid)).size).toBe(site.jobs.length);
          // As the pages write it.
          expect(encodeURIComponent(site.company.code)).not.toBe("");
        }),
        runs,
      );
    },
  );

  test("for a position's page, it is one, or an error with a kind", manyTries, async () => {
    await proved(
      fc.asyncProperty(sent(positionAnswer), sent(clientAnswer), async (position, client) => {
        const page = await valueOf(
          loadPositionPage(
            {
              position: (id) => createHiringPlatform(connectionOf([position])).position(id),
              client: (id) => createHiringPlatform(connectionOf([client])).client(id),
            },
            "p1",
          ),
        );
        if (page === undefined) return;
        expect(page.title).toSatisfy(isLine);
        expect(page.clientUuid).toSatisfy(isId);
        areQuestions(page);
        expect(encodeURIComponent(page.clientCode)).not.toBe("");
      }),
      runs,
    );
  });

  test("for an application, it has an outcome", manyTries, async () => {
    const said = fc.oneof(anyJson, some({ detail: anyJson, message: anyJson }));
    await proved(
      fc.asyncProperty(sent(said), async (answer) => {
        const { outcome } = await apply(connectionOf([answer]), {
          ...{ clientRef: "c1", positionId: "p1", idempotencyKey: "k" },
          fields: [],
        });
        expect(["accepted", "already-applied", "refused", "unreachable"]).toContain(outcome);
      }),
      runs,
    );
  });
});
