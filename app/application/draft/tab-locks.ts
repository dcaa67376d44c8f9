/**
 * The browser's locks, by names that all tabs of the site share (Web Locks, W3C). Where a browser has
 * none, each tab acts as if it were alone.
 */
const locks = (): LockManager | undefined =>
  // Absent outside of https, and in older browsers, whatever its type says.
  (navigator as { locks?: LockManager }).locks;

/** Waits until no other tab does some work, and does it. Rejects if the signal is aborted before. */
export async function alone<T>(
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const manager = locks();
  return manager ? await manager.request(name, { signal }, work) : work();
}

/** Tells the other tabs that this one does something. @returns what tells them that it has ended */
export function announce(name: string): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  // Where another tab has announced it as well, this one's turn comes later, and may be over by then.
  locks()
    ?.request(name, () => ended)
    .catch(() => undefined);
  return end;
}

/** Within this time a page that is being left has let go of what it announced, in ms. */
const LETS_GO_MS = 1000;

/** Whether another tab has announced it. The page that stood in this tab before is given time to go. */
export async function isAnnounced(name: string): Promise<boolean> {
  const turn = new AbortController();
  const timer = setTimeout(() => turn.abort(), LETS_GO_MS);
  await locks()
    ?.request(name, { signal: turn.signal }, () => undefined)
    .catch(() => undefined);
  clearTimeout(timer);
  return turn.signal.aborted;
}
