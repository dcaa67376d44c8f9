/**
 * Does what the local server counts by the clock's minutes; does it again when a minute ended in the
 * middle of it, for then the count began anew. Nothing waits for a minute to begin.
 *
 * @param work the same each time, by a visitor of its own each time
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

/** The minute of the clock. */
export const minuteNow = () => Math.floor(Date.now() / 60_000);
