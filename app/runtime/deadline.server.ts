/** The rejection and abort reason of `withTimeout` at the deadline. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** The abort reason of `withTimeout` after the work has settled. */
const SETTLED = new Error("The work has settled");

/**
 * Runs `work` with a timeout. Aborts the signal passed to `work` on a timeout, when `outer` is aborted, and
 * after `work` has settled, so that an upload stops after an early response.
 *
 * @throws DeadlinePassed on a timeout, even if `work` never settles
 * @throws the reason of `outer` if it is aborted
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const { signal } = controller;
    // All abort reasons here, and those of `outer`, are Errors.
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  const abortWithOuter = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(new DeadlinePassed()), milliseconds);
  outer?.addEventListener("abort", abortWithOuter, { once: true });
  try {
    if (outer?.aborted) abortWithOuter();
    return await Promise.race([aborted, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abortWithOuter);
    // Without a reason, abort would create a DOMException, which is slow.
    controller.abort(SETTLED);
  }
}

export type WithDeadline = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a version of `withTimeout` whose calls share one deadline, which starts with the first call. */
export function createSharedDeadline(milliseconds: number): WithDeadline {
  let deadline: number | undefined;
  return (work) => {
    deadline ??= Date.now() + milliseconds;
    return withTimeout(Math.max(0, deadline - Date.now()), work);
  };
}

/** Resolves with `value` after a delay, for use in `Promise.race`. */
export const delay = <const T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
