import { FIELD_ID } from "~/contract/fields";
import type { Entered } from "../fields/answers";
import { safeContentType } from "../inspection/file-type.server";
import { FileStream } from "./file-stream.server";
import { isSourceName } from "~/app/candidate-source";
import { isNameAccepted, isPhoto, safeFileName } from "../model/file-name";
import { CV_FIELD, type FileRules } from "../model/files";
import { HONEYPOT } from "../model/limits";
import {
  BodyTooLargeError,
  MalformedFormError,
  readMultipart,
  type MultipartEvent,
} from "./multipart-reader.server";
import {
  isApplicationId,
  logHoldFailure,
  type ApplicationHandle,
  type Applications,
} from "../delivery/applications.server";

/**
 * A form's file for a field. `upload` is the file's number in its application.
 * - `received`: the form contains the file.
 * - `held`: the application has the file from an earlier request.
 * - `gone`: the form names a held file that no longer exists.
 * - `not-held`: the file arrived but was not stored.
 * - `unreadable`: the part cannot be parsed as a file.
 */
export type ReceivedFile =
  | { state: "none" | "empty" | "too-large" | "gone" | "unreadable" }
  | { state: "wrong-type"; isPhoto?: boolean }
  | { state: "received"; upload: number }
  /** `isNamed`: whether the form names the file. Otherwise, the page might not have shown the file. */
  | { state: "held"; upload: number; isNamed: boolean }
  | { state: "not-held"; fileName: string };

export type ReceivedFiles = ReadonlyMap<string, ReceivedFile>;

export interface ReceivedForm {
  /** Values of the known fields (`isKnownField`), by name. */
  values: ReadonlyMap<string, string>;
  /** Values of the position's own fields. A field with checkboxes can have several values. */
  entered: Entered;
  files: ReceivedFiles;
  /** Total size of all files in bytes, including files that were not stored. */
  bytes: number;
  /** The form's application. Can be undefined after an error. */
  application: ApplicationHandle | undefined;
  /** Opens the application and binds it to the position. */
  open: () => Promise<ApplicationHandle>;
  /** Whether the application is known to exist. */
  mayHold: boolean;
  /** Why the form could not be read to its end. `values` has the fields before the error. */
  error?: MalformedFormError | BodyTooLargeError;
}

interface FormTarget {
  /** The application id in the URL. If it is missing, the form's `application_id` field is used. */
  applicationId?: string | undefined;
  positionUuid: string;
  /** Called when the whole form has arrived. */
  onArrived: () => void;
  /** Returns the rules of the position's file fields, by field. */
  fileFields: () => Promise<ReadonlyMap<string, FileRules>>;
  /** Whether this client may store another file. */
  mayStore: () => Promise<boolean>;
  /** Whether this client may look up the form's application. */
  mayLookUp: () => Promise<boolean>;
  /** Called if the lookup finds no application. */
  onMissing: () => void;
}

/**
 * Reads a posted form as a stream and sends its files to the application's object as they arrive. The object is
 * known before the files, because `application_id` is the first part. A form without files stores nothing. Files
 * for unknown fields are dropped.
 */
export async function receiveForm(
  request: Request,
  applications: Applications,
  target: FormTarget,
): Promise<ReceivedForm> {
  const { applicationId, positionUuid, onArrived, fileFields, mayStore } = target;
  const values = new Map<string, string>();
  const entered = new Map<string, string[]>();
  const enter = (name: string, value: string) => {
    const given = entered.get(name);
    if (given) given.push(value);
    else if (name.startsWith("field-")) entered.set(name, [value]);
    else if (isKnownField(name) && !values.has(name)) values.set(name, value);
  };
  const getId = () => applicationId ?? values.get("application_id");
  let application: ApplicationHandle | undefined;
  let isOpen = false;
  const open = async () => {
    if (application && isOpen) return application;
    application = await applications.open(application?.id ?? getId(), positionUuid);
    isOpen = true;
    return application;
  };
  const files = new Map<string, ReceivedFile>();
  let bytes = 0;
  const count = (more: number) => void (bytes += more);
  const events = readMultipart(request);
  try {
    for await (const event of events) {
      if (event.kind === "field") enter(event.name, event.value);
      const field = parseFileField(event);
      if (field === undefined) continue;
      if (event.kind === "field" && event.value !== "" && (await fileFields()).has(field)) {
        files.set(field, { state: "unreadable" });
      }
      if (event.kind === "file") {
        const storing = { fileFields, mayStore, count };
        const received = await receiveFile(field, event, events, open, storing);
        // An empty part after a file must not replace the file.
        if (received.state !== "none") files.set(field, received);
      }
    }
  } catch (error) {
    if (!(error instanceof MalformedFormError || error instanceof BodyTooLargeError)) throw error;
    onArrived();
    return { values, entered, bytes, files: new Map(), application, open, mayHold: false, error };
  }
  onArrived();
  try {
    const found = application ? undefined : await lookUp(getId(), values, applications, target);
    const mayHold = application !== undefined || found?.isStored === true;
    application ??= found?.application ?? (await applications.getHandle(getId()));
    const fields = [...(await fileFields()).keys()];
    await addHeldFiles(files, fields, values, mayHold ? application : undefined);
    return { values, entered, files, bytes, application, open, mayHold };
  } catch (error) {
    logHoldFailure(error);
    return { values, entered, files, bytes, application: undefined, open, mayHold: false };
  }
}

