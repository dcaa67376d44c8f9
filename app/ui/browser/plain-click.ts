/** Returns the matching link that was clicked. Ignores cancelled clicks and clicks with a modifier key. */
export function findClickedLink(event: MouseEvent, selector: string): HTMLAnchorElement | null {
  // Other mouse buttons fire `auxclick` instead.
  const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null;
  return event.target.closest<HTMLAnchorElement>(selector);
}
