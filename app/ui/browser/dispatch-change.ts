/** Fires the events that a browser fires when the candidate changes a field. */
export function dispatchChange(field: EventTarget): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
