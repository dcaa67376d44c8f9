import type { SubmitResult } from "../delivery/answers";
import {
  logHoldFailure,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";
import type { Contents, Submission } from "../delivery/state";
import type { PositionPage } from "~/app/platform/types";
import { CV_FIELD, sortCvFirst, type FieldFile } from "../model/files";
import type { ReceivedFiles } from "./receive.server";

/** A submission before its files and ids are added. */
export interface FilledForm extends Omit<Submission, "contents" | "record"> {
  contents: Omit<Contents, "applicationId" | "files">;
  record: Omit<Submission["record"], "receiptId">;
}

interface Submitted {
  answer: SubmitResult;
  /** The application that sent the form: the original application or its successor. */
  by: ApplicationHandle;
}

interface SubmitOptions {
  application: ApplicationHandle;
  files: ReceivedFiles;
  applications: Applications;
  position: Pick<PositionPage, "positionUuid" | "isCvRequired">;
}

/** Returns the new and held files of a form. */
export const getFieldFiles = (received: ReceivedFiles): FieldFile[] =>
  [...received].flatMap(([field, file]) =>
    file.state === "received" || file.state === "held" ? [{ field, upload: file.upload }] : [],
  );

/**
 * Submits a form to the application's object. If an optional CV is no longer held and the form did not name it,
 * the form is sent without a CV.
 */
export async function submit(filled: FilledForm, options: SubmitOptions): Promise<Submitted> {
  const { position } = options;
  const files = getFieldFiles(options.files);
  const submitted = await submitWith(files, filled, options);
  const { answer } = submitted;
  const cv = options.files.get(CV_FIELD);
  const canOmitCv = cv?.state === "held" && !cv.isNamed && !position.isCvRequired;
  if (answer.outcome !== "file-gone" || answer.isDamaged || !canOmitCv) return submitted;
  if (!answer.fields.includes(CV_FIELD)) return submitted;
  return submitWith(
    files.filter(({ field }) => field !== CV_FIELD),
    filled,
    options,
  );
}

async function submitWith(
  files: readonly FieldFile[],
  filled: FilledForm,
  { application, applications, position }: SubmitOptions,
): Promise<Submitted> {
  const submission = createSubmission(filled, files, application);
  const answer = await application.object.submit(submission).catch(async (error: unknown) => {
    // The object may have been moved or restarted. It recognizes a repeated submission.
    logHoldFailure(error);
    const reopened = await applications.open(application.id, position.positionUuid);
    return reopened.object.submit(submission, true);
  });
  if (answer.outcome !== "taken") return { answer, by: application };
  // The form was used twice, for example on a kiosk. The second form gets a separate application.
  const by = await applications.open(answer.successor, position.positionUuid);
  const copies: FieldFile[] = [];
  for (const { field, upload } of files) {
    const copy = await application.object.moveFile(upload, by.receiptId);
    if (copy === undefined) return { answer: { outcome: "file-gone", fields: [field] }, by };
    copies.push({ field, upload: copy });
  }
  return { answer: await by.object.submit(createSubmission(filled, copies, by)), by };
}

const createSubmission = (
  filled: FilledForm,
  files: readonly FieldFile[],
  { id: applicationId, receiptId }: ApplicationHandle,
): Submission => ({
  ...filled,
  contents: { ...filled.contents, applicationId, files: sortCvFirst(files) },
  record: { ...filled.record, receiptId },
});
