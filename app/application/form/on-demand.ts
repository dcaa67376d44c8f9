import type { BuiltIns } from "../../ui/browser/hydrate-island";
import { delaySubmits } from "../../ui/browser/delay-submits";
import { whenIdleOrTouched } from "../../ui/browser/when-idle";
import { whenNear } from "../../ui/browser/when-near";
import { whenReachable } from "../../ui/browser/online";
import { preloadModules } from "../../ui/browser/preload-modules";
import { hasDraft } from "../draft/keys";
import type { settleDraft as settle } from "../draft/sent-draft";
import { storeUntilHydrated } from "../draft/store-until-hydrated";
import type { ApplicationFormProps } from "./props";

/** See `sent-draft.ts`, which is part of the form's script. */
export const settleDraft = async (...draft: Parameters<typeof settle>): Promise<void> =>
  (await import("./hydrate")).settleDraft(...draft);

/** The functions of the entry script that the form uses. */
interface Page extends BuiltIns {
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
export async function hydrateOnDemand(
  island: HTMLElement,
  { applicationId = "", position, texts }: Partial<ApplicationFormProps>,
  page: Page,
): Promise<void> {
  const hasStoredDraft = position !== undefined && hasDraft(position.uuid);
  const forgetStored =
    position && !hasStoredDraft
      ? storeUntilHydrated(island, position.uuid, applicationId)
      : undefined;
  const sayOffline = () => page.say(texts?.["form.offline"] ?? "");
  let isFar: () => void;
  const far = new Promise<void>((resolve) => (isFar = resolve));
  const hydrated = whenIdleOrTouched(
    island,
    hasStoredDraft ? undefined : whenNear(island, () => isFar()),
  )
    .then(async () => {
      if (navigator.onLine) return;
      // A module that failed to load without a connection is not requested again.
      sayOffline();
      await whenReachable();
    })
    .then(() => {
      // A company's script may have replaced functions of the browser that React needs.
      return page.withOwn(preloadModules(), async () => {
        const part = await import("./hydrate");
        forgetStored?.();
        restoreButton();
        await part.startIsland(island, page);
      });
    })
    .catch(() => undefined); // The plain form works without.
  const restoreButton = delaySubmits(island, {
    hydrated,
    say: sayOffline,
    waiting: texts?.["form.waiting"] ?? "",
  });
  await Promise.race([hydrated, far]);
}
