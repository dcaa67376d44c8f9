/** The most steps that can be undone (specification, section 9). */
export const HISTORY_STEPS = 20;

/** Changes that follow one another faster, in ms, are one step (specification, section 9). */
export const HISTORY_DEBOUNCE_MS = 200;

/** What was, is, and was undone. */
export interface History<Step> {
  past: readonly Step[];
  present: Step;
  future: readonly Step[];
  /** When the last step was recorded, in ms; absent when the next one stands for itself. */
  recordedAt?: number;
}

export const startHistory = <Step>(present: Step): History<Step> => ({
  past: [],
  present,
  future: [],
});

/** After a change. @param now in ms */
export function recorded<Step>(
  { past, present, recordedAt }: History<Step>,
  step: Step,
  now: number,
): History<Step> {
  const goesOn = recordedAt !== undefined && now - recordedAt < HISTORY_DEBOUNCE_MS;
  return {
    past: goesOn ? past : [...past, present].slice(-HISTORY_STEPS),
    present: step,
    future: [],
    recordedAt: now,
  };
}

/** Another present without a step to it: the caret was moved, say. */
export const amended = <Step>(history: History<Step>, present: Step): History<Step> => ({
  ...history,
  present,
});

/** One step back; the same history when there is none. */
export function undone<Step>(history: History<Step>): History<Step> {
  const { past, present, future } = history;
  const last = past.at(-1);
  if (last === undefined) return history;
  return { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

/** One step forth again; the same history when there is none. */
export function redone<Step>(history: History<Step>): History<Step> {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: rest };
}
