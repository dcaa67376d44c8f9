import { extensionOf } from "../model/file-name";
import type { Contents, SentRecord } from "./state";

/** What intake hands over: what the platform is sent, and what the receipt shows. */
export interface Delivery extends Omit<Contents, "cv"> {
  /** The upload that is the CV, if there is one. */
  upload: number | undefined;
  receiptId: string;
  company: SentRecord["company"];
  positionTitle: string;
  /** Whether it is the form of a refused application, which was given back to be corrected. */
  isCorrection?: boolean;
}

/** The part of a delivery that the platform is sent. */
export function contentsOf(delivery: Delivery): Contents {
  const { applicationId, clientUuid, application, csrfToken, recaptchaToken } = delivery;
  const { isSuspect = false, upload: cv } = delivery;
  return { applicationId, clientUuid, application, csrfToken, recaptchaToken, isSuspect, cv };
}

interface SentCv {
  upload: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Salted. */
  digest: string;
}

interface Sent extends Required<Pick<SentRecord, "digest" | "digestVersion" | "sentAt">> {
  cv: SentCv | undefined;
}

/**
 * The part of a delivery that is kept for the receipt once the contents are gone.
 *
 * @param sentAt ms since 1970
 */
export function recordOf(
  { receiptId, company, positionTitle, application }: Delivery,
  { digest, digestVersion, cv, sentAt }: Sent,
): SentRecord {
  return {
    receiptId,
    digest,
    digestVersion,
    company,
    positionTitle,
    sentAt,
    ...(cv && {
      cv: {
        upload: cv.upload,
        size: cv.size,
        digest: cv.digest,
        kind: extensionOf(cv.name).toUpperCase(),
      },
    }),
    answers: application.killerQuestions.length + application.openQuestions.length,
  };
}
