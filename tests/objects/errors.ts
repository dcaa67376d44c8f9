import { onTestFinished, vi } from "vitest";

/** Records logged errors until the end of the test. */
export function errorLines(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => {
    lines.push(words.map(String).join(" "));
  });
  onTestFinished(() => spy.mockRestore());
  return lines;
}
