import type { Application, HeldCv, HeldFile } from "../model/application";
import type { Refusal } from "../model/receipt";
import { heldOf } from "./held";
import { isQuoting } from "./quoting";
import type { ApplicationState, Failed } from "./state";

/*
 * The form of an application that the platform refused after it had been received: it is given back
 * to whoever knows the phone number that was sent, to be corrected and sent under the same id. Pure.
 *
 * Source: design, section 6.
 */

/** How many phone numbers may be tried. */
const TRIES_MOST = 5;

/** An application that was refused, and whose contents are still here. */
export type Mendable = Failed & { kept: NonNullable<Failed["kept"]> };

export const isMendable = (state: ApplicationState): state is Mendable =>
  state.state === "failed" && state.reason === "refused" && state.kept !== undefined;

/** Whether a candidate who waits for an answer gets the form back, to correct it once more. */
export const isGivenBack = (state: ApplicationState): boolean =>
  isMendable(state) && state.kept.attempts === 1;

export const triesLeftOf = ({ wrongTries = 0 }: Failed): number =>
  Math.max(TRIES_MOST - wrongTries, 0);

/** The state after another phone number than the one that was sent. */
export const triedWrongly = (state: Mendable): Mendable => ({
  ...state,
  wrongTries: (state.wrongTries ?? 0) + 1,
});

/** What a receipt says of a refusal. Anybody who has its address may read it. */
export function refusalOf(state: ApplicationState): Refusal | undefined {
  if (state.state !== "failed" || state.reason !== "refused") return undefined;
  if (!isMendable(state)) return { triesLeft: 0 };
  const { message, contents } = state.kept;
  const isSayable = message !== undefined && !isQuoting(message, contents);
  return { triesLeft: triesLeftOf(state), ...(isSayable && { says: message }) };
}

/** What the form that is given back shows. */
export interface FormBack {
  application: Application;
  /** The answers to the position's own fields, as they are stored, without the voluntary ones. */
  fields?: string | undefined;
  /** What the platform said; it may quote what was entered. */
  message?: string | undefined;
  /** The CV that was sent, which is sent again unless another one is chosen. */
  heldCv?: HeldCv | undefined;
  /** The other files that were sent, if there are any. */
  heldFiles?: HeldFile[];
}

/** @param files that were sent, and are still here */
export function formOf({ kept }: Mendable, files: readonly HeldFile[]): FormBack {
  return {
    application: kept.contents.application,
    fields: kept.contents.fields,
    message: kept.message,
    ...heldOf(files),
  };
}

/** The answer to somebody who names a phone number, to have the form back. */
export type TryAnswer =
  | ({ outcome: "right"; applicationId: string } & FormBack)
  | { outcome: "wrong"; triesLeft: number }
  /** There is no form to be had: too many were wrong, or nothing is kept any more. */
  | { outcome: "closed" };
