import type { Random } from "./random";

export interface FakeResponse {
  /** Undefined if the connection breaks or the platform does not respond. */
  status?: number;
  body?: string;
  isHtml?: boolean;
  retryAfter?: string;
  /** With `cut`, the connection breaks within the body. With `endless`, the body never ends. */
  ending?: "cut" | "endless";
  /**
   * Whether the connection breaks before a response. Without `status` and `isCut`, the connection hangs. If
   * both `status` and `isCut` are undefined, the connection hangs.
   */
  isCut?: boolean;
}

/** Kinds of responses from a platform or a proxy. */
export type ResponseKind =
  | "ok"
  | "html-ok"
  | "redirect"
  | "refusal"
  | "duplicate"
  | "misconfigured"
  | "try-later"
  | "busy"
  | "error"
  | "error-html"
  | "error-detail"
  | "cut"
  | "silence";

const json = (value: unknown) => JSON.stringify(value);
const HTML = "<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>";

/** Returns a random `Retry-After`, which can be missing, invalid or far in the future. */
function randomRetryAfter(random: Random, now: number): string | undefined {
  switch (random.whole(0, 7)) {
    case 0:
      return String(random.whole(0, 5));
    case 1:
      return String(random.whole(30, 3600));
    case 2:
      return String(random.whole(3601, 200_000));
    case 3:
      return "999999999";
    case 4:
      return new Date(now + random.time(1000, 10_000_000)).toUTCString();
    case 5:
      return random.pick(["-1", "soon", "1.5", "99999999999999999999", new Date(0).toUTCString()]);
    default:
      return undefined;
  }
}

export function createFakeResponse(kind: ResponseKind, random: Random, now: number): FakeResponse {
  const retryField = () => {
    const header = randomRetryAfter(random, now);
    return header === undefined ? {} : { retryAfter: header };
  };
  const ending = (): Pick<FakeResponse, "ending"> =>
    random.chance(0.85) ? {} : { ending: random.pick(["cut", "endless"]) };
  switch (kind) {
    case "ok":
      return random.chance(0.1)
        ? { status: 204 }
        : { status: random.pick([200, 201, 202]), body: json({ ok: true }), ...ending() };
    case "html-ok":
      return { status: random.pick([200, 200, 203]), body: HTML, isHtml: true, ...ending() };
    case "redirect":
      return { status: random.pick([301, 302, 303, 307, 308]) };
    case "refusal":
      return {
        status: random.pick([400, 402, 406, 413, 415, 422, 422]),
        body: random.pick([json({ detail: "Your phone is not valid" }), json({}), HTML, ""]),
      };
    case "duplicate":
      return { status: 409, body: random.pick([json({ detail: "Already there" }), "", HTML]) };
    case "misconfigured":
      return { status: random.pick([401, 403, 404, 405]), body: json({ detail: "No" }) };
    case "try-later":
      return { status: random.pick([408, 421, 423, 425]), body: "", ...retryField() };
    case "busy":
      return { status: random.pick([429, 503]), body: "", ...retryField() };
    case "error":
      return {
        status: random.pick([500, 502, 503, 504]),
        body: json({}),
        ...retryField(),
        ...ending(),
      };
    case "error-html":
      return {
        status: random.pick([500, 502, 503, 504]),
        body: HTML,
        isHtml: true,
        ...retryField(),
      };
    case "error-detail":
      return { status: random.pick([500, 503]), body: json({ detail: "Internal error" }) };
    case "cut":
      return { isCut: true };
    case "silence":
      return {};
  }
}

/** Whether a kind of response means that the platform did not accept the application. */
export const meansNotAccepted = (kind: ResponseKind): boolean =>
  kind === "refusal" || kind === "misconfigured" || kind === "try-later" || kind === "busy";

export type Meaning =
  | "taken"
  | "unverified"
  | "duplicate"
  | "refused"
  | "error-with-detail"
  | "no-answer";

export function getMeaning(response: FakeResponse | undefined): Meaning {
  const status = response?.status;
  if (!response || status === undefined) return "no-answer";
  if (status < 300) return response.isHtml ? "unverified" : "taken";
  if (status === 409) return "duplicate";
  if (status < 400 || [401, 403, 404, 405, 408, 421, 423, 425, 429].includes(status))
    return "no-answer";
  if (status < 500) return "refused";
  const hasDetail =
    !response.isHtml && response.ending === undefined && (response.body ?? "").includes('"detail"');
  return hasDetail ? "error-with-detail" : "no-answer";
}

/** Whether the platform may have accepted the attempt, judging by its response (`RETRY_AMBIGUOUS`). */
export function mayHaveBeenAccepted(response: FakeResponse | undefined): boolean {
  const status = response?.status;
  if (status === undefined) return true;
  return (
    (status < 300 && response?.isHtml === true) || (status >= 300 && status < 400) || status >= 500
  );
}
