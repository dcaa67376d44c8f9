import { parseCompanyPage, isPagePath, acceptsForms } from "../addresses";
import { sourceName, type Point, type RefusalName, type Submitted } from "./point";
import { isPlatformId } from "~/contract/ids";
import { parseSource } from "../candidate-source";

export interface CompletedRequest {
  /** The request, after `rewriteOwnHostUrl`. */
  request: Pick<Request, "method" | "url" | "headers">;
  response: Pick<Response, "status" | "headers">;
  clientUuid?: string | undefined;
  /** The outcome of a posted form, if the form could be read. */
  submitted?: Submitted | undefined;
  isOwnHost: boolean;
}

/**
 * Creates the points of a request: a view, a form with its errors, the bytes of a file, or a refusal. The
 * points contain no personal data.
 *
 * Source: docs/operations.md ("Metrics"); decision 0039.
 */
export function createRequestPoints(finished: CompletedRequest): Point[] {
  const { request, isOwnHost } = finished;
  const { pathname, searchParams } = new URL(request.url);
  const host = isOwnHost ? "own" : "shared";
  const { method } = request;
  const about = { pathname, searchParams, host } as const;
  if (method === "POST" && acceptsForms(pathname)) return formPoints(finished, about);
  if (pathname.startsWith("/-/applications/")) return uploadPoints(finished, about);
  return method === "GET" ? pagePoints(finished, about) : [];
}

interface UrlParts {
  pathname: string;
  searchParams: URLSearchParams;
  host: "own" | "shared";
}

function pagePoints(
  { request, response: { status }, clientUuid }: CompletedRequest,
  { pathname, searchParams, host }: UrlParts,
): Point[] {
  const page = parseCompanyPage(pathname);
  if (page?.kind !== "career-site" && page?.kind !== "position") return [];
  const owner = page.kind === "position" ? { position: page.id } : { client: page.id };
  const known = { ...owner, ...(clientUuid !== undefined && { client: clientUuid }), host };
  const source = sourceName(parseSource(request.url));
  if (status >= 400) {
    const outcome = getRefusalName(status);
    return [{ event: "error", subject: page.kind, outcome, ...known, source, status }];
  }
  const isView = (status === 200 || status === 304) && !page.isPrivacy;
  const viewKind = getViewKind(request);
  if (!isView || !viewKind || searchParams.has("receipt")) return [];
  return [{ event: "view", subject: page.kind, outcome: viewKind, ...known, source, status }];
}

/**
 * Returns the kind of a page view, from Fetch Metadata (W3C). Returns undefined for other requests, such as a
 * script's.
 */
function getViewKind({ headers }: CompletedRequest["request"]) {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  if (purpose.includes("prefetch")) return "prefetch";
  const dest = headers.get("Sec-Fetch-Dest");
  if (dest === null) return "unknown";
  return /^(document|i?frame)$/.test(dest) ? "navigate" : undefined;
}

function formPoints(
  { request, response: { status }, submitted }: CompletedRequest,
  { pathname, searchParams, host }: UrlParts,
): Point[] {
  const page = parseCompanyPage(pathname);
  const isPlain = isPagePath(pathname);
  // Skip requests to reopen a refused application, and posts to pages without a form.
  if (isPlain && (page?.kind !== "position" || searchParams.has("receipt"))) return [];
  const positionId = page?.id ?? searchParams.get("position") ?? "";
  const sources = [
    submitted?.source ?? [],
    parseSource(request.url),
    parseSource(getReferrer(request)),
  ];
  const known = {
    position: isPlatformId(positionId) ? positionId : undefined,
    client: submitted?.clientUuid,
    source: sources.map(sourceName).find((name) => name !== "") ?? "",
    host,
    way: isPlain ? "plain" : "scripts",
  } as const;
  const { errors = [], bytes = 0, outcome = getRefusalName(status) } = submitted ?? {};
  return [
    { event: "submit", subject: "form", outcome, ...known, status },
    ...errors.map(
      ({ field, error }) => ({ event: "error", subject: field, outcome: error, ...known }) as const,
    ),
    ...(bytes > 0
      ? [{ event: "upload", subject: "form", outcome: "received", ...known, bytes } as const]
      : []),
  ];
}

/** The upload protocol's statuses for a piece out of order and for another protocol version. */
const PROTOCOL_STATUSES = new Set([409, 412]);

function uploadPoints(
  { request, response: { status, headers } }: CompletedRequest,
  { pathname, searchParams, host }: UrlParts,
): Point[] {
  if (!/^\/-\/applications\/[^/]+\/cv(\/|$)/.test(pathname)) return [];
  const referrer = getReferrer(request);
  const page = referrer === "" ? undefined : parseCompanyPage(new URL(referrer).pathname);
  const positionId = page?.kind === "position" ? page.id : (searchParams.get("position") ?? "");
  const known = {
    position: isPlatformId(positionId) ? positionId : undefined,
    source: sourceName(parseSource(referrer)),
    host,
    way: "scripts",
  } as const;
  if (status >= 400) {
    if (PROTOCOL_STATUSES.has(status) || request.method === "DELETE") return [];
    const outcome = status === 404 ? "gone" : getRefusalName(status);
    return [{ event: "error", subject: "upload", outcome, ...known, status }];
  }
  if (request.method === "HEAD") {
    return [{ event: "upload", subject: "pieces", outcome: "resumed", ...known }];
  }
  const getOffset = (from: Headers) => Number(from.get("Upload-Offset") ?? 0);
  const bytes = getOffset(headers) - getOffset(request.headers);
  if (!/^(POST|PATCH)$/.test(request.method) || !(bytes > 0)) return [];
  return [{ event: "upload", subject: "pieces", outcome: "received", ...known, bytes }];
}

/** Returns the URL of the page on this site that sent a request; empty if unknown. */
function getReferrer({ headers, url }: CompletedRequest["request"]): string {
  const referrer = headers.get("Referer") ?? "";
  const isOurs = URL.canParse(referrer) && new URL(referrer).origin === new URL(url).origin;
  return isOurs ? referrer : "";
}

function getRefusalName(status: number): RefusalName {
  if (status >= 502 && status <= 504) return "unavailable";
  return REFUSALS[status] ?? (status >= 500 ? "fault" : "other");
}

const REFUSALS: Partial<Record<number, RefusalName>> = {
  400: "broken",
  403: "other-site",
  404: "not-found",
  410: "closed",
  413: "too-large",
  415: "wrong-type",
  429: "too-often",
};
