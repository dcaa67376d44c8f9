import type { Mending } from "../../ui/browser/hydrate-island";
import { holdSubmits } from "../../ui/browser/held-submit";
import { idleOrTouched } from "../../ui/browser/idle-or-touched";
import { nearWindow } from "../../ui/browser/near-window";
import { reachable } from "../../ui/browser/online";
import { preloadModules } from "../../ui/browser/preload-modules";
import { hasDraft } from "../draft/keys";
import { keepWhileAsleep } from "../draft/sleeping-draft";
import type { ApplicationFormProps } from "./props";

/** What the page's other scripts are for the form's. */
interface Page extends Mending {
  /**
   * Does something with the browser's own functions, whatever a company's script put in their place, once
   * the modules have come that it needs.
   */
  withOwn: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  /** Shows words to the visitor. */
  say: (words: string) => void;
}

/**
 * Fetches the form's scripts, and wakes it, when somebody comes near it or touches it, or when the browser
 * keeps a draft of it. Who only reads pays for no form.
 *
 * @param props of the form; a receipt has none of these
 * @returns resolves when the page is as whoever reads it has it: the form is awake or never will be, or
 * nobody is near it
 *
 * Source: design, section 7.
 */
export async function wakeWhenWanted(
  island: HTMLElement,
  { applicationId = "", position, texts }: Partial<ApplicationFormProps>,
  page: Page,
): Promise<void> {
  const isKept = position !== undefined && hasDraft(position.uuid);
  const forget =
    position && !isKept ? keepWhileAsleep(island, position.uuid, applicationId) : undefined;
  const sayOffline = () => page.say(texts?.["form.offline"] ?? "");
  let isFar: () => void;
  const far = new Promise<void>((resolve) => (isFar = resolve));
  const awake = idleOrTouched(island, isKept ? undefined : nearWindow(island, () => isFar()))
    .then(async () => {
      if (navigator.onLine) return;
      // What is asked for without a connection fails, and is then not asked for again.
      sayOffline();
      await reachable();
    })
    .then(() => {
      // React would fail half-way with a company's functions in the place of the browser's.
      return page.withOwn(preloadModules(), async () => {
        const part = await import("./hydrate");
        forget?.();
        giveBackWords();
        await part.startIsland(island, page);
      });
    })
    .catch(() => undefined); // The plain form works without.
  const giveBackWords = holdSubmits(island, {
    awake,
    say: sayOffline,
    waiting: texts?.["form.waiting"] ?? "",
  });
  await Promise.race([awake, far]);
}
