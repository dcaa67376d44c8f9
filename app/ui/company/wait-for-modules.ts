/** Resolves when modules that are fetched ahead since just now have come, or have failed. */
export async function waitForModules(modules: HTMLLinkElement[]): Promise<void> {
  for (const link of modules) {
    // Safari 16 and Firefox 114 fetch nothing ahead, and say nothing of it.
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
