import { describe, expect, test } from "vitest";

import * as z from "zod";
import { parsePosition } from "~/tests/support/site-answers";
import { readPosition } from "./position.server";

const killer = { question: "¿Permiso?", answers: ["Sí", "No"] };
const parsedKiller = { text: "¿Permiso?", answers: ["Sí", "No"] };
const withQuestions = (questions: unknown) => ({ apply_site_questions: questions });

function findError(response: unknown) {
  try {
    readPosition(response, "p1");
    return undefined;
  } catch (error) {
    return error instanceof z.ZodError ? error : undefined;
  }
}

const minimal = { name: "Jefa de taller", client: "c1" };

const read = (response: unknown) => parsePosition(response);

describe("readPosition", () => {
  test("reads all values [3.01, 3.02, 3.03, 7.02]", () => {
    const position = read({
      ...{ uuid: "P1", name: " Jefa de taller ", description: " <p>Hola</p>\n", client: 7 },
      ...{ location: "Bilbao", join_date: "2026-09-01", country: "es", status: "OPEN" },
      ...{ contract_type: "Indefinido", csrf_token: "token", pay: { text: "30.000 €" } },
      ...{ published_at: "2026-07-01T08:00:00Z", closes_at: "2026-10-01" },
      candidate_criteria_structured: {
        essential_requirements: [{ name: "Paciencia" }],
        complimentary_requirements: [{ name: "Inglés" }, { name: "Euskera" }],
      },
      apply_site_questions: [{ question: "A", answers: ["1"] }, { question: "B" }],
      something_new: { unknown: true },
    });
    expect(position).toEqual({
      ...{ uuid: "P1", name: "Jefa de taller", description: " <p>Hola</p>\n", clientUuid: "7" },
      ...{ location: "Bilbao", joinDate: "2026-09-01", country: "ES", status: "open" },
      ...{ contractType: "Indefinido", csrfToken: "token", pay: { text: "30.000 €" } },
      ...{ publishedAt: "2026-07-01T08:00:00Z", closesAt: "2026-10-01" },
      essentialRequirements: ["Paciencia"],
      niceToHaveRequirements: ["Inglés", "Euskera"],
      killerQuestions: [{ text: "A", answers: ["1"] }],
      openQuestions: ["B"],
      fields: [],
      standard: {},
    });
  });

  test.each<[ids: object, isAccepted: boolean]>([
    [{ id: "p1" }, true],
    [{ id: 7, uuid: "p1" }, true],
    [{ uuid: "p2", id: "P1" }, true],
    [{ uuid: "p2" }, false],
    [{ id: "p2" }, false],
    [{ uuid: "c1", id: 7 }, false],
  ])("compares the ids %j with the requested position: %j", (ids, isAccepted) => {
    const assertion = expect(() => read({ ...ids, client: "c1", name: "Cook" }));
    if (isAccepted) assertion.not.toThrow();
    else assertion.toThrow("is not the requested one");
  });

  test("truncates an overlong description", () => {
    const limit = "a".repeat(200_000);
    expect(read({ ...minimal, description: limit })).not.toHaveProperty("isDescriptionCut");
    expect(read({ ...minimal, description: `${limit}b` })).toMatchObject({
      ...{ description: limit, isDescriptionCut: true },
    });
  });

  const bare = {
    ...{ uuid: "p1", name: "Jefa de taller", description: "", clientUuid: "c1", standard: {} },
    ...{ essentialRequirements: [], niceToHaveRequirements: [], fields: [] },
    ...{ killerQuestions: [], openQuestions: [] },
  };

  test.each([
    ["only required values", {}],
    [
      "nulls",
      {
        ...{ uuid: null, description: null, location: null, join_date: null, country: null },
        ...{ csrf_token: null, status: null, apply_site_questions: null },
        candidate_criteria_structured: null,
      },
    ],
    [
      "malformed optional values",
      {
        ...{ uuid: "../evil", location: { city: "Bilbao" }, join_date: 20260901 },
        ...{ country: "Spain", contract_type: [], csrf_token: "a\nb", status: "paused" },
        ...{ published_at: "yesterday", closes_at: 1, pay: { from: 1 }, workplace: "moon" },
        description: 5,
        candidate_criteria_structured: { essential_requirements: "many" },
      },
    ],
    ["blanks", { location: " ", join_date: "", contract_type: "\n" }],
  ])("omits keys for missing values: %s", (_, fields) => {
    const position = read({ ...minimal, ...fields });
    expect(position).toEqual(bare);
    expect(Object.keys(position).sort()).toEqual(Object.keys(bare).sort());
  });

  test("drops only malformed requirements [3.02]", () => {
    const criteria = { essential_requirements: [{ name: "A" }, {}, null, "B", { name: " " }, 3] };
    const position = read({ ...minimal, candidate_criteria_structured: criteria });
    expect(position.essentialRequirements).toEqual(["A", "B"]);
  });

  test("reads facts without duplicates", () => {
    const position = read({
      ...minimal,
      employment_type: ["INTERN", "part-time", "intern"],
      places: [
        { city: "Kiel", postal_code: "24103", country: "de" },
        { city: "Lugo" },
        { city: "Lugo" },
      ],
      notices: [{ text: "Nadie decide por ti.", url: "https://a.example/ai" }],
      ...{ remote_countries: ["es"], pay: { min: "0", currency: "eur" }, takes: "source" },
      ...{ talks_back: "true", honours: "Idempotency-Key" },
    });
    expect(position).toEqual({
      ...bare,
      employmentTypes: ["INTERN", "PART_TIME"],
      places: [{ city: "Kiel", postalCode: "24103", country: "DE" }, { city: "Lugo" }],
      notices: [{ text: "Nadie decide por ti.", url: "https://a.example/ai" }],
      ...{ remoteCountries: ["ES"], pay: { min: 0, currency: "EUR" }, takes: ["source"] },
      ...{ platformEmailsCandidate: true, honoursKeys: true },
    });
    expect(read({ ...minimal, talks_back: false, honours: ["etags"] })).toEqual(bare);
  });

  test.each([
    ["name", { name: " " }],
    ["client", { client: null }],
    ["client", { client: "../evil" }],
    ["apply_site_questions", { apply_site_questions: "none" }],
    [
      "apply_site_questions.killer_questions.1.question",
      withQuestions({ killer_questions: [killer, {}] }),
    ],
    ["apply_site_questions.killer_questions.0.question", withQuestions([{ question: " " }])],
    [
      "apply_site_questions.killer_questions.0.answers",
      withQuestions([{ question: "A", answers: "Sí" }]),
    ],
  ])("refuses a position with an invalid %s", (path, fields) => {
    const error = findError({ ...minimal, ...fields });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  test.each([null, [], "position", 3])("refuses %j", (response) => {
    expect(findError(response)).toBeDefined();
  });
});

describe("a position's questions", () => {
  test.each<[name: string, given: unknown, killers: object[], open: string[]]>([
    ["null", null, [], []],
    ["an object [3.03]", { killer_questions: [killer] }, [parsedKiller], []],
    [
      "an object with open questions [3.03]",
      { killer_questions: [killer], open_questions: ["¿Por qué?", { question: "¿Cómo?" }] },
      [parsedKiller],
      ["¿Por qué?", "¿Cómo?"],
    ],
    [
      "a list of questions with and without answers [3.03]",
      [
        { question: "A" },
        killer,
        { question: "B", answers: [] },
        { question: "C", answers: [" "] },
      ],
      [parsedKiller],
      ["A", "B", "C"],
    ],
    [
      "numeric and repeated answers",
      [{ question: "¿Años?", answers: [1, 2, 2, "2", "3 o más"] }],
      [{ text: "¿Años?", answers: ["1", "2", "3 o más"] }],
      [],
    ],
    [
      "strings with spaces",
      [{ question: " ¿Permiso? ", answers: [" Sí", "No "] }],
      [{ text: " ¿Permiso? ", answers: [" Sí", "No "] }],
      [],
    ],
  ])("reads questions from %s", (_, given, killerQuestions, openQuestions) => {
    expect(read({ ...minimal, ...withQuestions(given) })).toMatchObject({
      killerQuestions,
      openQuestions,
    });
  });
});
