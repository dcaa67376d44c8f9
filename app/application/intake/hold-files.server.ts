import type { ApplicationHandle, Applications } from "../delivery/applications.server";
import type { PositionPage } from "~/app/platform/types";
import { groupHeldFiles } from "../model/application";
import { CV_FIELD } from "../model/files";
import { isCorrection, type ReceivedForm } from "./receive.server";
import { getFieldFiles } from "./submit.server";

/** A form that was received in full, with its application. */
export interface Received extends ReceivedForm {
  application: ApplicationHandle;
  applications: Applications;
  position: PositionPage;
}

/**
 * Holds the files of a form that is rendered again. If the application was already sent, moves new files
 * to a new application and returns its id.
 */
export async function holdFiles({
  application,
  files,
  applications,
  position,
  values,
  mayHold,
}: Received) {
  if (!mayHold) return {};
  const { object } = application;
  const correctable = isCorrection(values)
    ? await object.filesToCorrect(getFieldFiles(files))
    : undefined;
  if (correctable) return groupHeldFiles(correctable);
  const received = getFieldFiles(files).filter(
    ({ field }) => files.get(field)?.state === "received",
  );
  const unheld: number[] = [];
  for (const { upload } of received) {
    if (!(await object.holdFile(upload))) unheld.push(upload);
  }
  if (unheld.length === 0) return groupHeldFiles(await object.heldFiles());
  const other = await applications.open(undefined, position.positionUuid);
  for (const upload of unheld) {
    const copy = await object.moveFile(upload, other.receiptId);
    if (copy !== undefined) await other.object.holdFile(copy);
  }
  return { applicationId: other.id, ...groupHeldFiles(await other.object.heldFiles()) };
}

/** Returns the field of the largest held file, or `CV_FIELD` if no file is held. */
export async function findLargestFile({ object }: ApplicationHandle): Promise<string> {
  const held = await object.heldFiles();
  const [largest] = held.sort((a, b) => b.size - a.size);
  return largest?.field ?? CV_FIELD;
}
