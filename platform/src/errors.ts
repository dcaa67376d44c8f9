/** An error's name and place, for the log. Its message may have something that a candidate typed. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  // A message of D1 names tables and columns, and no values; without it nobody could find the error.
  const message = error.message.startsWith("D1_") ? ` ${error.message}` : "";
  return `${error.name}${message}${place ? ` ${place.trim()}` : ""}`;
}
