/** A form with more own fields than this is rendered below the position's details, in sections. */
const MAX_FIELDS_IN_SHORT_FORM = 6;

/** Whether a position's form is too long to be rendered next to the position's details. */
export const isLongForm = (position: {
  fields: readonly unknown[];
  elsewhere?: unknown;
  opensSoon?: true;
}): boolean =>
  !position.elsewhere && !position.opensSoon && position.fields.length > MAX_FIELDS_IN_SHORT_FORM;
