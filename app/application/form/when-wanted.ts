import type { Mending } from "../../ui/browser/hydrate-island";
import { holdSubmits } from "../../ui/browser/held-submit";
import { idleOrTouched } from "../../ui/browser/idle-or-touched";
import { nearWindow } from "../../ui/browser/near-window";
import { reachable } from "../../ui/browser/online";
import { preloadModules } from "../../ui/browser/preload-modules";
import { hasDraft } from "../draft/keys";
import type { settleDraft as settle } from "../draft/sent-draft";
import { keepWhileAsleep } from "../draft/sleeping-draft";
import type { ApplicationFormProps } from "./props";

/** See `sent-draft.ts`, which is part of the form's script. */
export const settleDraft = async (...draft: Parameters<typeof settle>): Promise<void> =>
  (await import("./hydrate")).settleDraft(...draft);

/** The functions of the entry script that the form uses. */
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
 * Loads the form's scripts and hydrates it when the candidate scrolls near it or touches it, or if the
 * browser keeps a draft of it. Candidates who only read do not load them.
 *
 * @param props of the form; a receipt has none of these
 * @returns resolves when the form is hydrated or never will be, or when it turns out to be out of view
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
      // A module that failed to load without a connection is not requested again.
      sayOffline();
      await reachable();
    })
    .then(() => {
      // A company's script may have replaced functions of the browser that React needs.
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
