import type { SubmitAnswer } from "../delivery/answers";
import {
  logNotHeld,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";
import type { Delivery } from "../delivery/delivery";
import type { PositionPage } from "../../platform/types";
import { CV_FIELD, stored, type FieldFile } from "../model/files";
import type { ReceivedFiles } from "./receive.server";

/** A delivery without the ids of the application that makes it. */
export type Filled = Omit<Delivery, "applicationId" | "receiptId" | "upload" | "files">;

interface Submitted {
  answer: SubmitAnswer;
  /** The application that sent it: the form's own, or its successor. */
  by: ApplicationHandle;
}

interface SubmitOptions {
  application: ApplicationHandle;
  files: ReceivedFiles;
  applications: Applications;
  position: Pick<PositionPage, "positionUuid" | "isCvRequired">;
}

/** The files that came with a form, or that it counts on. */
export const filesIn = (received: ReceivedFiles): FieldFile[] =>
  [...received].flatMap(([field, file]) =>
    file.state === "received" || file.state === "held" ? [{ field, upload: file.upload }] : [],
  );

/**
 * Hands what a candidate filled in to the application's object, which delivers it. If the form named
 * no held CV and none is needed, it is sent without the held one that has gone meanwhile.
 */
export async function submit(filled: Filled, options: SubmitOptions): Promise<Submitted> {
  const { position } = options;
  const files = filesIn(options.files);
  const submitted = await submitWith(files, filled, options);
  const { answer } = submitted;
  const cv = options.files.get(CV_FIELD);
  const countsOnNone = cv?.state === "held" && !cv.isNamed && !position.isCvRequired;
  if (answer.outcome !== "cv-gone" || answer.isDamaged || !countsOnNone) return submitted;
  if (!answer.fields.includes(CV_FIELD)) return submitted;
  return submitWith(
    files.filter(({ field }) => field !== CV_FIELD),
    filled,
    options,
  );
}

async function submitWith(
  files: readonly FieldFile[],
  filled: Filled,
  { application, applications, position }: SubmitOptions,
): Promise<Submitted> {
  const { id: applicationId, receiptId } = application;
  const delivery = { ...filled, applicationId, receiptId, ...deliveredOf(files) };
  const answer = await application.object.submit(delivery).catch(async (error: unknown) => {
    // The object was moved or restarted meanwhile. It knows what it took, and that this is a repeat.
    logNotHeld(error);
    const again = await applications.open(applicationId, position.positionUuid);
    return again.object.submit(delivery, true);
  });
  if (answer.outcome !== "taken") return { answer, by: application };
  // Two people used the same form (a kiosk, the back button): the second gets its own application.
  const by = await applications.open(answer.successor, position.positionUuid);
  const copies: FieldFile[] = [];
  for (const { field, upload } of files) {
    const copy = await application.object.copyCv(upload, by.receiptId);
    if (copy === undefined) return { answer: { outcome: "cv-gone", fields: [field] }, by };
    copies.push({ field, upload: copy });
  }
  const ids = { applicationId: by.id, receiptId: by.receiptId };
  return { answer: await by.object.submit({ ...filled, ...ids, ...deliveredOf(copies) }), by };
}

/** Files as a delivery has them. */
function deliveredOf(files: readonly FieldFile[]): Pick<Delivery, "upload" | "files"> {
  const { cv: upload, files: others } = stored(files);
  return { upload, ...(others && { files: others }) };
}
