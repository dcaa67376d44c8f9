import { onTestFinished, vi } from "vitest";

/** What is logged as an error from now to the end of the test, line by line. */
export function errorLines(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    lines.push(words.map(String).join(" "));
  });
  onTestFinished(() => spy.mockRestore());
  return lines;
}
