import { z } from "zod";
import {
  Field as ContractField,
  FIELD_ID,
  fieldSize,
  mayBeLeftOut,
  Necessity,
} from "../../contract/fields";
import { FIELDS_MOST } from "../../contract/limits";
import { readTolerantly } from "../../contract/read";
import { eachOnce, present } from "./present";

/** The parsed `fields` of a position. */
interface ReadFields {
  /** The supported fields, in the platform's order, without repeated ids. */
  fields: ContractField[];
  /** Whether they include all required ones. */
  isWhole: boolean;
  /** Paths of dropped parts, such as `fields.0.hint (q_7)`. */
  dropped: string[];
}

/**
 * Parses a position's `fields` one by one, and leaves out those that cannot be asked. If a required one is
 * left out, candidates must apply elsewhere.
 */
export function readFields(given: unknown): ReadFields {
  const fields = new Map<string, ContractField>();
  const items: unknown[] = Array.isArray(given) ? given : [];
  let isWhole = given === undefined || Array.isArray(given);
  const dropped = isWhole ? [] : ["fields"];
  let characters = 0;
  for (const [index, item] of items.entries()) {
    const { field, wrong } = readField(item);
    const length = field ? fieldSize(field) : 0;
    const isTwice = field !== undefined && fields.has(field.id);
    const fits = fields.size < FIELDS_MOST.fields && characters + length <= FIELDS_MOST.characters;
    const isAsked = field !== undefined && !isTwice && fits;
    if (isAsked) {
      fields.set(field.id, field);
      characters += length;
    } else if (!isTwice && isRequired(item)) isWhole = false;
    const places = isAsked || !field ? wrong : [[]];
    dropped.push(...places.map((path) => placeOf(item, ["fields", index, ...path])));
  }
  return { fields: [...fields.values()], isWhole, dropped };
}

/** A parsed field and its malformed parts. Without `field` it cannot be asked. */
function readField(item: unknown): { field?: ContractField; wrong: PropertyKey[][] } {
  try {
    const { value: field, dropped } = readTolerantly(
      ContractField,
      item,
      // With another label it would be another question.
      ([key]) => key === "label",
    );
    // If all extensions are unknown, no file would be accepted.
    const isAnyFile = field.kind === "file" && field.accept === undefined;
    if (isAnyFile && dropped.includes("accept.0")) return { wrong: [["accept"]] };
    return { field, wrong: dropped.map((path) => [path]) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { wrong: error.issues.slice(0, 1).map(({ path }) => path) };
  }
}

function isRequired(item: unknown): boolean {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  return !mayBeLeftOut(readTolerantly(Necessity, item).value);
}

/** A path in the answer, with the field's id. */
function placeOf(item: unknown, path: PropertyKey[]): string {
  const { id }: { id?: unknown } = typeof item === "object" && item !== null ? item : {};
  const isId = (typeof id === "string" && FIELD_ID.test(id)) || typeof id === "number";
  return `${path.join(".")}${isId ? ` (${id})` : ""}`;
}

/** A field in the site's own terms. */
export function toField(field: ContractField) {
  const { required: _, section, ...its } = field;
  const asked = { isRequired: !mayBeLeftOut(field), isVoluntary: section === "voluntary" };
  switch (its.kind) {
    case "one_of":
    case "some_of":
      return present({
        ...its,
        ...asked,
        options: eachOnce(its.options, ({ value }) => value) ?? [],
      });
    case "file":
      return present({ ...its, ...asked, accept: eachOnce(its.accept) });
    default:
      return present({ ...its, ...asked });
  }
}

export type Field = ReturnType<typeof toField>;
