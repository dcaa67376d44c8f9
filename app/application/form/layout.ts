/** With more of its own fields than this, a position's form goes below the details, in sections. */
const MAX_FIELDS_BESIDE = 6;

/** Whether a position's form is too long to go beside its details. */
export const isLongForm = (position: {
  fields: readonly unknown[];
  elsewhere?: unknown;
  opensSoon?: true;
}): boolean =>
  !position.elsewhere && !position.opensSoon && position.fields.length > MAX_FIELDS_BESIDE;
