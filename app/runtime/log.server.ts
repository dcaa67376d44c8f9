/**
 * Writes a line of JSON to the log.
 *
 * @param about details, never personal input
 */
export function logEvent(event: string, about: Record<string, string | number | undefined>): void {
  console.log(JSON.stringify({ event, ...about }));
}

/**
 * Formats an error's name and stack for the log. Leaves out the message, which can quote a candidate's input.
 */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  const { name, message, stack = "" } = error;
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return [name, ...frames.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}
