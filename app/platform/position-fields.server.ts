import { z } from "zod";
import { Field as ContractField, FIELD_ID, mayBeLeftOut, Necessity } from "../../contract/fields";
import { FIELDS_MOST } from "../../contract/limits";
import { readTolerantly } from "../../contract/read";
import { eachOnce, present } from "./present";

/** What was read of a position's `fields`. */
interface ReadFields {
  /** Those that can be asked, in the platform's order, each id once. */
  fields: ContractField[];
  /** Whether those are all that are required. */
  isWhole: boolean;
  /** Where something was left out, such as `fields.0.hint (q_7)`. */
  dropped: string[];
}

/**
 * Reads a position's `fields`, each by itself: one that cannot be asked is left out. Where that is
 * required, no form may lose its answer.
 */
export function readFields(given: unknown): ReadFields {
  const fields = new Map<string, ContractField>();
  const items: unknown[] = Array.isArray(given) ? given : [];
  let isWhole = given === undefined || Array.isArray(given);
  const dropped = isWhole ? [] : ["fields"];
  let characters = 0;
  for (const [index, item] of items.entries()) {
    const { field, wrong } = readField(item);
    const length = field ? JSON.stringify(field).length : 0;
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

/** A field, and what of it is wrong; without a field it cannot be asked. */
function readField(item: unknown): { field?: ContractField; wrong: PropertyKey[][] } {
  try {
    const { value: field, dropped } = readTolerantly(
      ContractField,
      item,
      // Another label would ask something else.
      ([key]) => key === "label",
    );
    // Of a list of endings that are all unknown no file would be right.
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

/** A place in an answer, with the id of the field that it is in. */
function placeOf(item: unknown, path: PropertyKey[]): string {
  const { id }: { id?: unknown } = typeof item === "object" && item !== null ? item : {};
  const isId = (typeof id === "string" && FIELD_ID.test(id)) || typeof id === "number";
  return `${path.join(".")}${isId ? ` (${id})` : ""}`;
}

/** A question of a position's own, as the site has it. */
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
