import { beforeEach, describe, expect, test, vi } from "vitest";

import { positionSchema } from "./position.server";

const least = { name: "Jefa de taller", client: "c1" };
const schema = positionSchema("p1");

// Facts that are malformed are left out, with a line in the log.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

describe("a position", () => {
  test("with everything [3.01, 3.02, 3.03, 7.02]", () => {
    const position = schema.parse({
      ...{ uuid: "p2", name: " Jefa de taller ", description: " <p>Hola</p>\n", client: 7 },
      ...{ location: "Bilbao", join_date: "2026-09-01", country: "es", status: "OPEN" },
      ...{ contract_type: "Indefinido", csrf_token: "token", salary: "30.000 €", remote: false },
      ...{ published_at: "2026-07-01T08:00:00Z", valid_through: "2026-10-01" },
      candidate_criteria_structured: {
        essential_requirements: [{ name: "Paciencia" }],
        complimentary_requirements: [{ name: "Inglés" }, { name: "Euskera" }],
      },
      apply_site_questions: [{ question: "A", answers: ["1"] }, { question: "B" }],
      something_new: { nobody: "knows" },
    });
    expect(position).toEqual({
      ...{ uuid: "p2", name: "Jefa de taller", description: " <p>Hola</p>\n", clientUuid: "7" },
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

  const bare = {
    ...{ uuid: "p1", name: "Jefa de taller", description: "", clientUuid: "c1", standard: {} },
    ...{ essentialRequirements: [], niceToHaveRequirements: [], fields: [] },
    ...{ killerQuestions: [], openQuestions: [] },
  };

  test.each([
    ["the least", {}],
    [
      "nulls, which are as missing",
      {
        ...{ uuid: null, description: null, location: null, join_date: null, country: null },
        ...{ csrf_token: null, status: null, apply_site_questions: null },
        candidate_criteria_structured: null,
      },
    ],
    [
      "optional things malformed",
      {
        ...{ uuid: "../evil", location: { city: "Bilbao" }, join_date: 20260901 },
        ...{ country: "Spain", contract_type: [], csrf_token: "a\nb", status: "paused" },
        ...{ published_at: "yesterday", valid_through: 1, salary: { from: 1 }, remote: "yes" },
        candidate_criteria_structured: { essential_requirements: "many" },
      },
    ],
    ["blanks", { location: " ", join_date: "", contract_type: "\n", salary: "" }],
  ])("with %s has no key for what is missing", (_, fields) => {
    const position = schema.parse({ ...least, ...fields });
    expect(position).toEqual(bare);
    expect(Object.keys(position).sort()).toEqual(Object.keys(bare).sort());
  });

  test("keeps the requirements that can be read among those that can't [3.02]", () => {
    const criteria = { essential_requirements: [{ name: "A" }, {}, null, "B", { name: " " }, 3] };
    const position = schema.parse({ ...least, candidate_criteria_structured: criteria });
    expect(position.essentialRequirements).toEqual(["A", "B"]);
  });

  test.each([
    ["name", { name: " " }],
    ["client", { client: null }],
    ["client", { client: "../evil" }],
    ["description", { description: 5 }],
    ["apply_site_questions", { apply_site_questions: "none" }],
  ])("with a wrong %s breaks the contract", (path, fields) => {
    const result = schema.safeParse({ ...least, ...fields });
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  test.each([null, [], "position", 3])("is not %j", (answer) => {
    expect(schema.safeParse(answer).success).toBe(false);
  });
});
