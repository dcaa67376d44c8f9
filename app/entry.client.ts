import { settleApplied, type IslandProps } from "./application/receipt/applied-here";
import type { ApplicationFormProps } from "./application/form/props";
import { interceptSubmits } from "./ui/browser/intercept-submits";
import { whenIdleOrTouched } from "./ui/browser/when-idle";
import { startLoadingNotices } from "./ui/browser/loading-notice";
import { startPolicyDialogs } from "./ui/browser/policy-links";
import { startCompanyScript } from "./ui/company/start-company-script";

/**
 * The entry script of every page. It shows a notice while the next page loads, and loads the page's other
 * scripts on demand. If one of these scripts is blocked or throws, the rest of the page still works.
 *
 * Browsers before Chrome 97, Firefox 104 and Safari 15.4 show the plain page (docs/browsers.md).
 */
if ("findLast" in Array.prototype) start();

interface Page {
  /**
   * Restores native functions that a company's script has broken.
   *
   * @param all whether to also restore replaced functions that still work
   * @returns a function that puts the company's replacements back
   */
  restore: (all?: boolean) => (() => void) | undefined;
  /** Runs code with the browser's native functions (`ui/company`). */
  withNative: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  say: (text: string) => void;
}

function start() {
  const say = startLoadingNotices();
  const page: Page = { restore: () => undefined, withNative: (_, work) => work(), say };
  interceptSubmits(page);
  startPolicyDialogs();

  const share = document.querySelector<HTMLInputElement>(".share");
  if (share) {
    share.type = "button";
    share.onclick = () =>
      import("./ui/browser/share").then((module) => module.share(share, say), ignore);
  }

  restoreSearchLink();

  const search = document.querySelector<HTMLFormElement>("form[data-live-search]");
  if (search) {
    void whenIdleOrTouched(search)
      .then(() => import("./career-site/start"))
      .then((module) => module.startCareerSite(search, say), ignore);
  }

  const interactive = startIsland(page).catch(ignore);
  if (document.querySelector("[data-company-script]")) startCompanyScript(interactive, page);
}

/** Points the link to all jobs to this tab's last search (`app/career-site`). */
function restoreSearchLink() {
  const back = document.querySelector<HTMLAnchorElement>(".all-jobs a");
  try {
    const search = back && sessionStorage.getItem(back.pathname);
    if (search) back.search += (back.search && "&") + search;
  } catch {
    // If storage is blocked, the link leads to the full list.
  }
}

/** Hydrates the form or the receipt on demand. */
async function startIsland(page: Page) {
  const island = document.querySelector<HTMLElement>("[data-island]");
  const props = document.querySelector("[data-props]")?.textContent;
  if (!props) return;
  const data = JSON.parse(props) as IslandProps & Partial<ApplicationFormProps>; // the server writes these types
  settleApplied(data, (positionUuid, receipt) => {
    import("./application/form/on-demand").then(
      // The script includes React, which needs native functions.
      (module) => page.withNative([], () => module.settleDraft(positionUuid, receipt)),
      ignore,
    );
  });
  if (island?.dataset.island === undefined) return;
  const module = await import("./application/form/on-demand");
  await module.hydrateOnDemand(island, data, page);
}

function ignore() {
  // If a script can't be loaded, the page still works as plain HTML.
}
