/** The reason of an abort that `within` made because the time was up. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** Why the signal is aborted when nobody waits any more. */
const SETTLED = new Error("Nobody waits for it any more");

/**
 * Runs `work` and gives up after so many milliseconds, whatever `work` does: its signal is aborted,
 * and the call rejects with `DeadlinePassed` even if `work` never settles. An abort of `outer`
 * rejects with that signal's own reason. Once it is settled the signal is aborted in any case, so that
 * an upload whose answer came early stops.
 */
export async function within<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const cut = new Promise<never>((_, reject) => {
    const { signal } = controller;
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }); // only ever aborted with one
  });
  const abortWithOuter = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(new DeadlinePassed()), milliseconds);
  outer?.addEventListener("abort", abortWithOuter, { once: true });
  try {
    if (outer?.aborted) abortWithOuter();
    return await Promise.race([cut, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abortWithOuter);
    // With a reason, because the one that is made otherwise costs more than all the rest of it.
    controller.abort(SETTLED);
  }
}

/** Resolves with `value` after so many milliseconds: what a race is lost to. */
export const after = <const T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
