import { logHoldFailure } from "../delivery/applications.server";
import { safeContentType } from "../inspection/file-type.server";
import { isNameAccepted, safeFileName } from "../model/file-name";
import type { FileRules } from "../model/files";
import { RATE_LIMIT_RETRY_AFTER } from "../model/limits";
import { MAX_PIECE_BYTES, PIECE_TYPE } from "../model/upload-piece";
import type { ApplicationObject } from "../delivery/application-object.server";
import { TUS_HEADERS } from "./protocol";

const TUS_VERSION = TUS_HEADERS["Tus-Resumable"];

type ApplicationStub = DurableObjectStub<ApplicationObject>;

/** Handles OPTIONS: returns the server's capabilities. */
export function tusOptions(maxCvBytes: number): Response {
  return respond(204, {
    "Tus-Version": TUS_VERSION,
    "Tus-Extension": "creation,creation-with-upload,termination",
    "Tus-Max-Size": String(maxCvBytes),
  });
}

/** Returns 503 with `Retry-After` if the object cannot be reached or its storage fails. */
async function retryLater(work: Promise<Response>): Promise<Response> {
  try {
    return await work;
  } catch (error) {
    logHoldFailure(error);
    return respond(503, { "Retry-After": "5" });
  }
}

interface Creation {
  object: ApplicationStub;
  positionUuid: string;
  field: string;
  rules: FileRules;
}

/** Returns 429 for too many requests from a network. The browser then sends the file with the form. */
export const tusRateLimited = () =>
  new Response(null, {
    status: 429,
    headers: { ...TUS_HEADERS, "Retry-After": RATE_LIMIT_RETRY_AFTER },
  });

/** Returns the error response for an upload whose position cannot be read. */
export const tusPositionUnavailable = (status: number) =>
  new Response(null, {
    status,
    headers: { ...TUS_HEADERS, ...(status >= 429 && { "Retry-After": RATE_LIMIT_RETRY_AFTER }) },
  });

/** Handles POST: starts an upload. The request can contain the first piece. */
export const tusCreate = (request: Request, creation: Creation) =>
  retryLater(create(request, creation));

async function create(
  request: Request,
  { object, positionUuid, field, rules }: Creation,
): Promise<Response> {
  const refused = checkVersion(request);
  if (refused) return refused;
  const length = parseInteger(request.headers.get("Upload-Length"));
  if (length === undefined || length === 0) return respond(400);
  if (length > rules.maxBytes) return respond(413, { "Tus-Max-Size": String(rules.maxBytes) });
  const metadata = parseMetadata(request.headers.get("Upload-Metadata") ?? "");
  if (!metadata) return respond(400);
  const name = safeFileName(metadata.get("filename") ?? "");
  if (name === "" || !isNameAccepted(name, rules.accept)) return respond(415);
  const contentType = safeContentType(metadata.get("filetype"), name, rules.accept);

  const started = await object.beginUpload(
    positionUuid,
    { field, name, contentType, rules },
    length,
  );
  if (started.outcome !== "started") return respond(STATUS[started.outcome]);
  const { pathname } = new URL(request.url);
  const headers = { Location: `${pathname}/${started.upload}` };
  if (request.headers.get("Content-Type") !== PIECE_TYPE || !request.body) {
    return respond(201, headers);
  }
  const appended = await object.appendPiece(
    started.upload,
    0,
    request.body as ReadableStream<Uint8Array>,
  );
  const status = appendStatus(appended.outcome, 201);
  return respond(status, { ...headers, ...offsetHeader(appended) });
}

/** Handles HEAD: returns the number of bytes that have arrived. */
export const tusHead = (request: Request, object: ApplicationStub, upload: number) =>
  retryLater(head(request, object, upload));

async function head(request: Request, object: ApplicationStub, upload: number): Promise<Response> {
  const refused = checkVersion(request);
  if (refused) return refused;
  const progress = await object.uploadProgress(upload);
  switch (progress.outcome) {
    case "whole":
    case "appended":
      return respond(200, {
        ...offsetHeader(progress),
        "Upload-Length": String(uploadLength(progress)),
        "Cache-Control": "no-store",
      });
    case "rate-limited":
      return respond(STATUS["rate-limited"]);
    case "gone":
    case "wrong-type":
      return respond(404);
  }
}

/** Handles PATCH: receives a piece. */
export const tusPatch = (request: Request, object: ApplicationStub, upload: number) =>
  retryLater(append(request, object, upload));

async function append(request: Request, object: ApplicationStub, upload: number) {
  const refused = checkVersion(request);
  if (refused) return refused;
  if (request.headers.get("Content-Type") !== PIECE_TYPE) return respond(415);
  const offset = parseInteger(request.headers.get("Upload-Offset"));
  if (offset === undefined) return respond(400);
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_PIECE_BYTES) return respond(413);
  const body = (request.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>;
  const appended = await object.appendPiece(upload, offset, body);
  return respond(appendStatus(appended.outcome, 204), offsetHeader(appended));
}

/** Handles DELETE: deletes an upload. */
export const tusDelete = (request: Request, object: ApplicationStub, upload: number) =>
  retryLater(remove(request, object, upload));

async function remove(request: Request, object: ApplicationStub, upload: number) {
  const refused = checkVersion(request);
  if (refused) return refused;
  return respond((await object.cancelUpload(upload)) ? 204 : 404);
}

type Appended = Awaited<ReturnType<ApplicationObject["appendPiece"]>>;

const STATUS = {
  conflict: 409,
  gone: 404,
  sent: 409,
  "other-position": 403,
  "too-large": 413,
  "rate-limited": 429,
  "wrong-type": 415,
} as const;

const appendStatus = (outcome: Appended["outcome"], done: number) =>
  outcome === "appended" || outcome === "whole" ? done : STATUS[outcome];

function offsetHeader(appended: Appended): Record<string, string> {
  if (appended.outcome === "whole") return { "Upload-Offset": String(appended.file.size) };
  return "offset" in appended ? { "Upload-Offset": String(appended.offset) } : {};
}

const uploadLength = (progress: Extract<Appended, { outcome: "whole" | "appended" }>) =>
  progress.outcome === "whole" ? progress.file.size : progress.length;

/** Returns 412 unless the request has the supported protocol version. */
function checkVersion(request: Request): Response | undefined {
  if (request.headers.get("Tus-Resumable") === TUS_VERSION) return undefined;
  return respond(412, { "Tus-Version": TUS_VERSION });
}

function respond(status: number, headers: Record<string, string> = {}): Response {
  const retry = status === STATUS["rate-limited"] ? { "Retry-After": "3600" } : {};
  return new Response(null, {
    status,
    headers: { ...TUS_HEADERS, ...headers, ...retry },
  });
}

const parseInteger = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Parses `Upload-Metadata`: keys with base64 values of UTF-8 strings. @returns undefined if malformed */
function parseMetadata(header: string): Map<string, string> | undefined {
  const decoder = new TextDecoder();
  try {
    return new Map(
      header
        .split(",")
        .map((pair) => pair.trim().split(" "))
        .filter(([key]) => key)
        .map(([key = "", value = ""]) => [
          key,
          decoder.decode(Uint8Array.from(atob(value), (char) => char.charCodeAt(0))),
        ]),
    );
  } catch {
    return undefined;
  }
}
