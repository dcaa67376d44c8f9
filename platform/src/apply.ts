import { IDEMPOTENCY_KEY, parsePart, Source } from "../../contract/application";
import { json, Refusal } from "../../contract/http";
import { HEADERS } from "../../contract/lists";
import { Questions } from "../../contract/questions";
import { readAnswers } from "./answers";
import {
  hasApplied,
  findIdByKey,
  parseSuspicions,
  storeApplication,
  deleteUnclaimedFiles,
} from "./applications";
import type { Env, WorkerContext } from "./env";
import { messagesFor, type Messages } from "./messages";
import { MAX_BODY_BYTES, MAX_FILES_BODY_BYTES, decodeFileName, readForm } from "./multipart";
import { sendDueNotifications } from "./notifications/notifications";
import { isValidCsrfToken } from "./secrets";
import { findClient, findPosition } from "./store";
import { readApplication } from "./validation";

/**
 * Call 4: stores an application. Calls with the same `Idempotency-Key` for the same position, even
 * concurrent ones, store at most one application.
 */
export async function apply(
  request: Request,
  env: Env,
  context: WorkerContext,
  apiKey: string,
  clientRef: string,
  positionId: string,
): Promise<Response> {
  const [client, position] = await Promise.all([
    findClient(env, clientRef),
    findPosition(env, positionId),
  ]);
  if (!client || position?.client_uuid !== client.uuid) {
    throw new Refusal(404, "Position not found.");
  }
  const messages = messagesFor(client.language_default);
  const key = readIdempotencyKey(request, messages);

  // Check this first: an accepted key stays accepted, even if the position has closed, the token has expired
  // or the application has been deleted since.
  const earlier = await findIdByKey(env, position.uuid, key);
  if (earlier) return createdResponse(earlier);
  if (position.status === "closed") throw new Refusal(410, messages.closed);

  const { fields = [], standard } = position.asks;
  const form = fields.some(({ kind }) => kind === "file")
    ? await readForm(request, MAX_FILES_BODY_BYTES, {
        ...messages,
        tooLarge: messages.filesTooLarge,
      })
    : await readForm(request, MAX_BODY_BYTES, messages);
  const tokens = [form.get("csrf_access_token"), request.headers.get(HEADERS.csrfToken)].filter(
    (token) => token !== null,
  );
  const valid = await Promise.all(
    tokens.map((token) =>
      isValidCsrfToken(typeof token === "string" ? token : "", apiKey, position.uuid, Date.now()),
    ),
  );
  if (valid.length === 0 || valid.includes(false)) throw new Refusal(403, messages.csrf);

  const questions = Questions.parse(position.apply_site_questions);
  const defaults = {
    phone: "required",
    cv: client.is_cv_required ? "required" : "optional",
  } as const;
  const read = readApplication(form, questions, { ...defaults, ...standard }, messages);
  if ("detail" in read) throw new Refusal(400, read.detail);
  const parsed = readAnswers(form, fields, messages);
  if ("errors" in parsed) {
    if (parsed.errors.length === 0) throw new Refusal(400, messages.form);
    throw new Refusal(422, messages.answers, {}, parsed);
  }
  const { application } = read;
  const source = position.facts.takes?.includes("source") ? parseSource(form) : undefined;

  const files = parsed.files.map((part) => ({ ...part, name: decodeFileName(part.file.name) }));
  const cv = application.cv && {
    file: application.cv,
    name: decodeFileName(application.cv.name),
  };
  const id = crypto.randomUUID();
  const stored =
    !(await hasApplied(env, position.uuid, application.phone)) &&
    (await storeApplication(env, id, position, key, {
      application,
      answers: parsed.answers,
      cv,
      files,
      source,
      suspicions: parseSuspicions(request.headers.get(HEADERS.suspect)),
    }));
  context.waitUntil(deleteUnclaimedFiles(env));
  if (stored) {
    context.waitUntil(sendDueNotifications(env, Date.now(), client.uuid));
    return createdResponse(id);
  }

  const winner = await findIdByKey(env, position.uuid, key);
  if (winner) return createdResponse(winner);
  throw new Refusal(409, messages.alreadyApplied);
}

const createdResponse = (id: string) => json({ id }, 201);

function readIdempotencyKey(request: Request, messages: Messages): string | undefined {
  const key = request.headers.get(HEADERS.idempotencyKey) ?? undefined;
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
    throw new Refusal(400, messages.idempotencyKey);
  }
  return key;
}

/** Returns the candidate's source, as JSON. An invalid source is ignored. */
function parseSource(form: FormData): string | undefined {
  const { data } = Source.safeParse(parsePart(form.get("source")));
  return data && JSON.stringify(data);
}
