import { runCompanyScript } from "./company-script";
import { keepBuiltIns } from "./kept-built-ins";
import { haveCome } from "./have-come";
import { freeSwallowedSubmits } from "./swallowed-submit";

/** What a company's script may change for the page's other parts. */
interface Page {
  mend: () => void;
  withOwn: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
}

/**
 * Runs the company's script when the page is interactive, after keeping what the form needs from it.
 *
 * @param page is told how to have the browser's own functions back
 */
export function start(interactive: Promise<unknown>, page: Page): void {
  const giveBack = keepBuiltIns();
  const mend = () => void giveBack();
  page.mend = mend;
  page.withOwn = async (modules, work) => {
    // What the script put there may keep strangers from being asked anything: it is away for a moment only.
    await haveCome(modules);
    const putBack = giveBack(true);
    try {
      if (putBack) await work();
    } finally {
      putBack?.();
    }
  };
  freeSwallowedSubmits();
  runCompanyScript(interactive, mend);
}
