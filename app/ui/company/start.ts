import { runCompanyScript } from "./company-script";
import { saveBuiltIns } from "./built-ins";
import { waitForModules } from "./wait-for-modules";
import { restoreRemovedForm } from "./removed-form";
import { sendBlockedSubmits } from "./blocked-submit";

/** What a company's script may change for the page's other parts. */
interface Page {
  mend: (all?: boolean) => (() => void) | undefined;
  withOwn: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  say: (words: string) => void;
}

/**
 * Runs the company's script when the page is interactive, after keeping what the form needs from it.
 *
 * @param page is told how to have the browser's own functions back
 */
export function start(interactive: Promise<unknown>, page: Page): void {
  const giveBack = saveBuiltIns();
  page.mend = giveBack;
  const mend = () => void giveBack();
  // Built-ins that it replaces later are restored before the form sees an event.
  for (const event of ["input", "keydown", "pointerdown"]) addEventListener(event, mend, true);
  page.withOwn = async (modules, work) => {
    // What the script put there may keep strangers from being asked anything: it is away for a moment only.
    await waitForModules(modules);
    const putBack = giveBack(true);
    try {
      if (putBack) await work();
    } finally {
      putBack?.();
    }
  };
  sendBlockedSubmits();
  restoreRemovedForm(giveBack, page.say);
  runCompanyScript(interactive, mend);
}
