import { describe, expect, test } from "vitest";
import { MIGRATIONS, type Step } from "./migrations";

interface Given {
  values?: Record<string, unknown>;
  /** The columns of the table of files. */
  cv?: string[];
}

/** The steps of every migration, one after the other, as if each found the same. */
const stepsFor = ({ values = {}, cv = [] }: Given): Step[] =>
  MIGRATIONS.flatMap((migration) =>
    migration({
      value: (key) => values[key],
      columns: (table) => (table === "cv" ? cv : []),
    }),
  );

const DAY = 24 * 60 * 60 * 1000;
const TODAY = ["id", "name", "content_type", "length", "size", "sha256", "field", "rules"];
const draft = { state: "draft", positionUuid: "position" };
const entry = {
  receiptId: "receipt",
  state: "waiting",
  clientUuid: "client",
  positionUuid: "position",
  sentAt: 1,
  attempts: 1,
  reason: null,
  lastStatus: null,
  dueAt: 2,
};

describe("the storage of an application", () => {
  test.each<[string, Given, Step[]]>([
    ["of today", { values: { state: draft, listed: { receiptId: "receipt" } }, cv: TODAY }, []],
    ["that is empty", {}, []],
    [
      "of d8e9b75, before it was sent, becomes a draft",
      { values: { memory: { ...draft } }, cv: ["id", "name", "content_type"] },
      [
        ["put", "state", draft],
        ["delete", "memory"],
        ["add-column", "cv", "size INTEGER"],
        ["add-column", "cv", "sha256 TEXT"],
        ["add-column", "cv", "length INTEGER"],
        ["add-column", "cv", "field TEXT NOT NULL DEFAULT 'cv'"],
        ["add-column", "cv", "rules TEXT"],
      ],
    ],
    [
      "of 541761e gets fields, which are all the CV's",
      { cv: TODAY.slice(0, -2) },
      [
        ["add-column", "cv", "field TEXT NOT NULL DEFAULT 'cv'"],
        ["add-column", "cv", "rules TEXT"],
      ],
    ],
    [
      "of d8e9b75, when it was sent, becomes a delivered one without names",
      {
        values: {
          memory: {
            state: "sent",
            positionUuid: "position",
            digest: "digest",
            wasImage: true,
            until: 100 * DAY,
          },
        },
      },
      [
        [
          "put",
          "state",
          {
            state: "delivered",
            positionUuid: "position",
            record: {
              receiptId: "",
              digest: "digest",
              digestVersion: 1,
              company: { name: "", code: "", uuid: "" },
              positionTitle: "",
              sentAt: 10 * DAY,
              answers: 0,
            },
          },
        ],
        ["delete", "memory"],
      ],
    ],
    ["with a memory of no known shape keeps it", { values: { memory: { state: "lost" } } }, []],
    [
      "of f8802ed gets lengths",
      { cv: TODAY.filter((column) => column !== "length") },
      [["add-column", "cv", "length INTEGER"]],
    ],
    [
      "of 9a45a0a has told the index what the text says",
      { values: { listed: JSON.stringify({ ...entry, reason: undefined }) } },
      [["put", "listed", { receiptId: "receipt", entry }]],
    ],
    ["with a text of something else keeps it", { values: { listed: "{" } }, []],
  ])("%s", (_, given, steps) => {
    expect(stepsFor(given)).toEqual(steps);
  });
});
