import { holdSubmits } from "../../ui/browser/held-submit";
import { idleOrTouched } from "../../ui/browser/idle-or-touched";
import { nearWindow } from "../../ui/browser/near-window";
import { reachable } from "../../ui/browser/online";
import { preloadModules } from "../../ui/browser/preload-modules";
import { isKeptHere } from "../draft/kept-here";
import { keepWhileAsleep } from "../draft/sleeping-draft";
import type { ApplicationFormProps } from "./application-form";

/** What the page's other scripts are for the form's. */
interface Page {
  /** Whether the browser's own functions are there, after what a company's script did. */
  isWhole: () => boolean;
  /** Shows words to the visitor. */
  say: (words: string) => void;
}

/**
 * Fetches the form's scripts, and wakes it, when somebody comes near it or touches it, or when the browser
 * keeps something of its position. Who only reads pays for no form; but where a company's script stands on
 * the page, the form is woken before it.
 *
 * @returns resolves when the form is awake, or never will be
 *
 * Source: design, section 7.
 */
export async function wakeWhenWanted(island: HTMLElement, page: Page): Promise<void> {
  const { applicationId = "", position, texts } = propsOf(island);
  const isKept = position !== undefined && isKeptHere(position.uuid);
  // A company's script may change what the form's would find (`page.isWhole`): it waits for them.
  const isWanted = isKept || document.querySelector("[data-company-script]") !== null;
  const forget =
    position && !isKept ? keepWhileAsleep(island, position.uuid, applicationId) : undefined;
  const sayOffline = () => page.say(texts?.["form.offline"] ?? "");
  const awake = idleOrTouched(island, isWanted ? undefined : nearWindow(island))
    .then(async () => {
      if (navigator.onLine) return;
      // What is asked for without a connection fails, and is then not asked for again.
      sayOffline();
      await reachable();
    })
    .then(() => {
      preloadModules();
      return import("./wake");
    })
    // React would fail half-way with a company's functions in the place of the browser's.
    .then((part) => {
      if (!page.isWhole()) return;
      forget?.();
      return part.wakeIsland(island);
    })
    .catch(() => undefined); // The plain form works without.
  holdSubmits(island, awake, sayOffline);
  await awake;
}

/** What a form's island is woken with; a receipt's has none of these. */
function propsOf({ dataset }: HTMLElement): Partial<ApplicationFormProps> {
  const props = document.querySelector(`[data-props="${dataset.island}"]`)?.textContent ?? "{}";
  return JSON.parse(props) as Partial<ApplicationFormProps>;
}
