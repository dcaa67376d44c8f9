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
  logNotHeld,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";

/**
 * What came in the field of the CV, or is held from before. `upload` is the object's own name for
 * the bytes; `gone`: the form counts on a held file that is not there any more; `not-held`: we could
 * not keep what came.
 */
export type ReceivedCv =
  | { state: "none" | "empty" | "too-large" | "wrong-type" | "gone" }
  | { state: "received"; upload: number }
  /** `isNamed`: the form names it; otherwise it knows of no held CVs, and may count on none. */
  | { state: "held"; upload: number; isNamed: boolean }
  | { state: "not-held"; fileName: string };

/** A form as it was sent: its text fields by name, and where its CV is. */
export interface ReceivedForm {
  values: ReadonlyMap<string, string>;
  cv: ReceivedCv;
  /** The application's object, which holds the CV; undefined if it cannot be reached. */
  application: ApplicationHandle | undefined;
  /** Why it could not be read to its end; what came before that is there. */
  fault?: MalformedFormError | BodyTooLargeError;
}

/** Whose form it is to be, and how large a file it may bring. */
interface FormTarget {
  /** The id that the address names; without one, the form's own field does. */
  applicationId?: string | undefined;
  positionUuid: string;
  maxCvBytes: number;
  /** Whether this visitor may have another file stored. */
  mayStore: () => Promise<boolean>;
}

/**
 * Reads a POST of the form as a stream. The CV goes to the application's object as it comes;
 * `application_id` is the form's first part, so the object is known before the file begins. An id
 * that is missing, malformed or bound to another position is replaced by a new one.
 */
export async function receiveForm(
  request: Request,
  applications: Applications,
  { applicationId, positionUuid, maxCvBytes, mayStore }: FormTarget,
): Promise<ReceivedForm> {
  const values = new Map<string, string>();
  let application: ApplicationHandle | undefined;
  const open = async () =>
    (application ??= await applications.open(
      applicationId ?? values.get("application_id"),
      positionUuid,
    ));
  let cv: ReceivedCv = { state: "none" };

  const events = multipartEvents(request);
  try {
    for await (const event of events) {
      if (event.kind === "field" && isOurs(event.name) && !values.has(event.name)) {
        values.set(event.name, event.value);
      }
      if (event.kind === "file" && event.name === "cv") {
        cv = await receiveCv(event, events, open, { maxCvBytes, mayStore });
      }
    }
  } catch (fault) {
    if (!(fault instanceof MalformedFormError || fault instanceof BodyTooLargeError)) throw fault;
    return { values, cv: { state: "none" }, application, fault };
  }
  try {
    const application = await open();
    return {
      values,
      cv: cv.state === "none" ? await heldCv(values, application) : cv,
      application,
    };
  } catch (error) {
    logNotHeld(error);
    return { values, cv, application: undefined };
  }
}

/** The names of our form's fields: nothing else of a form is kept. */
const FIELDS =
  /^(first_name|last_name|phone|privacy_policy|(open_)?question-\d{1,3}|application_id|held_cv|remove_cv|csrf_access_token|recaptcha_token)$/;

const isOurs = (name: string) => FIELDS.test(name) || name === HONEYPOT;

/**
 * The CV that is held from before, for a form that brings none. A page that names a held file says
 * so in its form, and a page that names none says that too: the file of whoever filled in the same
 * form before is not sent along unseen.
 */
async function heldCv(
  values: ReadonlyMap<string, string>,
  { object }: ApplicationHandle,
): Promise<ReceivedCv> {
  const named = values.get("held_cv");
  if (named === "") return { state: "none" };
  if (values.get("remove_cv") === "true") {
    await object.releaseCv();
    return { state: "none" };
  }
  const upload = await object.countedOnCv(named === undefined ? undefined : Number(named));
  if (upload !== undefined) return { state: "held", upload, isNamed: named !== undefined };
  return { state: named === undefined ? "none" : "gone" };
}

async function receiveCv(
  file: Extract<MultipartEvent, { kind: "file" }>,
  events: AsyncGenerator<MultipartEvent>,
  open: () => Promise<ApplicationHandle>,
  { maxCvBytes, mayStore }: Pick<FormTarget, "maxCvBytes" | "mayStore">,
): Promise<ReceivedCv> {
  const fileName = safeFileName(file.fileName);
  const isNamedRight = hasCvExtension(fileName);
  const isStored = file.fileName === "" || (await mayStore());
  const upload = new CvStream(open, {
    name: fileName,
    contentType: safeContentType(file.contentType),
  });
  let size = 0;
  try {
    // A file that will not be kept is still read to its end: the fields behind it are wanted.
    for await (const bytes of fileBytes(events)) {
      size += bytes.byteLength;
      if (isNamedRight && isStored && size <= maxCvBytes) await upload.append(bytes);
    }
  } catch (error) {
    await upload.discard();
    throw error;
  }

  if (size === 0) return { state: file.fileName === "" ? "none" : "empty" };
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

/** The bytes up to the end of the file that has just begun; the events behind it are left unread. */
async function* fileBytes(events: AsyncGenerator<MultipartEvent>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await events.next();
    if (next.done || next.value.kind !== "bytes") return;
    yield next.value.bytes;
  }
}
