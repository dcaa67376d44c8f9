import { z } from "zod";
import {
  FIELD_ID,
  standardSchema,
  type aboutFields,
  type Field,
  type Standard,
} from "./field-format.server";
import {
  bound,
  bytes,
  characters,
  endingsOf,
  label,
  optionsOf,
  part,
  words,
  type LeaveOut,
} from "./field-parts.server";
import { link, present, yesOrNo } from "./fields.server";

/** Most fields of a position. */
const FIELDS_MOST = 100;

/** Most characters of all fields together, with their options: a page shows them all. */
const CHARACTERS_MOST = 100_000;

/** Ids of fields whose labels are our own where the platform gives none. */
const LABELLED: ReadonlySet<string> = new Set([
  "email",
  "cover_letter",
  "linkedin",
  "website",
  "location",
]);

/** Ids of what the form asks anyway, and one that no object of JavaScript can have as a key. */
const TAKEN: ReadonlySet<string> = new Set([
  "first_name",
  "last_name",
  "phone",
  "cv",
  "privacy_policy",
  "__proto__",
]);

/** How the elements are called that stand at another field: its hint, and what is wrong with it. */
const OF_ANOTHER = /-(hint|error)$/;

const fieldId = z.preprocess(
  (given) => (typeof given === "number" ? String(given) : given),
  z.string().regex(FIELD_ID),
);

const loose = z.record(z.string(), z.unknown());

/** What a position says of its fields, as the platform writes it. */
interface Given {
  fields?: unknown;
  sections?: unknown;
  standard?: unknown;
  cv_accept?: unknown;
  cv_max_bytes?: unknown;
  apply_url?: unknown;
}

/** What a position asks, as this build reads it. */
export interface PositionFields extends z.infer<z.ZodObject<typeof aboutFields>> {
  /** In the platform's order, each id once. */
  fields: Field[];
  /** What the position says of the specification's own fields; the rest is as it is without it. */
  standard: Partial<Standard>;
}

/**
 * Reads what a position says of its fields (design, section 4b). Never throws. A field that cannot be
 * asked is left out; if it is required the position is one to apply for elsewhere, so that no form
 * loses an answer.
 *
 * @returns besides, what was left out, for the log: places and reasons, no texts
 */
export function positionFields(given: Given): { asks: PositionFields; leftOut: string[] } {
  const leftOut: string[] = [];
  const leaveOut: LeaveOut = (what) => void leftOut.push(what);
  const { fields, isWhole } = fieldsOf(given.fields, leaveOut);
  const cvAccept = endingsOf("cv_accept", given.cv_accept, leaveOut);
  const asks = present({
    fields,
    standard: standardOf(given.standard, leaveOut),
    voluntary: voluntaryOf(given.sections, leaveOut),
    cvAccept: cvAccept?.length === 0 ? undefined : cvAccept,
    cvMaxBytes: part("cv_max_bytes", bytes, given.cv_max_bytes, leaveOut),
    elsewhere: isWhole ? undefined : present({ href: addressOf(given.apply_url, leaveOut) }),
  });
  return { asks, leftOut };
}

/** The fields that can be asked, and whether those are all that are required. */
function fieldsOf(given: unknown, leaveOut: LeaveOut) {
  if (given === undefined || given === null) return { fields: [], isWhole: true };
  if (!Array.isArray(given)) {
    leaveOut("fields is no list");
    return { fields: [], isWhole: false };
  }
  const fields = new Map<string, Field>();
  let isWhole = true;
  let length = 0;
  for (const [index, one] of given.entries()) {
    const raw = loose.safeParse(one).data ?? {};
    const id = fieldId.safeParse(raw.id).data;
    const at = id === undefined ? `fields.${index}` : `fields.${index} (${id})`;
    const leaveOutHere: LeaveOut = (what) => leaveOut(`${at}: ${what}`);
    const isVoluntary = raw.section === "voluntary";
    const isRequired = isSaidRequired(raw.required, leaveOutHere) && !isVoluntary;
    const read = fieldOf(raw, { id, isRequired, isVoluntary }, leaveOutHere);
    const size = JSON.stringify(read).length;
    const fault = faultOf(read, fields, length + size);
    if (typeof read !== "string" && fault === undefined) {
      fields.set(read.id, read);
      length += size;
    } else {
      leaveOutHere(fault ?? "");
      // What is there twice is asked once.
      if (isRequired && fault !== TWICE) isWhole = false;
    }
  }
  return { fields: [...fields.values()], isWhole };
}

