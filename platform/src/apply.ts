import { filePartName, IDEMPOTENCY_KEY, parsePart, Source } from "~/contract/application";
import { json, Refusal } from "~/contract/http";
import { HEADERS } from "~/contract/lists";
import { Questions } from "~/contract/questions";
import { parseFilePart, readAnswers } from "./answers";
import {
  parseSuspicions,
  readForApplication,
  storeApplication,
  type NewApplication,
} from "./applications";
import { readConfirmationRequest } from "./confirmations/queue";
import { sendDueEmails } from "./confirmations/send";
import type { Env, WorkerContext } from "./env";
import { startUpload, type Files, type Upload } from "./files";
import { messagesFor } from "./messages";
import { MAX_BODY_BYTES, MAX_FILES_BODY_BYTES, readForm } from "./multipart";
import { sendDueNotifications } from "./notifications/notifications";
import { isValidCsrfToken } from "./secrets";
import type { Client, Position } from "./store";
import { readApplication } from "./validation";

/**
 * Call 4: stores an application. Calls with the same `Idempotency-Key` for the same position, even
 * concurrent ones, store at most one application.
 *
 * Takes two round trips to the database and the bucket: the first reads the position and stores the files, the
 * second stores the row. Until then, nothing refers to the files. If the Worker stops in between, a retry can use
 * the same key, and `deleteOrphanedFiles` deletes the files.
 */
export async function apply(
  request: Request,
  env: Env,
  context: WorkerContext,
  apiKey: string,
  clientRef: string,
  positionId: string,
): Promise<Response> {
  const key = request.headers.get(HEADERS.idempotencyKey) ?? undefined;
  const hasValidKey = key === undefined || IDEMPOTENCY_KEY.test(key);
  const [{ client, position, earlier }, received] = await Promise.all([
    readForApplication(env, clientRef, positionId, hasValidKey ? key : undefined),
    receive(request, env, apiKey, positionId),
  ]);
  const discard = (upload: Upload) => context.waitUntil(upload.discard());

  let checked: NewApplication;
  try {
    if (!client || position?.client_uuid !== client.uuid) {
      throw new Refusal(404, "Position not found.");
    }
    const messages = messagesFor(client.language_default);
    if (!hasValidKey) throw new Refusal(400, messages.idempotencyKey);
    // Check this first: an accepted key stays accepted, even if the position has closed, the token has expired
    // or the application has been deleted since.
    if (earlier !== undefined) {
      discard(received.upload);
      return createdResponse(earlier);
    }
    if (position.status === "closed") throw new Refusal(410, messages.closed);
    const suspicions = parseSuspicions(request.headers.get(HEADERS.suspect));
    const confirmation = await readConfirmationRequest(request, client);
    checked = { ...checkApplication(received, client, position), suspicions, confirmation };
  } catch (error) {
    discard(received.upload);
    throw error;
  }

  const upload = chooseUpload(env, received.upload, checked);
  if (upload !== received.upload) discard(received.upload);
  const id = await storeApplication(env, upload, position, key, checked);
  if (id !== upload.id) discard(upload);
  if (id === undefined) {
    throw new Refusal(409, messagesFor(client.language_default).alreadyApplied);
  }
  if (id === upload.id) {
    context.waitUntil(sendDueNotifications(env, Date.now(), client.uuid));
    context.waitUntil(sendDueEmails(env, Date.now()));
  }
  return createdResponse(id);
}

const createdResponse = (id: string) => json({ id }, 201);

type Received = Awaited<ReturnType<typeof receive>>;

/**
 * Reads the form and starts to store its files, before the position is known. A form without a valid token is
 * refused, so its files are not stored.
 */
async function receive(request: Request, env: Env, apiKey: string, positionId: string) {
  const { form, bytes } = await readForm(request);
  const tokens = [form?.get("csrf_access_token"), request.headers.get(HEADERS.csrfToken)].filter(
    (token) => token !== null && token !== undefined,
  );
  const now = Date.now();
  const valid = await Promise.all(
    tokens.map((token) =>
      isValidCsrfToken(typeof token === "string" ? token : "", apiKey, positionId, now),
    ),
  );
  const hasValidToken = valid.length > 0 && !valid.includes(false);
  const files = form && hasValidToken ? findFiles(form) : { cv: undefined, others: [] };
  return { form, bytes, hasValidToken, upload: startUpload(env, files, now) };
}

const FILE_PART = filePartName("");

/** Returns a form's files, in the form's order. The site sends them in the order of the position's fields. */
function findFiles(form: FormData): Files {
  const others = [...form].flatMap(([name, part]) => {
    const file = name.startsWith(FILE_PART) ? parseFilePart(part) : undefined;
    return file ? [file] : [];
  });
  return { cv: parseFilePart(form.get("cv")), others };
}

/** Checks a form against its position. @throws Refusal if the form is invalid */
function checkApplication(
  { form, bytes, hasValidToken }: Received,
  client: Client,
  position: Position,
): Omit<NewApplication, "suspicions" | "confirmation"> {
  const messages = messagesFor(client.language_default);
  const { fields = [], standard } = position.asks;
  const takesFiles = fields.some(({ kind }) => kind === "file");
  if (bytes > (takesFiles ? MAX_FILES_BODY_BYTES : MAX_BODY_BYTES)) {
    throw new Refusal(413, takesFiles ? messages.filesTooLarge : messages.tooLarge);
  }
  if (!form) throw new Refusal(400, messages.form);
  if (!hasValidToken) throw new Refusal(403, messages.csrf);

  const questions = Questions.parse(position.apply_site_questions);
  const defaults = {
    phone: "required",
    cv: client.is_cv_required ? "required" : "optional",
  } as const;
  const result = readApplication(form, questions, { ...defaults, ...standard }, messages);
  if ("detail" in result) throw new Refusal(400, result.detail);
  const parsed = readAnswers(form, fields, messages);
  if ("errors" in parsed) {
    if (parsed.errors.length === 0) throw new Refusal(400, messages.form);
    throw new Refusal(422, messages.answers, {}, parsed);
  }
  const source = position.facts.takes?.includes("source") ? parseSource(form) : undefined;
  return { application: result.application, ...parsed, source };
}

/**
 * Returns the upload that has begun, or starts a new one if its files differ from the application's: the form has
 * files that the position does not ask for, or has them in a different order.
 */
function chooseUpload(env: Env, begun: Upload, { application, files }: NewApplication): Upload {
  const wanted = { cv: application.cv, others: files.map(({ file }) => file) };
  const { cv, others } = begun.files;
  const isSame =
    cv === wanted.cv &&
    others.length === wanted.others.length &&
    others.every((file, index) => file === wanted.others[index]);
  return isSame ? begun : startUpload(env, wanted, Date.now());
}

/** Returns the candidate's source, as JSON. An invalid source is ignored. */
function parseSource(form: FormData): string | undefined {
  const { data } = Source.safeParse(parsePart(form.get("source")));
  return data && JSON.stringify(data);
}
