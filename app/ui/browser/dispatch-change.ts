/** Tells whoever listens to a field that it has changed, as if a person had done it. */
export function dispatchChange(field: EventTarget): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
