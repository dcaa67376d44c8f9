/** Resolves when preloaded modules have loaded or failed. Call it in the task that adds the links. */
export async function waitForModules(modules: HTMLLinkElement[]): Promise<void> {
  for (const link of modules) {
    // Safari 16 and Firefox 114 don't preload modules, and fire no event.
    if (!link.relList.supports("modulepreload")) return;
  }
  await Promise.all(
    modules.map(
      (link) =>
        new Promise((resolve) => {
          link.onload = resolve;
          link.onerror = resolve;
        }),
    ),
  );
}