/** Adds the held files of fields without a new file. */
async function addHeldFiles(
  files: Map<string, ReceivedFile>,
  fields: readonly string[],
  values: ReadonlyMap<string, string>,
  holder: ApplicationHandle | undefined,
): Promise<void> {
  for (const field of fields) {
    if (!files.has(field)) files.set(field, await findHeldFile(field, values, holder));
  }
}

/** Looks up the form's application if the form needs it. */
async function lookUp(
  id: string | undefined,
  values: ReadonlyMap<string, string>,
  applications: Applications,
  { positionUuid, fileFields, mayLookUp, onMissing }: FormTarget,
) {
  const fields = [...(await fileFields()).keys()];
  const expectsNoFile =
    fields.every((field) => namedFile(values, field) === "") && !isCorrection(values);
  if (expectsNoFile || id === undefined || !isApplicationId(id)) return undefined;
  if (!(await mayLookUp())) return undefined;
  const found = await applications.find(id, positionUuid);
  if (!found.isStored) onMissing();
  return found;
}

const FIELDS =
  /^(first_name|last_name|phone|privacy_policy|(open_)?question-\d{1,3}|application_id|held_cv|remove_cv|corrects|csrf_access_token|recaptcha_token)$/;

const isKnownField = (name: string) =>
  FIELDS.test(name) ||
  fieldId(/^(?:held|remove)_file-/, name) !== undefined ||
  name === HONEYPOT ||
  isSourceName(name);

/** Extracts the id of a position's field from the name of a form field. */
function fieldId(prefix: RegExp, name: string): string | undefined {
  const id = name.replace(prefix, "");
  return id !== name && FIELD_ID.test(id) ? id : undefined;
}

/** Whether the form corrects a returned application. */
export const isCorrection = (values: ReadonlyMap<string, string>): boolean =>
  values.get("corrects") === "true";

/** Returns the field of a part that can contain a file. */
function parseFileField(event: MultipartEvent): string | undefined {
  if (event.kind !== "field" && event.kind !== "file") return undefined;
  if (event.name === CV_FIELD) return CV_FIELD;
  const field = fieldId(/^field-/, event.name);
  return field === CV_FIELD ? undefined : field;
}

/**
 * Returns the number of the held file that the page showed for a field, or an empty string if it showed no
 * file. Returns undefined if the page could not tell whether a CV was held.
 */
const namedFile = (values: ReadonlyMap<string, string>, field: string): string | undefined =>
  field === CV_FIELD ? values.get("held_cv") : (values.get(`held_file-${field}`) ?? "");

/**
 * Finds the held file of a field that has no new file. Deletes the held file if the candidate removed it. If the
 * page showed no file, a held file is ignored, because it might belong to another candidate.
 * @param application undefined if it is not known to exist
 */
async function findHeldFile(
  field: string,
  values: ReadonlyMap<string, string>,
  application: ApplicationHandle | undefined,
): Promise<ReceivedFile> {
  const named = namedFile(values, field);
  if (named === "") return { state: "none" };
  const remove = field === CV_FIELD ? "remove_cv" : `remove_file-${field}`;
  if (values.get(remove) === "true") {
    await application?.object.discardFile(field);
    return { state: "none" };
  }
  const number = named === undefined ? undefined : Number(named);
  const upload = await application?.object.findUpload(number, isCorrection(values), field);
  if (upload !== undefined) return { state: "held", upload, isNamed: named !== undefined };
  return { state: named === undefined ? "none" : "gone" };
}

async function receiveFile(
  field: string,
  file: Extract<MultipartEvent, { kind: "file" }>,
  events: AsyncGenerator<MultipartEvent>,
  open: () => Promise<ApplicationHandle>,
  {
    fileFields,
    mayStore,
    count,
  }: Pick<FormTarget, "fileFields" | "mayStore"> & { count: (bytes: number) => void },
): Promise<ReceivedFile> {
  const name = safeFileName(file.fileName ?? "");
  const ownRules = name === "" ? undefined : (await fileFields()).get(field);
  const rules = ownRules ?? { accept: [], maxBytes: 0 };
  const { accept, maxBytes } = rules;
  const hasAcceptedName = isNameAccepted(name, accept);
  const isStored = name === "" || (ownRules !== undefined && (await mayStore()));
  const contentType = safeContentType(file.contentType, name, accept);
  const upload = new FileStream(open, { field, name, contentType, rules });
  let size = 0;
  try {
    // Read every file to its end, even if it is not stored, because more fields may follow.
    for await (const bytes of fileBytes(events)) {
      size += bytes.byteLength;
      if (hasAcceptedName && isStored && size <= maxBytes) await upload.append(bytes);
    }
  } catch (error) {
    await upload.discard();
    throw error;
  } finally {
    count(size);
  }

  if (name !== "" && !ownRules) return { state: "none" };
  if (size === 0) return { state: name === "" ? "none" : "empty" };
  if (file.fileName === undefined) return { state: "unreadable" };
  const wrongType = {
    state: "wrong-type",
    isPhoto: isPhoto({ name, type: file.contentType }),
  } as const;
  if (!hasAcceptedName) return wrongType;
  if (size > maxBytes) {
    await upload.discard();
    return { state: "too-large" };
  }
  if (!isStored) return { state: "not-held", fileName: name };
  const outcome = await upload.end();
  if (outcome === "not-held") return { state: outcome, fileName: name };
  if (outcome === "wrong-type") return wrongType;
  return outcome === "too-large" ? { state: outcome } : { state: "received", upload: outcome };
}

/** Yields the bytes of the current file. */
async function* fileBytes(events: AsyncGenerator<MultipartEvent>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await events.next();
    if (next.done || next.value.kind !== "bytes") return;
    yield next.value.bytes;
  }
}
