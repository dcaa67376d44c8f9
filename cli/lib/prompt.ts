import { confirm as confirmPrompt, isCancel, select, text as textPrompt } from "@clack/prompts";
import { Stop } from "~/scripts/stop";

// Some terminals report no size at first. Prompts would then print one letter per line.
process.stdout.columns ||= 80;

export const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

function answered<T>(answer: T | symbol): T {
  if (isCancel(answer)) throw new Stop("Cancelled. Nothing was changed.");
  return answer;
}

/** Asks until `parse` accepts the answer. An empty answer means `usual`. */
export async function ask<T>(message: string, parse: (text: string) => T, usual = ""): Promise<T> {
  const parsed = (text: string | undefined) => parse((text ?? "").trim() || usual);
  const answer = await textPrompt({
    message,
    // Without these, clack shows an empty answer as "undefined".
    placeholder: usual,
    defaultValue: usual,
    validate(text) {
      try {
        parsed(text);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  });
  return parsed(answered(answer));
}

/** Asks a yes-or-no question. */
export const agree = async (message: string, usual: boolean): Promise<boolean> =>
  answered(await confirmPrompt({ message, initialValue: usual }));

/** Asks to choose one of several values. The first is the default. */
export const choose = async <T extends string>(
  message: string,
  labels: Record<T, string>,
): Promise<T> => {
  const options = (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
  // The cast satisfies clack's conditional type, which is `{ value, label }` for strings.
  return answered<T>(await select<T>({ message, options: options as never }));
};

/**
 * Asks for confirmation of an irreversible change.
 *
 * @throws Stop if the user declines, or there is no terminal
 */
export async function confirm(what: string, isSure: boolean | undefined): Promise<void> {
  if (isSure) return;
  if (!isTerminal()) throw new Stop(`This would ${what}. To do it, add --yes.`);
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}? This cannot be undone.`;
  const agreed = answered(await confirmPrompt({ message, initialValue: false }));
  if (!agreed) throw new Stop("Nothing was changed.");
}
