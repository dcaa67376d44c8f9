// Watches folders. `fs.watch` with `recursive` misses files that an editor replaces (Node 20 on Linux).
import { once } from "node:events";
import { watch } from "chokidar";

/** Debounce, in ms: editors write several times per save. */
const PAUSE_MS = 100;

/**
 * Calls `work` after changes in folders, one call after the other. Resolves once changes are noticed.
 *
 * @param isIgnored whether changes of a file are ignored
 */
export async function watchFolders(
  folders: string[],
  work: () => Promise<void>,
  isIgnored: (file: string) => boolean = () => false,
): Promise<{ close: () => Promise<void> }> {
  const watcher = watch(folders, { ignoreInitial: true, ignored: (file) => isIgnored(file) });
  let last = Promise.resolve();
  let pause: NodeJS.Timeout | undefined;
  watcher.on("all", () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      last = last.then(work);
    }, PAUSE_MS);
  });
  await once(watcher, "ready");
  return watcher;
}
