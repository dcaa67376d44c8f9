/**
 * What the log says of an error: its name and its stack, one frame a line. The message is left out,
 * because it may quote what a candidate typed.
 */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  const { name, message, stack = "" } = error;
  const behind = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return [name, ...behind.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}
