/** Maximum number of undo steps (specification, section 9). */
const MAX_HISTORY_STEPS = 20;

/** Changes within this time are merged into one step, in ms (specification, section 9). */
export const HISTORY_DEBOUNCE_MS = 200;

export interface History<Step> {
  past: readonly Step[];
  present: Step;
  future: readonly Step[];
  recordedAt?: number;
  /** Whether the last change was a deletion. Typing after a deletion is a separate step. */
  isDeletion?: boolean;
}

export const startHistory = <Step>(present: Step): History<Step> => ({
  ...{ past: [], future: [] },
  present,
});

/** Adds a change. @param now in ms */
export function recordStep<Step>(
  { past, present, ...last }: History<Step>,
  step: Step,
  now: number,
  isDeletion = false,
): History<Step> {
  const isSoon = now - (last.recordedAt ?? -Infinity) < HISTORY_DEBOUNCE_MS;
  const isSameStep = isSoon && isDeletion === last.isDeletion;
  const steps = isSameStep ? past : [...past, present].slice(-MAX_HISTORY_STEPS);
  return { past: steps, present: step, future: [], recordedAt: now, isDeletion };
}

/** Moves one step back or forward, if there is one. The next change is a separate step. */
export function moveInHistory<Step>(history: History<Step>, direction: -1 | 1): History<Step> {
  const steps = [...history.past, history.present, ...history.future];
  const index = history.past.length + direction;
  const present = steps[index];
  if (present === undefined) return history;
  return { past: steps.slice(0, index), present, future: steps.slice(index + 1) };
}

type Action = Partial<
  Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">
> & {
  inputType?: string;
};

/** Returns -1 for an undo key or menu item, 1 for redo, and otherwise undefined. */
export function historyDirection(event: Action): -1 | 1 | undefined {
  const { inputType, ctrlKey, metaKey, altKey } = event;
  if (inputType !== undefined) return MENU[inputType];
  // Autofill can fire `keydown` without a key.
  const key = event.key?.toLowerCase() ?? "";
  if (!(ctrlKey || metaKey) || altKey || !/^[zy]$/.test(key)) return undefined;
  return key === "y" || event.shiftKey ? 1 : -1;
}

const MENU: Partial<Record<string, -1 | 1>> = { historyUndo: -1, historyRedo: 1 };
