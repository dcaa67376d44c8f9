import { holdSubmits } from "../../ui/browser/held-submit";
import { idleOrTouched } from "../../ui/browser/idle-or-touched";
import { nearWindow } from "../../ui/browser/near-window";
import { connection } from "../../ui/browser/online";
import { preloadModules } from "../../ui/browser/preload-modules";
import { isKeptHere } from "../draft/kept-here";
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
 * keeps something of its position. Who only reads pays for no form.
 *
 * @returns resolves when the page is as interactive as it will be without a visitor's doing
 *
 * Source: design, section 7.
 */
export async function wakeWhenWanted(island: HTMLElement, page: Page): Promise<void> {
  const { position, texts } = propsOf(island);
  const isKept = position !== undefined && isKeptHere(position.uuid);
  // What stands in a part that is not laid out yet is never seen to be near; the part itself is.
  const { atFirst, near } = nearWindow(island.parentElement ?? island);
  const sayOffline = () => page.say(texts?.["form.offline"] ?? "");
  const sendHeld = holdSubmits(island, sayOffline);
  const awake = idleOrTouched(island, isKept ? undefined : near)
    .then(async () => {
      if (navigator.onLine) return;
      // What is asked for without a connection fails, and is then not asked for again.
      sayOffline();
      await connection();
    })
    .then(() => {
      preloadModules();
      return import("./wake");
    })
    // React would fail half-way with a company's functions in the place of the browser's.
    .then((part) => (page.isWhole() ? part.wakeIsland(island) : undefined))
    .catch(() => undefined) // The plain form works without.
    .then(sendHeld);
  if ((await atFirst) || isKept) await awake;
}

/** What a form's island is woken with; a receipt's has none of these. */
function propsOf({
  dataset,
}: HTMLElement): Partial<Pick<ApplicationFormProps, "position" | "texts">> {
  const props = document.querySelector(`[data-props="${dataset.island}"]`)?.textContent ?? "{}";
  return JSON.parse(props) as Partial<ApplicationFormProps>;
}
