import type { IDS_WITH_DEFAULT_LABEL } from "~/contract/lists";
import type { Messages } from "~/app/i18n/messages";
import type { Field } from "~/app/platform/types";

interface ReservedField {
  label: keyof Messages;
  autoComplete?: string;
}

/** Labels and `autocomplete` values for reserved field ids. */
const RESERVED_FIELDS: Record<(typeof IDS_WITH_DEFAULT_LABEL)[number], ReservedField> = {
  email: { label: "form.email", autoComplete: "email" },
  cover_letter: { label: "form.cover_letter" },
  linkedin: { label: "form.linkedin", autoComplete: "url" },
  website: { label: "form.website", autoComplete: "url" },
  location: { label: "form.location", autoComplete: "address-level2" },
};

interface FieldLabel {
  text: string;
  /** Whether the label is Puerta's own text, in the page's language. */
  isOurs: boolean;
}

const reservedById: ReadonlyMap<string, ReservedField> = new Map(Object.entries(RESERVED_FIELDS));

/** Returns the platform's label for a field, or our label for a reserved id, or the id. */
export function fieldLabel(
  { id, label }: { id: string; label?: string | undefined },
  t: Messages,
): FieldLabel {
  const ours = reservedById.get(id)?.label;
  if (label || !ours) return { text: label ?? id, isOurs: false };
  return { text: t[ours], isOurs: true };
}

/** A field's `autocomplete` value. Browsers must not remember voluntary answers. */
export const fieldAutoComplete = ({ id, isVoluntary }: Pick<Field, "id" | "isVoluntary">) =>
  isVoluntary ? "off" : reservedById.get(id)?.autoComplete;
