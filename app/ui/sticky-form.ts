/** What is left free above and below a form that sticks, in px. */
const MARGINS = 48;

/**
 * Lets the form stick beside the details of a long page, as long as all of it fits into the window:
 * nobody is to scroll inside a page to reach its button. Without this it goes away with the page.
 *
 * @param form the part of the page that it stands in
 */
export function stickWhileItFits(form: HTMLElement): void {
  const look = () =>
    form.parentElement?.toggleAttribute("data-fits", form.offsetHeight + MARGINS <= innerHeight);
  new ResizeObserver(look).observe(form);
  addEventListener("resize", look);
}
