/**
 * Writes a line of JSON to the log.
 *
 * @param about details, never a person's input
 */
export function logEvent(event: string, about: Record<string, string | number | undefined>): void {
  console.log(JSON.stringify({ event, ...about }));
}
