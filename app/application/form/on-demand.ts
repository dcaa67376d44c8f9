import type { BuiltIns } from "~/app/ui/browser/hydrate-island";
import { delaySubmits } from "~/app/ui/browser/delay-submits";
import { whenIdleOrTouched } from "~/app/ui/browser/when-idle";
import { whenNear } from "~/app/ui/browser/when-near";
import { whenReachable } from "~/app/ui/browser/online";
import { preloadModules } from "~/app/ui/browser/preload-modules";
import { hasDraft } from "../draft/keys";
import type { settleDraft as settle } from "../draft/sent-draft";
import { storeUntilHydrated } from "../draft/store-until-hydrated";
import type { ApplicationFormProps } from "./props";

/** Loads and calls `settleDraft` of `sent-draft.ts`, which is bundled with the form's script. */
export const settleDraft = async (...draft: Parameters<typeof settle>): Promise<void> =>
  (await import("./hydrate")).settleDraft(...draft);

/** Functions of the entry script that the form uses. */
interface Page extends BuiltIns {
  /** Runs `work` with the browser's native functions once `modules` have loaded. */
  withNative: (modules: HTMLLinkElement[], work: () => Promise<void>) => Promise<void>;
  say: (text: string) => void;
}

/**
 * Loads the form's scripts and hydrates the form when the candidate scrolls near it or touches it, or if the
 * browser has stored a draft.
 *
 * @param props the form's props, all undefined for a receipt
 * @returns a promise that resolves when hydration has ended or the form is more than a screen away
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
  let resolveFar: () => void;
  const far = new Promise<void>((resolve) => (resolveFar = resolve));
  const hydrated = whenIdleOrTouched(
    island,
    hasStoredDraft ? undefined : whenNear(island, () => resolveFar()),
  )
    .then(async () => {
      if (navigator.onLine) return;
      // Some browsers don't retry a module that failed to load while offline.
      sayOffline();
      await whenReachable();
    })
    .then(() => {
      // A company's script might have replaced functions that React needs.
      return page.withNative(preloadModules(), async () => {
        const module = await import("./hydrate");
        forgetStored?.();
        restoreButton();
        await module.startIsland(island, page);
      });
    })
    .catch(() => undefined); // The plain form works without scripts.
  const restoreButton = delaySubmits(island, {
    hydrated,
    say: sayOffline,
    waiting: texts?.["form.waiting"] ?? "",
  });
  await Promise.race([hydrated, far]);
}
