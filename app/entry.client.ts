import { startLoadingNotices } from "./ui/loading-notice";
import { startPolicyDialogs } from "./ui/policy-links";
import { runCompanyScript } from "./ui/company-script";

/**
 * The waker: the only script that every page loads. It says at once that a page is being fetched,
 * and loads what makes the rest of the page livelier. Each part stands for itself: one that is
 * blocked or throws leaves the others, and the plain page, as they are.
 */
const say = startLoadingNotices();
startPolicyDialogs();

const search = document.querySelector<HTMLFormElement>("form[data-live-search]");
if (search) {
  import("./career-site/live-search").then((part) => part.startLiveSearch(search, say), ignore);
}

const island = document.querySelector<HTMLElement>("[data-island]");
const awake = island
  ? import("./application/form/wake").then((part) => part.wakeIsland(island))
  : Promise.resolve();
runCompanyScript(awake.catch(ignore));

/** What cannot be loaded is done without: every page works as plain HTML. */
function ignore() {
  // Nothing to do.
}
