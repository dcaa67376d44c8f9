import type { SubmitAnswer } from "../delivery/answers";
import {
  logNotHeld,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";
import type { Delivery } from "../delivery/delivery";
import type { PositionPage } from "../../platform/types";
import type { ReceivedCv } from "./receive.server";

/** A delivery without the ids of the application that makes it. */
export type Filled = Omit<Delivery, "applicationId" | "receiptId" | "upload">;

interface Submitted {
  answer: SubmitAnswer;
  /** The application that sent it: the form's own, or its successor. */
  by: ApplicationHandle;
}

interface SubmitOptions {
  application: ApplicationHandle;
  cv: ReceivedCv;
  applications: Applications;
  position: Pick<PositionPage, "positionUuid" | "isCvRequired">;
}

/**
 * Hands what a candidate filled in to the application's object, which delivers it. If the form named
 * no held CV and none is needed, it is sent without the held one that has gone meanwhile.
 */
export async function submit(filled: Filled, options: SubmitOptions): Promise<Submitted> {
  const { cv, position } = options;
  const upload = cv.state === "received" || cv.state === "held" ? cv.upload : undefined;
  const submitted = await submitWith(upload, filled, options);
  const isGone = submitted.answer.outcome === "cv-gone";
  const countsOnNone = cv.state === "held" && !cv.isNamed && !position.isCvRequired;
  return isGone && countsOnNone ? submitWith(undefined, filled, options) : submitted;
}

async function submitWith(
  upload: number | undefined,
  filled: Filled,
  { application, applications, position }: SubmitOptions,
): Promise<Submitted> {
  const { id: applicationId, receiptId } = application;
  const delivery = { ...filled, applicationId, receiptId, upload };
  const answer = await application.object.submit(delivery).catch(async (error: unknown) => {
    // The object was moved or restarted meanwhile. It knows what it took, and that this is a repeat.
    logNotHeld(error);
    const again = await applications.open(applicationId, position.positionUuid);
    return again.object.submit(delivery, true);
  });
  if (answer.outcome !== "taken") return { answer, by: application };
  // Two people used the same form (a kiosk, the back button): the second gets its own application.
  const by = await applications.open(answer.successor, position.positionUuid);
  const copy =
    upload === undefined ? undefined : await application.object.copyCv(upload, by.receiptId);
  if (upload !== undefined && copy === undefined) return { answer: { outcome: "cv-gone" }, by };
  const renamed = { ...filled, applicationId: by.id, receiptId: by.receiptId, upload: copy };
  return { answer: await by.object.submit(renamed), by };
}
