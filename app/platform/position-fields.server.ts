import * as z from "zod";
import {
  Field as ContractField,
  FIELD_ID,
  fieldSize,
  isOptional,
  RequiredKeys,
} from "~/contract/fields";
import { FIELD_LIMITS } from "~/contract/limits";
import { readTolerantly, type DroppedValue } from "~/contract/tolerant";
import { unique, omitUndefined } from "./omit-undefined";

export interface ReadFields {
  /** The supported fields, in the platform's order, without repeated ids. */
  fields: ContractField[];
  dropped: DroppedField[];
}

/** A dropped field or a dropped key of a field, such as `fields.0.hint (q_7)`. */
export interface DroppedField extends DroppedValue {
  /** The outcome for the field. `missed`: a required field is unsupported, so the position has no form. */
  field: "asked" | "asked once" | "left out" | "missed";
}

/**
 * Parses a position's `fields` one by one, and leaves out unsupported fields. If a required field is left
 * out, candidates must apply elsewhere.
 */
export function readFields(value: unknown): ReadFields {
  const fields = new Map<string, ContractField>();
  const all: unknown[] = Array.isArray(value) ? value : [];
  const items = all.slice(0, MAX_ITEMS);
  const isNotList = value !== undefined && !Array.isArray(value);
  const listProblem = isNotList ? "is not a list" : all.length > MAX_ITEMS && TOO_MUCH.why;
  const droppedFields: DroppedField[] = listProblem
    ? [{ place: "fields", why: listProblem, field: "missed" }]
    : [];
  let characters = 0;
  for (const [index, item] of items.entries()) {
    const { field, wrong } = readField(item);
    const length = field ? fieldSize(field) : 0;
    const isRepeated = field !== undefined && fields.has(field.id);
    const fits =
      fields.size < FIELD_LIMITS.fields && characters + length <= FIELD_LIMITS.characters;
    const isAsked = field !== undefined && !isRepeated && fits;
    if (isAsked) {
      fields.set(field.id, field);
      characters += length;
    }
    if (isRepeated) {
      const why = "another field has the same id";
      droppedFields.push({ place: fieldPath(item, index), why, field: "asked once" });
      continue;
    }
    const outcome = isAsked ? "asked" : isRequired(item) ? "missed" : "left out";
    for (const { place, why } of field && !isAsked ? [TOO_MUCH] : wrong) {
      droppedFields.push({ place: fieldPath(item, index, place), why, field: outcome });
    }
  }
  return { fields: [...fields.values()], dropped: droppedFields };
}

/** Maximum number of items that are parsed, including unsupported ones. */
const MAX_ITEMS = 10 * FIELD_LIMITS.fields;

const TOO_MUCH: DroppedValue = {
  place: "",
  why: `over the limit of ${FIELD_LIMITS.fields} fields or ${FIELD_LIMITS.characters} characters`,
};

/** Parses a field. The result has no `field` if the field is unsupported. */
function readField(item: unknown): { field?: ContractField; wrong: DroppedValue[] } {
  try {
    const { value: field, dropped } = readTolerantly(
      ContractField,
      item,
      // Without its label, the field would ask a different question.
      ([key]) => key === "label",
    );
    // Drop a field with only unknown extensions, because it would otherwise accept every file.
    const isAnyFile = field.kind === "file" && field.accept === undefined;
    const extension = dropped.find(({ place }) => place === "accept.0");
    return isAnyFile && extension ? { wrong: [extension] } : { field, wrong: dropped };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return { wrong: [{ place: issue?.path.join(".") ?? "", why: issue?.message ?? "" }] };
  }
}

function isRequired(item: unknown): boolean {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return false;
  return !isOptional(readTolerantly(RequiredKeys, item).value);
}

/** Formats the path of a value in the response, followed by the field's id. */
function fieldPath(item: unknown, index: number, part = ""): string {
  const { id }: { id?: unknown } = typeof item === "object" && item !== null ? item : {};
  const isId = (typeof id === "string" && FIELD_ID.test(id)) || typeof id === "number";
  return `fields.${index}${part && `.${part}`}${isId ? ` (${id})` : ""}`;
}

export function toField(field: ContractField) {
  const { required: _, section, ...rest } = field;
  const flags = { isRequired: !isOptional(field), isVoluntary: section === "voluntary" };
  switch (rest.kind) {
    case "one_of":
    case "some_of":
      return omitUndefined({
        ...rest,
        ...flags,
        options: unique(rest.options, ({ value }) => value) ?? [],
      });
    case "file":
      return omitUndefined({ ...rest, ...flags, accept: unique(rest.accept) });
    default:
      return omitUndefined({ ...rest, ...flags });
  }
}

export type Field = ReturnType<typeof toField>;
