import { z } from "zod";
import type { SentRecord } from "./state";
import { entrySchema } from "./undelivered";

/*
 * How the storage of an application's object comes from the shapes of earlier builds to today's
 * (docs/decisions/0019 says how to add a migration). Everything here is pure: what is stored makes
 * the steps, and `schema.server.ts` carries them out.
 */

/** What a migration looks at. */
export interface Stored {
  /** Key-value storage: a key's value, unread. */
  value: (key: string) => unknown;
  /** The names of a table's columns; none if there is no such table. */
  columns: (table: string) => readonly string[];
}

/** A change of what is stored. */
export type Step =
  | ["put", key: string, value: unknown]
  | ["delete", key: string]
  | ["add-column", table: string, definition: string];

/**
 * The steps from one shape to the next. There are none where the shape is not the earlier one: an
 * earlier build that runs again for a while takes the number of the schema away with its tables.
 */
export type Migration = (stored: Stored) => Step[];

/** For how long the first builds kept receipts, in ms. */
const FIRST_RECEIPT_MS = 90 * 24 * 60 * 60 * 1000;

/** All that builds up to d8e9b75 stored besides CVs. */
const memorySchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("draft"), positionUuid: z.string() }),
  z.object({
    state: z.literal("sent"),
    positionUuid: z.string(),
    digest: z.string(),
    /** When the receipt expires, in ms since 1970. */
    until: z.number(),
  }),
]);

/**
 * Up to d8e9b75: one value, `memory`, in the place of a state. Nothing waited then. What it lacks for a
 * receipt (`named` in model/receipt.ts) is left empty: in an alarm an object does not know its name.
 */
const memoryBecomesState: Migration = ({ value }) => {
  const { data: memory } = memorySchema.safeParse(value("memory"));
  if (!memory) return [];
  // A build between that one and this may have begun the application anew, and its state counts.
  if (value("state") !== undefined) return [["delete", "memory"]];
  const { positionUuid } = memory;
  if (memory.state === "draft") {
    return [
      ["put", "state", { state: "draft", positionUuid }],
      ["delete", "memory"],
    ];
  }
  const record: SentRecord = {
    receiptId: "",
    digest: memory.digest,
    digestVersion: 1,
    company: { name: "", code: "", uuid: "" },
    positionTitle: "",
    sentAt: memory.until - FIRST_RECEIPT_MS,
    answers: 0,
  };
  return [
    ["put", "state", { state: "delivered", positionUuid, record }],
    ["delete", "memory"],
  ];
};

/** Up to d8e9b75: files without a size and a digest, which were sent as soon as they were whole. */
const filesGetDigests: Migration = ({ columns }) =>
  addColumns(columns("cv"), ["size INTEGER", "sha256 TEXT"]);

/** 9a45a0a, a437863: what the index was told is a text. Another text is left for `Listing` to tell anew. */
const listedBecomesValue: Migration = ({ value }) => {
  const entry = entryIn(value("listed"));
  return entry ? [["put", "listed", { receiptId: entry.receiptId, entry }]] : [];
};

/** Up to f8802ed: files come in one piece, so that none has a length to come to. */
const filesGetLengths: Migration = ({ columns }) => addColumns(columns("cv"), ["length INTEGER"]);

/** Up to 541761e: every file is a CV, taken by the rules of the configuration. */
const filesGetFields: Migration = ({ columns }) =>
  addColumns(columns("cv"), ["field TEXT NOT NULL DEFAULT 'cv'", "rules TEXT"]);

/** In the order in which the shapes changed. One that was deployed is never changed or taken out. */
export const MIGRATIONS: readonly Migration[] = [
  memoryBecomesState,
  filesGetDigests,
  listedBecomesValue,
  filesGetLengths,
  filesGetFields,
];

/** The number of today's shapes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The steps that add the columns that a table lacks, if there is such a table. */
const addColumns = (columns: readonly string[], definitions: string[]): Step[] =>
  columns.length === 0
    ? []
    : definitions
        .filter((definition) => !columns.includes(definition.split(" ")[0] ?? ""))
        .map((definition) => ["add-column", "cv", definition]);

/** The entry that a value is the text of, if it is one. */
function entryIn(text: unknown) {
  try {
    return typeof text === "string" ? entrySchema.safeParse(JSON.parse(text)).data : undefined;
  } catch {
    return undefined;
  }
}
