/**
 * A fault for the log: its kind and where it happened. Its message may quote what it was about, and
 * is left out.
 */
export function faultLine(error: unknown): string {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  const { name, message, stack = "" } = error;
  const behind = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return [name, ...behind.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}
