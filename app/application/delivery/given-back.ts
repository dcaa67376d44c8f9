import type { HeldCv, HeldFile } from "../model/application";
import type { Refusal } from "../model/receipt";
import { heldOf } from "./held";
import { isReturned } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";

/*
 * The form of an application that the platform refused after it had been received, or one of whose files
 * was lost. The browser that sent it gets it back, corrects it and sends it under the same id. Pure.
 *
 * Source: design, section 6.
 */

/** An application that its candidate has to correct, and whose contents are still stored. */
export type Mendable = Failed & { kept: NonNullable<Failed["kept"]> };

export const isMendable = (state: ApplicationState): state is Mendable =>
  isReturned(state) && state.kept !== undefined;

/** Whether a candidate who waits for an answer gets the form back, to correct it once more. */
export const isGivenBack = (state: ApplicationState): boolean =>
  isMendable(state) && state.kept.attempts === 1;

/** The receipt's part about an application that its candidate has to correct. It holds nothing that was entered. */
export function refusalOf(state: ApplicationState): Refusal | undefined {
  if (!isReturned(state)) return undefined;
  return {
    canCorrect: isMendable(state),
    ...(state.reason === "file-lost" && { isFileLost: true }),
  };
}

/** What the browser that sent a refused application needs beside its draft. */
export interface FormBack {
  /** What the platform said; it may quote what was entered. Absent if it said nothing, or a file was lost. */
  message?: string | undefined;
  /** The CV that was sent, which is sent again unless another one is chosen. */
  heldCv?: HeldCv | undefined;
  /** The other files that were sent, if there are any. */
  heldFiles?: HeldFile[];
}

/** @param files that were sent, and are still here */
export const formOf = ({ kept, reason }: Mendable, files: readonly HeldFile[]): FormBack => ({
  ...(reason === "refused" && { message: kept.message }),
  ...heldOf(files),
});
