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

/** A page that is being left lets go of what it announced within this, in ms. */
const LETS_GO_MS = 1000;

/** Whether another tab has announced it; not the page that this one has just taken the place of. */
export async function isAnnounced(name: string): Promise<boolean> {
  const turn = new AbortController();
  const timer = setTimeout(() => turn.abort(), LETS_GO_MS);
  try {
    await locks()?.request(name, { signal: turn.signal }, () => undefined);
    return false;
  } catch {
    return turn.signal.aborted;
  } finally {
    clearTimeout(timer);
  }
}
