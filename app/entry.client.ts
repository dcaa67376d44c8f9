import { startLoadingNotices } from "./ui/browser/loading-notice";
import { startPolicyDialogs } from "./ui/browser/policy-links";
import { preloadModules } from "./ui/browser/preload-modules";
import { runCompanyScript } from "./ui/company/company-script";
import { idleOrTouched } from "./ui/browser/idle-or-touched";

/**
 * The waker: the only script that every page loads. It says at once that a page is being fetched,
 * and loads what makes the rest of the page livelier, when there is time for it or it is touched.
 * Each part stands for itself: one that is blocked or throws leaves the others, and the plain page,
 * as they are.
 */
const say = startLoadingNotices();
startPolicyDialogs();

const search = document.querySelector<HTMLFormElement>("form[data-live-search]");
if (search) {
  void idleOrTouched(search)
    .then(() => import("./career-site/wake"))
    .then((part) => part.wakeCareerSite(search, say), ignore);
}

const island = document.querySelector<HTMLElement>("[data-island]");
const awake = island
  ? idleOrTouched(island)
      .then(() => {
        preloadModules();
        return import("./application/form/wake");
      })
      .then((part) => part.wakeIsland(island))
  : Promise.resolve();
runCompanyScript(awake.catch(ignore));

/** What cannot be loaded is done without: every page works as plain HTML. */
function ignore() {
  // Nothing to do.
}
