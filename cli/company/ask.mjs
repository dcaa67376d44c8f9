// Asks a person at a terminal.
import { createInterface } from "node:readline/promises";
import { Stop } from "../../scripts/local.mjs";

/** Whether a person can be asked. */
export const isTerminal = () => process.stdin.isTTY && process.stdout.isTTY;

/**
 * Asks until the answer can be read.
 *
 * @template T
 * @param {string} question @param {(text: string) => T | Promise<T>} as @param {string} [usual] taken for an empty answer
 * @returns {Promise<T>}
 */
export async function ask(question, as, usual) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const stopped = new Promise((_, reject) => {
    lines.once("close", () => reject(new Stop("\nNothing was done.")));
  });
  try {
    for (;;) {
      const hint = !usual ? "" : ` [${usual}]`;
      const text = await Promise.race([lines.question(`${question}${hint}: `), stopped]);
      try {
        return await as(String(text).trim() || (usual ?? ""));
      } catch (error) {
        console.log(`  ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    lines.close();
  }
}

/** Whether a person says yes. @param {string} question @param {"y" | "n"} usual */
export const agrees = (question, usual) =>
  ask(
    question,
    (text) => {
      if (!/^(y|yes|n|no)$/i.test(text)) throw new Error("y or n");
      return /^y/i.test(text);
    },
    usual,
  );
