// Watches folders. `fs.watch` with `recursive` misses files that an editor replaces (Node 20 on Linux).
import { once } from "node:events";
import { watch } from "chokidar";
import { errorExcerpt } from "./local";

/** Debounce, in ms: editors write several times per save. */
const PAUSE_MS = 100;

/**
 * Calls `work` after changes in folders, one call at a time. Resolves once it is watching.
 *
 * @param isIgnored whether changes to a file are ignored
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

/** Runs a build. @returns whether it succeeded. After an error, prints the reason. */
export async function reportFailure(build: () => Promise<void>): Promise<boolean> {
  try {
    await build();
    return true;
  } catch (error) {
    console.error(`The build failed. Waiting for changes.\n${errorExcerpt(error)}`);
    return false;
  }
}

/** Runs a build, and prints how long it took, or why it failed. */
export async function reportBuild(build: () => Promise<void>): Promise<void> {
  const start = performance.now();
  const isBuilt = await reportFailure(build);
  if (isBuilt) console.log(`Rebuilt in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
