import { readFileSync } from "node:fs";
import type { Json } from "./fake-platform-data";

/** The examples of `docs/contract.md`: a position that asks for all kinds of things, and what follows. */
export function contractExample() {
  const blocks = readFileSync("docs/contract.md", "utf8").matchAll(/^```json\n(.*?)^```$/gms);
  const [position, answers, refusal, facts, ...others] = [...blocks].map(
    ([, block = ""]): unknown => JSON.parse(block),
  );
  if (others.length > 0) throw new Error("docs/contract.md has more examples than are known here");
  // The tests that use them hold the examples against the schemas.
  return {
    position: position as Json,
    answers: answers as { id: string; value: unknown }[],
    refusal: refusal as Json,
    facts: facts as Json,
  };
}
