/**
 * What only one tab does at a time, by names that all tabs of the site share (Web Locks, W3C). Where
 * the browser knows no locks, each tab does as if it were alone.
 */
const locks = (): LockManager | undefined =>
  // Absent outside of https, and in older browsers, whatever its type says.
  (navigator as { locks?: LockManager }).locks;

/** Does something when no other tab does it. Rejects when the signal is aborted before its turn. */
export async function alone<T>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const manager = locks();
  return manager ? await manager.request(name, { signal }, work) : work();
}

/** Tells the other tabs that this one does something. @returns what tells them that it does not */
export function announce(name: string): () => void {
  const turn = new AbortController();
  let end = () => turn.abort();
  locks()
    ?.request(name, { signal: turn.signal }, () => {
      return new Promise<void>((resolve) => (end = resolve));
    })
    .catch(() => undefined);
  return () => end();
}

/** Whether another tab has announced it. */
export async function isAnnounced(name: string): Promise<boolean> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {};
  return held.some((lock) => lock.name === name);
}