const TWICE = "the id is there twice";

/** Why what was read of a field is not asked, besides the fields before it. */
function faultOf(read: Field | string, before: ReadonlyMap<string, Field>, length: number) {
  if (typeof read === "string") return read;
  if (before.has(read.id)) return TWICE;
  if (before.size >= FIELDS_MOST) return "there are too many fields";
  return length > CHARACTERS_MOST ? "the fields are too long" : undefined;
}

/** Whether a field is required; what is said in words that we do not know means that it is. */
function isSaidRequired(given: unknown, leaveOut: LeaveOut): boolean {
  return part("required", yesOrNo, given, leaveOut) ?? (given !== undefined && given !== null);
}

/** What was read of a field already. */
interface Begun {
  id: string | undefined;
  isRequired: boolean;
  isVoluntary: boolean;
}

/** One field, or the reason why it cannot be asked. */
function fieldOf(
  raw: Record<string, unknown>,
  { id, isRequired, isVoluntary }: Begun,
  leaveOut: LeaveOut,
): Field | string {
  if (id === undefined) return "it has no id";
  if (TAKEN.has(id) || OF_ANOTHER.test(id)) return "the id is taken";
  const isRead = raw.kind === "consent" || raw.kind === "note";
  const its = (isRead ? words : label).safeParse(raw.label).data;
  if (its === undefined && raw.label !== undefined && raw.label !== null)
    return "the label is malformed";
  if (its === undefined && (isRead || !LABELLED.has(id))) return "it has no label";
  const hint = part("hint", label, raw.hint, leaveOut);
  const base = present({ id, label: its, hint, isRequired, isVoluntary });
  switch (raw.kind) {
    case "email":
    case "url":
    case "date":
    case "yes_no":
      return { ...base, kind: raw.kind };
    case "text":
    case "long_text":
      return present({ ...base, kind: raw.kind, max: part("max", characters, raw.max, leaveOut) });
    case "number":
      return { ...base, kind: raw.kind, ...boundsOf(raw, leaveOut) };
    case "one_of":
    case "some_of": {
      const options = optionsOf(raw.options, leaveOut);
      return options ? { ...base, kind: raw.kind, options } : "it has no options, or too many";
    }
    case "file": {
      const accept = endingsOf("accept", raw.accept, leaveOut);
      if (accept?.length === 0) return "it accepts no file that we know";
      return present({
        ...base,
        kind: raw.kind,
        accept,
        max: part("max", bytes, raw.max, leaveOut),
      });
    }
    case "consent":
      return { ...base, kind: raw.kind, label: its ?? "" };
    case "note":
      return { ...base, kind: raw.kind, label: its ?? "", isRequired: false };
    default:
      return "the kind is unknown";
  }
}

function boundsOf(raw: Record<string, unknown>, leaveOut: LeaveOut) {
  const min = part("min", bound, raw.min, leaveOut);
  const max = part("max", bound, raw.max, leaveOut);
  if (min === undefined || max === undefined || min <= max) return present({ min, max });
  leaveOut("min is more than max");
  return {};
}

function standardOf(given: unknown, leaveOut: LeaveOut): Partial<Standard> {
  const raw = part("standard", loose, given, leaveOut) ?? {};
  const { phone, cv } = standardSchema.shape;
  return present({
    phone: part("standard.phone", phone, raw.phone, leaveOut),
    cv: part("standard.cv", cv, raw.cv, leaveOut),
  });
}

function voluntaryOf(given: unknown, leaveOut: LeaveOut) {
  const sections = part("sections", loose, given, leaveOut) ?? {};
  const raw = part("sections.voluntary", loose, sections.voluntary, leaveOut);
  if (raw === undefined) return undefined;
  return present({
    title: part("sections.voluntary.title", label, raw.title, leaveOut),
    note: part("sections.voluntary.note", words, raw.note, leaveOut),
  });
}

/** The http(s) address of a page where one may apply. */
function addressOf(given: unknown, leaveOut: LeaveOut): string | undefined {
  const address = link.pipe(
    z
      .string()
      .regex(/^https?:/)
      .max(2048),
  );
  return part("apply_url", address, given, leaveOut);
}
