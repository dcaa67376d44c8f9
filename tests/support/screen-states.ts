import { BARE_SCREEN_STATES } from "./states/bare-screen-states";
import { CAREER_SITE_STATES } from "./states/career-site-states";
import { FIELD_STATES } from "./states/field-states";
import { FORM_STATES } from "./states/form-states";
import { POSITION_STATES } from "./states/position-states";
import type { ScreenState } from "./states/scene";
import { SENT_STATES } from "./states/sent-states";

/** The screen states that tests check and screenshots show. */
export const SCREEN_STATES: readonly ScreenState[] = [
  ...CAREER_SITE_STATES,
  ...POSITION_STATES,
  ...FIELD_STATES,
  ...FORM_STATES,
  ...SENT_STATES,
  ...BARE_SCREEN_STATES,
];

/** Finds a state by name. @throws if no state has this name */
export function screenState(name: string): ScreenState {
  const state = SCREEN_STATES.find((candidate) => candidate.name === name);
  if (!state) throw new Error(`No state is named ${name}`);
  return state;
}
