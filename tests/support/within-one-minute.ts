/**
 * Runs work that the local server counts by the minute, and runs it again if a minute ended meanwhile.
 *
 * @param work uses another visitor each time
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
