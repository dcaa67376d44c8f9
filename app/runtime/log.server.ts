/**
 * A line of the log, as JSON: what happened, and about what. Nothing that anybody typed belongs in it.
 */
export function logEvent(event: string, about: Record<string, string | number | undefined>): void {
  console.log(JSON.stringify({ event, ...about }));
}
