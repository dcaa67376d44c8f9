/** What `within` rejects with, and aborts with, when the time is up. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** The reason with which `within` aborts its signal when the outcome is known. */
const SETTLED = new Error("The outcome is known");

/**
 * Runs `work`, and gives it up after so many milliseconds, or when `outer` is aborted. The signal
 * that `work` is given is aborted then, and also when `work` is done, so that an upload whose
 * answer came early stops.
 *
 * @throws DeadlinePassed when the time is up, even if `work` never settles
 * @throws the reason of `outer`, when that is aborted
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const { signal } = controller;
    // Every abort here has an Error as its reason, and those of `outer` have one too.
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
    // An abort without a reason makes a DOMException, which costs more than all the rest here.
    controller.abort(SETTLED);
  }
}

/** Gives up its work when the time of all such work is up, which begins with the first. */
export type WithDeadline = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a function that runs works as `within` does, with one deadline for all of them. */
export function createSharedDeadline(milliseconds: number): WithDeadline {
  let until: number | undefined;
  return (work) => {
    until ??= Date.now() + milliseconds;
    return withTimeout(Math.max(0, until - Date.now()), work);
  };
}

/** Resolves with `value` after so many milliseconds, for use in `Promise.race`. */
export const delay = <const T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
