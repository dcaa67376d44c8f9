import { runCompanyScript } from "./company-script";
import { saveBuiltIns } from "./built-ins";
import { waitForModules } from "./wait-for-modules";
import { restoreRemovedForm } from "./removed-form";
import { restoreControls } from "./restore-controls";
import { sendBlockedSubmits } from "./blocked-submit";

/** Functions of the entry script. This module replaces `restore` and `withNative`. */
interface Page {
  restore: (all?: boolean) => (() => void) | undefined;
  withNative: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  say: (text: string) => void;
}

/** Saves the native functions that the form needs. Runs the company's script when the page is interactive. */
export function startCompanyScript(interactive: Promise<unknown>, page: Page): void {
  const restore = saveBuiltIns();
  page.restore = restore;
  const restoreBroken = () => void restore();
  // The script can replace built-ins later: restore them before the form handles an event.
  for (const event of ["input", "keydown", "pointerdown"])
    addEventListener(event, restoreBroken, true);
  page.withNative = async (modules, work) => {
    // A company's replacements might block requests to third parties, so remove the replacements only briefly.
    await waitForModules(modules);
    const undo = restore(true);
    try {
      if (undo) await work();
    } finally {
      undo?.();
    }
  };
  sendBlockedSubmits(restoreControls(restore));
  restoreRemovedForm(restore, page.say);
  runCompanyScript(interactive, restoreBroken);
}
