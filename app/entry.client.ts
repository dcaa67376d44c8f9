import { settleApplied, type IslandProps } from "./application/receipt/applied-here";
import type { ApplicationFormProps } from "./application/form/props";
import { interceptSubmits } from "./ui/browser/intercept-submits";
import { whenIdleOrTouched } from "./ui/browser/when-idle";
import { startLoadingNotices } from "./ui/browser/loading-notice";
import { startPolicyDialogs } from "./ui/browser/policy-links";

/**
 * The waker: the only script that every page loads. From the start it shows a notice while a page is
 * being fetched. It loads the scripts of the page's parts when they are wanted. If the script of one part
 * is blocked or throws, the other parts and the plain page still work.
 *
 * A browser that is older than what the scripts are written for (before Chrome 97, Firefox 104 and Safari
 * 15.4) is given none of them: it has the plain page at once (docs/browsers.md).
 */
if ("findLast" in Array.prototype) start();

/** What the parts of a page are for one another; what a company's script does to it is undone by two. */
interface Page {
  /**
   * Gives back those of the browser's own functions that are none any more, or all of them.
   *
   * @returns what puts the company's there again
   */
  restore: (all?: boolean) => (() => void) | undefined;
  /** Does something with the browser's own functions, whatever was put in their place (`ui/company`). */
  withNative: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  /** Shows words to the visitor. */
  say: (words: string) => void;
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
      import("./ui/browser/share").then((part) => part.share(share, say), ignore);
  }

  restoreSearchLink();

  const search = document.querySelector<HTMLFormElement>("form[data-live-search]");
  if (search) {
    void whenIdleOrTouched(search)
      .then(() => import("./career-site/start"))
      .then((part) => part.startCareerSite(search, say), ignore);
  }

  const interactive = startIsland(page).catch(ignore);
  if (document.querySelector("[data-company-script]")) {
    void import("./ui/company/start").then((part) => part.start(interactive, page), ignore);
  }
}

/** Has the link to all jobs lead back to the list as it was searched in this tab (`career-site/wake.ts`). */
function restoreSearchLink() {
  const back = document.querySelector<HTMLAnchorElement>(".all-jobs a");
  try {
    const asked = back && sessionStorage.getItem(back.pathname);
    if (asked) back.search += (back.search && "&") + asked;
  } catch {
    // Storage is forbidden: the link leads to the whole list.
  }
}

/** Wakes the form or the receipt, unless the position was applied to. */
async function startIsland(page: Page) {
  const island = document.querySelector<HTMLElement>("[data-island]");
  const props = document.querySelector("[data-props]")?.textContent;
  if (!props) return;
  const own = JSON.parse(props) as IslandProps & Partial<ApplicationFormProps>; // as the server wrote them
  settleApplied(own, (positionUuid, receipt) => {
    import("./application/form/on-demand").then(
      // React is part of that script, and needs the browser's own functions.
      (part) => page.withNative([], () => part.settleDraft(positionUuid, receipt)),
      ignore,
    );
  });
  if (island?.dataset.island === undefined) return;
  const part = await import("./application/form/on-demand");
  await part.hydrateOnDemand(island, own, page);
}

/** A script that cannot be loaded is not needed: every page works as plain HTML. */
function ignore() {
  // The page stays as it is.
}
