import { extensionOf } from "../model/file-name";
import { CV_FIELD, filesIn, stored, type FieldFile } from "../model/files";
import type { Contents, SentRecord } from "./state";

/** What intake hands over: what the platform is sent, and what the receipt shows. */
export interface Delivery extends Omit<Contents, "cv"> {
  /** The upload that is the CV, if there is one. */
  upload: number | undefined;
  receiptId: string;
  company: SentRecord["company"];
  positionTitle: string;
  /** Labels of the answered fields. */
  labels: SentRecord["labels"];
  /** The fields among the files' that are voluntary: of these no digest is made. */
  voluntaryFiles?: readonly string[] | undefined;
  /** Whether it is the form of a refused application, which was given back to be corrected. */
  isCorrection?: boolean;
}

/** The part of a delivery that the platform is sent. */
export function contentsOf(delivery: Delivery): Contents {
  const { applicationId, clientUuid, application, csrfToken, recaptchaToken } = delivery;
  const { isSuspect = false, fields, voluntary, source, honoursKeys } = delivery;
  return {
    applicationId,
    clientUuid,
    application,
    csrfToken,
    recaptchaToken,
    isSuspect,
    ...stored(filesOf(delivery)),
    ...(fields !== undefined && { fields }),
    ...(voluntary !== undefined && { voluntary }),
    ...(source !== undefined && { source }),
    ...(honoursKeys && { honoursKeys }),
  };
}

/** All files of a delivery, the CV first. */
export const filesOf = ({ upload, files }: Pick<Delivery, "upload" | "files">): FieldFile[] =>
  filesIn({ cv: upload, files });

interface SentFile extends FieldFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Salted. */
  digest: string;
}

interface Sent extends Pick<SentRecord, "digest" | "sentAt"> {
  files: readonly SentFile[];
}

/**
 * The part of a delivery that is kept for the receipt once the contents are gone.
 *
 * @param sentAt ms since 1970
 */
export function recordOf(
  { receiptId, company, positionTitle, labels }: Delivery,
  { digest, files, sentAt }: Sent,
): SentRecord {
  const sent = files.map(({ field, upload, name, size, digest }) => ({
    field,
    upload,
    size,
    digest,
    kind: extensionOf(name).toUpperCase(),
  }));
  const others = sent.filter(({ field }) => field !== CV_FIELD);
  const [cv] = sent.filter(({ field }) => field === CV_FIELD);
  return {
    receiptId,
    digest,
    company,
    positionTitle,
    labels,
    sentAt,
    ...(cv && {
      cv: {
        upload: cv.upload,
        size: cv.size,
        digest: cv.digest,
        kind: cv.kind,
      },
    }),
    ...(others.length > 0 && { files: others }),
  };
}
