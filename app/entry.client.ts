import { isKeptHere } from "./application/draft/kept-here";
import { guardSubmits } from "./ui/browser/guarded-submit";
import { holdSubmits } from "./ui/browser/held-submit";
import { idleOrTouched } from "./ui/browser/idle-or-touched";
import { startLoadingNotices } from "./ui/browser/loading-notice";
import { nearWindow } from "./ui/browser/near-window";
import { connection } from "./ui/browser/online";
import { startPolicyDialogs } from "./ui/browser/policy-links";
import { preloadModules } from "./ui/browser/preload-modules";

/**
 * The waker: the only script that every page loads. From the start it shows a notice while a page is
 * being fetched. It loads the scripts of the page's parts when a part is touched, or when it is wanted and
 * the browser is idle. If the script of one part is blocked or throws, the other parts and the plain page
 * still work.
 *
 * A browser that is older than what the scripts are written for (before Chrome 97, Firefox 104 and Safari
 * 15.4) is given none of them: it has the plain page at once (docs/browsers.md).
 */
if ("findLast" in Array.prototype) wake();

/** `isWhole`: whether the browser's own functions are there, after what a company's script did. */
interface Page {
  isWhole: () => boolean;
  /** Shows words to the visitor. */
  say: (words: string) => void;
}

function wake() {
  const page: Page = { isWhole: () => true, say: startLoadingNotices() };
  guardSubmits(page);
  startPolicyDialogs();

  const share = document.querySelector<HTMLInputElement>(".share");
  if (share) {
    share.type = "button";
    share.onclick = () =>
      import("./ui/browser/share").then((part) => part.share(share, page.say), ignore);
  }

  const search = document.querySelector<HTMLFormElement>("form[data-live-search]");
  if (search) {
    void idleOrTouched(search)
      .then(() => import("./career-site/wake"))
      .then((part) => part.wakeCareerSite(search, page.say), ignore);
  }

  const island = document.querySelector<HTMLElement>("[data-island]");
  const interactive = island ? wakeWhenWanted(island, page) : Promise.resolve();
  if (document.querySelector("[data-company-script]")) {
    void import("./ui/company/start").then((part) => part.start(interactive, page), ignore);
  }
}

/**
 * Wakes an island when a visitor comes near it, or the browser keeps something of its position: a reader
 * pays for no form.
 *
 * @returns resolves when the page is as interactive as it will be without a visitor's doing
 */
function wakeWhenWanted(island: HTMLElement, page: Page): Promise<void> {
  const { offline = "", position = "" } = island.dataset;
  const isKept = isKeptHere(position);
  const { atFirst, near } = nearWindow(island);
  const sayOffline = () => page.say(offline);
  const sendHeld = holdSubmits(island, sayOffline);
  const awake = idleOrTouched(island, isKept ? undefined : near)
    .then(() => {
      // What is asked for without a connection never comes, also not later.
      if (navigator.onLine) return;
      sayOffline();
      return connection();
    })
    .then(() => {
      preloadModules();
      return import("./application/form/wake");
    })
    // React would fail half-way with a company's functions in the place of the browser's.
    .then((part) => (page.isWhole() ? part.wakeIsland(island) : undefined))
    .catch(ignore)
    .then(sendHeld);
  return atFirst.then((isNear) => (isNear || isKept ? awake : undefined));
}

/** A script that cannot be loaded is not needed: every page works as plain HTML. */
function ignore() {
  // The page stays as it is.
}
