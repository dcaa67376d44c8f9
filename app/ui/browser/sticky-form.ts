/** The room above and below a sticky form together, in px. */
const MARGINS = 48;

/**
 * Makes the form sticky beside the details while all of it fits into the window, so that its button is
 * always in reach. Without this script, CSS makes a short form sticky in a high window, and a longer one
 * scrolls with the page.
 *
 * @param form the column that the form is in
 */
export function stickWhileItFits(form: HTMLElement): void {
  const look = () => {
    const fits = form.offsetHeight + MARGINS <= innerHeight;
    form.parentElement?.setAttribute("data-fits", fits ? "yes" : "no");
  };
  new ResizeObserver(look).observe(form);
  addEventListener("resize", look);
}
