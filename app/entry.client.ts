import { settleApplied, type IslandProps } from "./application/receipt/applied-here";
import type { ApplicationFormProps } from "./application/form/props";
import { interceptSubmits } from "./ui/browser/intercept-submits";
import { whenIdleOrTouched } from "./ui/browser/when-idle";
import { startLoadingNotices } from "./ui/browser/loading-notice";
import { startPolicyDialogs } from "./ui/browser/policy-links";

/**
 * The entry script, the only one that every page loads. It shows a notice while the next page loads, and loads
 * the scripts of the page's parts on demand. If one part's script is blocked or throws, the other parts and the
 * plain page still work.
 *
 * Browsers before Chrome 97, Firefox 104 and Safari 15.4 run no scripts and use the plain page
 * (docs/browsers.md).
 */
if ("findLast" in Array.prototype) start();

/** Functions shared by the page's parts. */
interface Page {
  /**
   * Restores native functions that a company's script has broken, or all of them.
   *
   * @returns a function that puts the company's replacements back
   */
  restore: (all?: boolean) => (() => void) | undefined;
  /** Runs code with the browser's native functions (`ui/company`). */
  withNative: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  /** Shows a status message. */
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
  if (document.querySelector("[data-company-script]")) {
    void import("./ui/company/start-company-script").then(
      (module) => module.startCompanyScript(interactive, page),
      ignore,
    );
  }
}

/** Makes the link to all jobs lead back to this tab's last search (`app/career-site`). */
function restoreSearchLink() {
  const back = document.querySelector<HTMLAnchorElement>(".all-jobs a");
  try {
    const search = back && sessionStorage.getItem(back.pathname);
    if (search) back.search += (back.search && "&") + search;
  } catch {
    // Storage is blocked: the link leads to the full list.
  }
}

/** Hydrates the form on demand, or the receipt. */
async function startIsland(page: Page) {
  const island = document.querySelector<HTMLElement>("[data-island]");
  const props = document.querySelector("[data-props]")?.textContent;
  if (!props) return;
  const own = JSON.parse(props) as IslandProps & Partial<ApplicationFormProps>; // written by the server
  settleApplied(own, (positionUuid, receipt) => {
    import("./application/form/on-demand").then(
      // The script includes React, which needs native functions.
      (module) => page.withNative([], () => module.settleDraft(positionUuid, receipt)),
      ignore,
    );
  });
  if (island?.dataset.island === undefined) return;
  const module = await import("./application/form/on-demand");
  await module.hydrateOnDemand(island, own, page);
}

/** Every page works as plain HTML if a script can't be loaded. */
function ignore() {
  // Nothing to do.
}
