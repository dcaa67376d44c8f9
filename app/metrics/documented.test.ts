import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BLOBS, DOUBLES, EVENTS } from "./point";

const [, section = ""] =
  /\n## Metrics\n([^]*?)\n## /.exec(readFileSync("docs/operations.md", "utf8")) ?? [];

/** The cells of the rows whose first one is a code, by that. */
const rows = new Map(
  [...section.matchAll(/^\| `(\w+)` *\|(.*)\|$/gm)].map(([, first = "", rest = ""]) => [
    first,
    rest.split(" | ").map((cell) => cell.trim()),
  ]),
);

/** What stands as code in a text, each once. */
const codesIn = (text = "") => new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code));

const columns = new Map<string, string>([
  ...BLOBS.map((name, at) => [`blob${at + 1}`, name] as const),
  ...DOUBLES.map((name, at) => [`double${at + 1}`, name] as const),
]);

test("docs/operations.md has the columns as they are written", () => {
  const said = [...rows].filter(([name]) => /^(blob|double)\d+$/.test(name));
  expect(said.map(([column, [name]]) => [column, name])).toEqual(
    [...columns].map(([column, name]) => [column, `\`${name}\``]),
  );
});

test("docs/operations.md has every event with what it is about and how it goes", () => {
  expect([...rows.keys()].filter((name) => name in EVENTS)).toEqual(Object.keys(EVENTS));
  for (const [event, { subject, outcome }] of Object.entries(EVENTS)) {
    const [subjects, outcomes] = rows.get(event) ?? [];
    expect(codesIn(subjects), event).toEqual(new Set(subject));
    expect(codesIn(outcomes), event).toEqual(new Set(outcome));
  }
});

describe("the queries of docs/operations.md", () => {
  const queries = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, query = ""]) => query);

  /** What the dialect has: developers.cloudflare.com/analytics/analytics-engine/sql-reference. */
  const DIALECT =
    /^(select|from|where|group|by|having|order|limit|as|and|or|not|in|asc|desc|interval|minute|hour|day|now|sum|sumif|tostartofinterval|quantileexactweighted|timestamp|_sample_interval)$/i;

  const eachOf = (what: "subject" | "outcome") =>
    Object.values(EVENTS).flatMap((event): readonly string[] => event[what]);
  const known: Record<string, readonly string[]> = {
    event: Object.keys(EVENTS),
    subject: eachOf("subject"),
    outcome: eachOf("outcome"),
  };

  test("there are some", () => {
    expect(queries.length).toBeGreaterThanOrEqual(9);
  });

  test.each(queries)("name only what there is: %s", (query) => {
    const withoutTexts = query.replace(/'[^']*'/g, "''");
    const aliases = [...withoutTexts.matchAll(/\bAS (\w+)/g)].map(([, alias]) => alias);
    const names = withoutTexts.match(/[a-z_]\w*/gi) ?? [];
    const others = names.filter((name) => !DIALECT.test(name) && !aliases.includes(name));
    expect(others.filter((name) => !columns.has(name))).toEqual(["puerta"]);
    expect(withoutTexts).toMatch(/\bFROM puerta\nWHERE timestamp > NOW\(\) - INTERVAL '' \w+/);
    expect(query.split("(").length).toBe(query.split(")").length);
  });

  test.each(queries)("compare with texts that are written: %s", (query) => {
    const compared = [...query.matchAll(/(blob\d+) (?:=|!=|(?:NOT )?IN) (\([^)]*\)|'[^']*')/g)];
    expect(compared.length).toBeGreaterThan(0);
    for (const [, column = "", texts = ""] of compared) {
      for (const [, text = ""] of texts.matchAll(/'([^']*)'/g)) {
        if (text !== "") expect(known[columns.get(column) ?? ""], column).toContain(text);
      }
    }
  });

  test("sum what a kept point stands for, and count no rows", () => {
    for (const query of queries) {
      expect(query).toContain("_sample_interval");
      expect(query).not.toMatch(/\bcount/i);
    }
  });
});
