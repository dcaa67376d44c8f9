import { Buffer } from "node:buffer";
import { builtInPositions, type Json } from "../support/fake-platform-data";
import { parseMultipart, type ReceivedFile } from "../support/fake-platform-multipart";

/** Replaces the platform's usual response to an attempt. */
export type Behaviour =
  | { kind: "answer"; status: number; body?: unknown; headers?: Record<string, string> }
  /** Breaks the connection before reading the request's body. */
  | { kind: "drop" }
  /** Responds with 200 and then stops reading the request's body. */
  | { kind: "early" }
  | { kind: "stall" }
  | { kind: "take-and-stall" }
  | { kind: "take-and-drop" };

export interface Attempt {
  at: number;
  path: string;
  key: string;
  csrfToken: string | undefined;
  suspect: string | undefined;
  /** The language of the candidate's page. */
  language: string | undefined;
  receipt: string | undefined;
  fields: Record<string, string>;
  cv: ReceivedFile | undefined;
  /** Every file in the order of the form. */
  files: ReceivedFile[];
}

export const answer = (
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): Behaviour => ({ kind: "answer", status, body, headers });

/** Creates an in-memory platform that stores one application per `Idempotency-Key`. Tests can make it fail. */
function createPlatform() {
  let positions = builtInPositions();
  const attempts: Attempt[] = [];
  const taken = new Map<string, Attempt>();
  const behaviours: { always: Behaviour | undefined; next: Behaviour[]; isAway: boolean } = {
    always: undefined,
    next: [],
    isAway: false,
  };

  async function apply(request: Request): Promise<Response> {
    const behaviour = behaviours.next.shift() ?? behaviours.always;
    if (behaviour?.kind === "drop") {
      attempts.push(toAttempt(request));
      await request.body?.cancel();
      throw new Error("Network connection lost.");
    }
    if (behaviour?.kind === "early") {
      attempts.push(toAttempt(request));
      await request.body?.cancel();
      return jsonResponse(200, {});
    }
    const attempt = await readAttempt(request);
    attempts.push(attempt);
    if (behaviour?.kind === "answer")
      return jsonResponse(behaviour.status, behaviour.body, behaviour.headers);
    if (behaviour?.kind !== "stall" && !taken.has(attempt.key)) taken.set(attempt.key, attempt);
    if (behaviour?.kind === "take-and-drop") throw new Error("Network connection lost.");
    return behaviour === undefined ? jsonResponse(201, {}) : new Promise<never>(() => undefined);
  }

  /** The number of running attempts and its maximum so far. Aborted attempts are not counted. */
  const underWay = { now: 0, most: 0 };
  function track<T>(response: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
    underWay.now += 1;
    underWay.most = Math.max(underWay.most, underWay.now);
    let isOver = false;
    const end = () => {
      if (!isOver) underWay.now = Math.max(0, underWay.now - 1);
      isOver = true;
    };
    signal?.addEventListener("abort", end);
    return response.finally(end);
  }

  return {
    underWay,
    binding: {
      fetch: (input: string, init?: RequestInit) => {
        const request = new Request(input, init);
        if (request.method === "POST") return track(apply(request), init?.signal);
        if (behaviours.isAway) return Promise.reject(new Error("Network connection lost."));
        const position = positions.get(new URL(input).pathname.split("/").at(-1) ?? "");
        return Promise.resolve(position ? jsonResponse(200, position) : jsonResponse(404, {}));
      },
    } as unknown as Fetcher, // has the only method that the site uses
    /** All application POSTs, including failed ones. */
    attempts,
    /** Returns the accepted applications, one per key. */
    taken: () => [...taken.values()],
    /** Sets the behaviour for the next attempts, in order. */
    next: (...items: Behaviour[]) => void behaviours.next.push(...items),
    /** Sets the behaviour for all later attempts that `next` does not cover. */
    always: (behaviour: Behaviour | undefined) => void (behaviours.always = behaviour),
    hidePositions: (isAway = true) => void (behaviours.isAway = isAway),
    changePosition: (uuid: string, changes: Json) =>
      void positions.set(uuid, { ...positions.get(uuid), ...changes }),
    /** Resolves after `count` attempts. Polls, because an object cannot resume the test. */
    async waitForAttempts(count: number): Promise<void> {
      while (attempts.length < count) await scheduler.wait(1);
    },
    reset() {
      positions = builtInPositions();
      attempts.length = 0;
      taken.clear();
      Object.assign(underWay, { now: 0, most: 0 });
      Object.assign(behaviours, { always: undefined, next: [], isAway: false });
    },
  };
}

export const platform = createPlatform();

const jsonResponse = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });

function toAttempt({ url, headers }: Request): Attempt {
  return {
    at: Date.now(),
    path: new URL(url).pathname,
    key: headers.get("Idempotency-Key") ?? "",
    csrfToken: headers.get("X-CSRFToken") ?? undefined,
    suspect: headers.get("X-Puerta-Suspect") ?? undefined,
    language: headers.get("Accept-Language") ?? undefined,
    receipt: headers.get("X-Puerta-Receipt") ?? undefined,
    fields: {},
    cv: undefined,
    files: [],
  };
}

async function readAttempt(request: Request): Promise<Attempt> {
  const body = Buffer.from(await request.arrayBuffer());
  const parts = parseMultipart(request.headers.get("Content-Type") ?? "", body);
  if (!parts) throw new Error("The body is malformed");
  const cv = parts.files.find(({ name }) => name === "cv");
  return {
    ...toAttempt(request),
    fields: Object.fromEntries(parts.fields),
    cv,
    files: parts.files,
  };
}
