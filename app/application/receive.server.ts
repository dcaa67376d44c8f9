import type { ApplicationHandle, Applications } from "./applications.server";
import { hasCvExtension, safeFileName } from "./file-name";
import { concatenated, multipartEvents, type MultipartEvent } from "./multipart.server";

/** What came in the field of the CV. `upload` is the object's own name for the bytes it holds. */
export type ReceivedCv =
  | { state: "none" | "empty" | "too-large" | "wrong-type" }
  | { state: "received"; upload: number; fileName: string };

/** A form as it was sent: its text fields by name, and where its CV is. */
export interface ReceivedForm {
  values: ReadonlyMap<string, string>;
  cv: ReceivedCv;
  /** The application's object, which holds the CV. */
  application: ApplicationHandle;
}

/** Whose form it is to be, and how large a file it may bring. */
interface FormTarget {
  /** The id that the address names; without one, the form's own field does. */
  applicationId?: string | undefined;
  positionUuid: string;
  maxCvBytes: number;
}

/** How much is gathered before it is handed to the object: one call for each costs more than memory. */
const FLUSH_BYTES = 256 * 1024;

/**
 * Reads a POST of the form as a stream. The CV goes to the application's object as it comes;
 * `application_id` is the form's first part, so the object is known before the file begins. An id
 * that is missing, malformed or bound to another position is replaced by a new one.
 *
 * @throws MalformedFormError, BodyTooLargeError
 */
export async function receiveForm(
  request: Request,
  applications: Applications,
  { applicationId, positionUuid, maxCvBytes }: FormTarget,
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
  for await (const event of events) {
    if (event.kind === "field" && !values.has(event.name)) values.set(event.name, event.value);
    if (event.kind === "file" && event.name === "cv") {
      cv = await receiveCv(event, events, open, maxCvBytes);
    }
  }
  return { values, cv, application: await open() };
}

async function receiveCv(
  file: Extract<MultipartEvent, { kind: "file" }>,
  events: AsyncGenerator<MultipartEvent>,
  open: () => Promise<ApplicationHandle>,
  maxCvBytes: number,
): Promise<ReceivedCv> {
  const fileName = safeFileName(file.fileName);
  let size = 0;
  let upload: number | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const keeps = () => size <= maxCvBytes && hasCvExtension(fileName);
  const flush = async () => {
    const { object } = await open();
    upload ??= await object.openCv({ name: fileName, contentType: file.contentType });
    await object.appendCv(upload, concatenated(pending));
    pending = [];
    pendingBytes = 0;
  };

  try {
    // A file that will not be kept is still read to its end: the fields behind it are wanted.
    for await (const bytes of fileBytes(events)) {
      size += bytes.byteLength;
      if (!keeps()) continue;
      pending.push(bytes);
      pendingBytes += bytes.byteLength;
      if (pendingBytes >= FLUSH_BYTES) await flush();
    }
  } catch (error) {
    if (upload !== undefined) await (await open()).object.discardCv(upload);
    throw error;
  }

  if (size === 0) return { state: file.fileName === "" ? "none" : "empty" };
  if (!hasCvExtension(fileName)) return { state: "wrong-type" };
  if (size > maxCvBytes) {
    if (upload !== undefined) await (await open()).object.discardCv(upload);
    return { state: "too-large" };
  }
  if (pendingBytes > 0) await flush();
  const { object } = await open();
  if (upload === undefined || !(await object.closeCv(upload))) return { state: "wrong-type" };
  return { state: "received", upload, fileName };
}

/** The bytes up to the end of the file that has just begun; the events behind it are left unread. */
async function* fileBytes(events: AsyncGenerator<MultipartEvent>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await events.next();
    if (next.done || next.value.kind !== "bytes") return;
    yield next.value.bytes;
  }
}
