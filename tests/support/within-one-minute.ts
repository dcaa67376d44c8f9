/**
 * Runs work that hits a rate limit per minute. If a new minute starts meanwhile, runs it again.
 *
 * @param work uses another client address each time
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
