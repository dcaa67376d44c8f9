/** Fires the events of a change by the candidate. */
export function dispatchChange(field: EventTarget): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
