/**
 * The link that a click follows in this tab: no key is held that would open, save or select, and nobody
 * has taken the click.
 *
 * @param selector of the links that are meant
 */
export function findClickedLink(event: MouseEvent, selector: string): HTMLAnchorElement | null {
  // A click is the first button's: another one makes an `auxclick`.
  const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null;
  return event.target.closest<HTMLAnchorElement>(selector);
}
