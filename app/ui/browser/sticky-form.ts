/** What is left free above and below a form that sticks, in px. */
const MARGINS = 48;

/**
 * Lets the form stick beside the details of a long page, as long as all of it fits into the window:
 * nobody is to scroll inside a page to reach its button. Without this a short form sticks in a high
 * window, and a longer one goes away with the page.
 *
 * @param form the part of the page that it stands in
 */
export function stickWhileItFits(form: HTMLElement): void {
  const look = () => {
    const fits = form.offsetHeight + MARGINS <= innerHeight;
    form.parentElement?.setAttribute("data-fits", fits ? "yes" : "no");
  };
  new ResizeObserver(look).observe(form);
  addEventListener("resize", look);
}
