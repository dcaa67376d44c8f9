/**
 * Writes a line of JSON to the log.
 *
 * @param event what happened
 * @param about more about it; never anything that a person typed
 */
export function logEvent(event: string, about: Record<string, string | number | undefined>): void {
  console.log(JSON.stringify({ event, ...about }));
}
