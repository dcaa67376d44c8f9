import type { PositionPage } from "~/app/platform/types";
import { delay } from "~/app/runtime/deadline.server";

export interface FormRead {
  value: PositionPage;
  /** Set if the value is an old copy, because the platform did not respond in time. */
  isLate?: true;
}

export interface FormLoads {
  position: (
    id: string,
    options: { purpose: "form"; late?: Promise<unknown> | undefined },
  ) => Promise<FormRead>;
  /** Loads the position from memory or a copy. */
  storedPosition: (id: string) => Promise<PositionPage | undefined>;
}

interface Waiting {
  loads: FormLoads;
  /** How long to wait for the platform if a copy is available, in ms. If undefined, waits for its response. */
  waitMs: number | undefined;
}

/**
 * Reads the position of a form or file. If the platform has not responded `waitMs` after the form's arrival,
 * returns a copy, if any.
 */
export const loadForForm = (
  positionUuid: string,
  { loads, waitMs }: Waiting,
  arrived: Promise<unknown> = Promise.resolve(),
): Promise<FormRead> =>
  loads.position(positionUuid, {
    purpose: "form",
    late: waitMs === undefined ? undefined : arrived.then(() => delay(waitMs, undefined)),
  });

/**
 * Finds the position, whose rules apply to files that arrive before the form ends. If the platform has not
 * responded after `waitMs`, returns a copy, if any. Returns undefined if the position cannot be read.
 */
export async function findForFiles(
  positionUuid: string,
  { loads, waitMs }: Waiting,
  loading: Promise<FormRead>,
): Promise<PositionPage | undefined> {
  const read = loading.then(
    ({ value }) => value,
    () => undefined,
  );
  if (waitMs === undefined) return read;
  const first = await Promise.race([read.then(() => "read"), delay(waitMs, "late")]);
  const copy =
    first === "late" ? await loads.storedPosition(positionUuid).catch(() => undefined) : undefined;
  return copy ?? read;
}
