/**
 * Runs work that reaches a per-minute rate limit. Retries once if the work fails and a new minute has started.
 *
 * @param work must use a new client address on each run
 */
export async function withinOneMinute(work: () => Promise<void>): Promise<void> {
  const minute = minuteNow();
  try {
    await work();
  } catch (error) {
    if (minuteNow() === minute) throw error;
    await work();
  }
}

export const minuteNow = () => Math.floor(Date.now() / 60_000);
