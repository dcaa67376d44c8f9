import type { Application, HeldCv, HeldFile } from "../model/application";
import type { Refusal } from "../model/receipt";
import { heldOf } from "./held";
import { answersIn } from "./operator-view";
import { isQuoting } from "./quoting";
import { isReturned } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";

/*
 * The form of an application that the platform refused after it had been received, or one of whose files
 * was lost. A candidate who knows the phone number that was sent, or else the e-mail address, gets it back,
 * corrects it and sends it under the same id. Pure.
 *
 * Source: design, section 6.
 */

/** How many numbers or addresses may be tried. */
const TRIES_MOST = 5;

/** An application that its candidate has to correct, and whose contents are still stored. */
export type Mendable = Failed & { kept: NonNullable<Failed["kept"]> };

export const isMendable = (state: ApplicationState): state is Mendable =>
  isReturned(state) && state.kept !== undefined;

/** Whether a candidate who waits for an answer gets the form back, to correct it once more. */
export const isGivenBack = (state: ApplicationState): boolean =>
  isMendable(state) && state.kept.attempts === 1;

export const triesLeftOf = ({ wrongTries = 0 }: Failed): number =>
  Math.max(TRIES_MOST - wrongTries, 0);

/** The state after another number or address than the one that was sent. */
export const triedWrongly = (state: Mendable): Mendable => ({
  ...state,
  wrongTries: (state.wrongTries ?? 0) + 1,
});

/**
 * What shows that an application is somebody's own: its phone number, in E.164; of a position that can do
 * without one, its e-mail address. Undefined if it has neither.
 */
export function proofOf({ kept }: Mendable): Proof | undefined {
  const { application, fields } = kept.contents;
  if (application.phone !== "") return { by: "phone", text: application.phone };
  const email = answersIn(fields).find(({ id }) => id === "email")?.value;
  return typeof email === "string" ? { by: "email", text: email.toLowerCase() } : undefined;
}

interface Proof {
  by: "phone" | "email";
  text: string;
}

/** The receipt's part about an application that its candidate has to correct. It holds nothing that was entered. */
export function refusalOf(state: ApplicationState): Refusal | undefined {
  if (!isReturned(state)) return undefined;
  const isFileLost = state.reason === "file-lost";
  if (!isMendable(state)) return { triesLeft: 0, ...(isFileLost && { isFileLost }) };
  const { message, contents } = state.kept;
  const isSayable = !isFileLost && message !== undefined && !isQuoting(message, contents);
  const by = proofOf(state)?.by;
  return {
    triesLeft: by ? triesLeftOf(state) : 0,
    ...(by === "email" && { by }),
    ...(isSayable && { says: message }),
    ...(isFileLost && { isFileLost }),
  };
}

/** What the form that is given back shows. */
export interface FormBack {
  /** A file was lost and has to be chosen again; nothing was refused. */
  isFileLost?: boolean | undefined;
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
export function formOf({ kept, reason }: Mendable, files: readonly HeldFile[]): FormBack {
  const isFileLost = reason === "file-lost";
  return {
    application: kept.contents.application,
    fields: kept.contents.fields,
    ...(isFileLost ? { isFileLost } : { message: kept.message }),
    ...heldOf(files),
  };
}

/** The answer to somebody who names a phone number or an e-mail address, to have the form back. */
export type TryAnswer =
  | ({ outcome: "right"; applicationId: string } & FormBack)
  | { outcome: "wrong"; triesLeft: number }
  /** There is no form to be had: too many were wrong, or nothing is kept any more. */
  | { outcome: "closed" };
