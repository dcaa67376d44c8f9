/** The most steps that can be undone (specification, section 9). */
export const HISTORY_STEPS = 20;

/** Changes that are less than this apart, in ms, are one step (specification, section 9). */
export const HISTORY_DEBOUNCE_MS = 200;

/** The steps before the present one, and those that were undone. */
export interface History<Step> {
  past: readonly Step[];
  present: Step;
  future: readonly Step[];
  /** When the last step was recorded, in ms; absent if the next change is a step of its own. */
  recordedAt?: number;
  /** Whether the last step deleted something: what is typed after it is a step of its own. */
  isDeletion?: boolean;
}

export const startHistory = <Step>(present: Step): History<Step> => ({
  past: [],
  present,
  future: [],
});

/** The history after a change. @param now in ms */
export function recorded<Step>(
  { past, present, recordedAt, isDeletion: wasDeletion }: History<Step>,
  step: Step,
  now: number,
  isDeletion = false,
): History<Step> {
  const isSoon = recordedAt !== undefined && now - recordedAt < HISTORY_DEBOUNCE_MS;
  const goesOn = isSoon && isDeletion === wasDeletion;
  return {
    past: goesOn ? past : [...past, present].slice(-HISTORY_STEPS),
    present: step,
    future: [],
    recordedAt: now,
    isDeletion,
  };
}

/** Replaces the present without a step to undo, as when the caret moves. */
export const amended = <Step>(history: History<Step>, present: Step): History<Step> => ({
  ...history,
  present,
});

/** The history with each of its steps replaced. */
export const replaced = <Step>(
  { past, present, future, ...rest }: History<Step>,
  replace: (step: Step) => Step,
): History<Step> => ({
  ...rest,
  past: past.map(replace),
  present: replace(present),
  future: future.map(replace),
});

/** One step back; the same history if there is none. */
export function undone<Step>(history: History<Step>): History<Step> {
  const { past, present, future } = history;
  const last = past.at(-1);
  if (last === undefined) return history;
  return { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

/** One step forward again; the same history if there is none. */
export function redone<Step>(history: History<Step>): History<Step> {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: rest };
}
