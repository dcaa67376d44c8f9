import { safeContentType } from "../model/cv-type.server";
import { CvStream } from "./cv-stream.server";
import { hasCvExtension, safeFileName } from "../model/file-name";
import { HONEYPOT } from "../model/limits";
import {
  BodyTooLargeError,
  MalformedFormError,
  multipartEvents,
  type MultipartEvent,
} from "./multipart-reader.server";
import {
  isApplicationId,
  logNotHeld,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";

/**
 * What the form has for a CV. `received`: it brought a file. `held`: the application holds one from
 * before. `gone`: the form names a held file that is no longer there. `not-held`: a file came and could
 * not be kept. `unreadable`: something came for a CV that is no file as browsers send one. `upload` is the object's number for the file.
 */
export type ReceivedCv =
  | { state: "none" | "empty" | "too-large" | "wrong-type" | "gone" | "unreadable" }
  | { state: "received"; upload: number }
  /** `isNamed`: the form names the file. If not, the page may not have known of it. */
  | { state: "held"; upload: number; isNamed: boolean }
  | { state: "not-held"; fileName: string };

/** A form as it was sent: its text fields by name, and its CV. */
export interface ReceivedForm {
  values: ReadonlyMap<string, string>;
  cv: ReceivedCv;
  /**
   * The application that the form is for. Nothing is stored for it unless the form brought a CV, until
   * `open` is called. Undefined if it cannot be reached.
   */
  application: ApplicationHandle | undefined;
  /** Opens the application, which is then bound to the position. */
  open: () => Promise<ApplicationHandle>;
  /** Whether the application may hold a CV, for all that the form says. */
  mayHold: boolean;
  /** Why the form could not be read to its end; `values` has the fields before that. */
  fault?: MalformedFormError | BodyTooLargeError;
}

/** Which application and position the form is for, and the limits of its file. */
interface FormTarget {
  /** The id in the address; without one, the id in the form's own field counts. */
  applicationId?: string | undefined;
  positionUuid: string;
  maxCvBytes: number;
  /** Whether the form's file may be stored; asked when the file begins. */
  mayStore: () => Promise<boolean>;
  /** Whether an application may be looked for that the form counts on. */
  mayLook: () => Promise<boolean>;
  /** Is called when it was looked for and is not there. */
  onMissing: () => void;
}

/**
 * Reads a POST of the form as a stream. The CV goes to the application's object as it comes;
 * `application_id` is the form's first part, so the object is known before the file begins. An id
 * that is missing, malformed or bound to another position is replaced by a new one. A form without a CV
 * stores nothing.
 */
export async function receiveForm(
  request: Request,
  applications: Applications,
  { applicationId, positionUuid, maxCvBytes, mayStore, mayLook, onMissing }: FormTarget,
): Promise<ReceivedForm> {
  const values = new Map<string, string>();
  const idOf = () => applicationId ?? values.get("application_id");
  let application: ApplicationHandle | undefined;
  let isOpen = false;
  const open = async () => {
    if (application && isOpen) return application;
    application = await applications.open(application?.id ?? idOf(), positionUuid);
    isOpen = true;
    return application;
  };
  let cv: ReceivedCv = { state: "none" };

  const events = multipartEvents(request);
  try {
    for await (const event of events) {
      if (event.kind === "field" && isOurs(event.name) && !values.has(event.name)) {
        values.set(event.name, event.value);
      }
      if (event.kind === "field" && event.name === "cv" && event.value !== "") {
        cv = { state: "unreadable" };
      }
      if (event.kind === "file" && event.name === "cv") {
        const came = await receiveCv(event, events, open, { maxCvBytes, mayStore });
        // An empty file field behind a file takes nothing away.
        if (came.state !== "none") cv = came;
      }
    }
  } catch (fault) {
    if (!(fault instanceof MalformedFormError || fault instanceof BodyTooLargeError)) throw fault;
    return { values, cv: { state: "none" }, application, open, mayHold: false, fault };
  }
  try {
    const mayHold = application !== undefined || (await look());
    application ??= await applications.unopened(idOf());
    if (cv.state === "none") cv = await heldCv(values, mayHold ? application : undefined);
    return { values, cv, application, open, mayHold };
  } catch (error) {
    logNotHeld(error);
    return { values, cv, application: undefined, open, mayHold: false };
  }

  /** Looks for the application that a form counts on. Whether there is one. */
  async function look(): Promise<boolean> {
    const id = idOf();
    const countsOnNone = values.get("held_cv") === "" && !isCorrection(values);
    if (countsOnNone || id === undefined || !isApplicationId(id)) return false;
    if (!(await mayLook())) return false;
    const found = await applications.find(id, positionUuid);
    if (!found.isThere) onMissing();
    application = found.application;
    return found.isThere;
  }
}

/** The names of our form's fields. A field of any other name is dropped. */
const FIELDS =
  /^(first_name|last_name|phone|privacy_policy|(open_)?question-\d{1,3}|application_id|held_cv|remove_cv|corrects|csrf_access_token|recaptcha_token)$/;

const isOurs = (name: string) => FIELDS.test(name) || name === HONEYPOT;

/** Whether it is the form of a refused application, which was given back to be corrected. */
export const isCorrection = (values: ReadonlyMap<string, string>): boolean =>
  values.get("corrects") === "true";

/**
 * The held CV of a form that brings no file. The form's `held_cv` names the file that the page shows,
 * and is empty if the page shows none: then the file of the person who used the form before is not
 * sent.
 *
 * @param application undefined if there is none that could hold one
 */
async function heldCv(
  values: ReadonlyMap<string, string>,
  application: ApplicationHandle | undefined,
): Promise<ReceivedCv> {
  const named = values.get("held_cv");
  if (named === "") return { state: "none" };
  if (values.get("remove_cv") === "true") {
    await application?.object.releaseCv();
    return { state: "none" };
  }
  const number = named === undefined ? undefined : Number(named);
  const upload = await application?.object.countedOnCv(number, isCorrection(values));
  if (upload !== undefined) return { state: "held", upload, isNamed: named !== undefined };
  return { state: named === undefined ? "none" : "gone" };
}

async function receiveCv(
  file: Extract<MultipartEvent, { kind: "file" }>,
  events: AsyncGenerator<MultipartEvent>,
  open: () => Promise<ApplicationHandle>,
  { maxCvBytes, mayStore }: Pick<FormTarget, "maxCvBytes" | "mayStore">,
): Promise<ReceivedCv> {
  const fileName = safeFileName(file.fileName ?? "");
  const isNamedRight = hasCvExtension(fileName);
  const isStored = fileName === "" || (await mayStore());
  const upload = new CvStream(open, {
    name: fileName,
    contentType: safeContentType(file.contentType, fileName),
  });
  let size = 0;
  try {
    // A file that is not kept is still read to its end, because fields follow it.
    for await (const bytes of fileBytes(events)) {
      size += bytes.byteLength;
      if (isNamedRight && isStored && size <= maxCvBytes) await upload.append(bytes);
    }
  } catch (error) {
    await upload.discard();
    throw error;
  }

  if (size === 0) return { state: fileName === "" ? "none" : "empty" };
  if (file.fileName === undefined) return { state: "unreadable" };
  if (!isNamedRight) return { state: "wrong-type" };
  if (size > maxCvBytes) {
    await upload.discard();
    return { state: "too-large" };
  }
  if (!isStored) return { state: "not-held", fileName };
  const ended = await upload.end();
  if (ended === "wrong-type") return { state: ended };
  if (ended === "not-held") return { state: ended, fileName };
  return { state: "received", upload: ended };
}

/** The bytes of the file that has just begun. It leaves the events after the file unread. */
async function* fileBytes(events: AsyncGenerator<MultipartEvent>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await events.next();
    if (next.done || next.value.kind !== "bytes") return;
    yield next.value.bytes;
  }
}
