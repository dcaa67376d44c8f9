import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

import {
  builtInClients,
  builtInPositions,
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  type Json,
} from "./fake-platform-data";
import { parseMultipart, type ReceivedFile, type ReceivedParts } from "./fake-platform-multipart";

export * from "./fake-platform-data";

/** The hiring platform's four calls, by the names that the tests use. */
export type Call = "position" | "client" | "positions" | "apply";

export interface RecordedRequest {
  call: Call | undefined;
  method: string;
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
  /** When it began, in ms since 1970. */
  at: number;
}

export interface ReceivedApplication extends ReceivedParts {
  clientRef: string;
  positionId: string;
  idempotencyKey: string | undefined;
  headers: Record<string, string>;
  /** The first value of a field. */
  field(name: string): string | undefined;
  /** The file of the part `cv`. */
  cv: ReceivedFile | undefined;
}

export interface FakeAnswer {
  status?: number;
  /** Text goes out as it is, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Behaviour =
  | { does: "usual" }
  | { does: "answer"; answer: FakeAnswer }
  | { does: "stall" }
  | { does: "take-and-stall" }
  | { does: "stall-body" }
  | { does: "drop" }
  | { does: "lose-answer" };

interface Told {
  always: Behaviour | (() => Behaviour) | undefined;
  next: Behaviour[];
}

/**
 * A hiring platform on loopback that speaks the contract with small data of its own, records all
 * that it is asked, and misbehaves when it is told to. It shares no code with the app.
 *
 * - `platform.on("apply").answer({ status: 400, body: { detail: "No" } })` for every call from now
 *   on, `platform.on("apply").once.stall()` for the next one only (several queue up);
 * - `platform.position(uuid, overrides)` and `platform.client(overrides, uuid?)` change or add data
 *   in the platform's own snake_case; undefined takes a field away;
 * - `platform.reset()` puts everything back and forgets what was recorded.
 */
export async function startFakePlatform({
  port = 0,
  apiKey,
}: { port?: number; apiKey?: string } = {}) {
  let clients = builtInClients();
  let positions = builtInPositions();
  const requests: RecordedRequest[] = [];
  const applications: ReceivedApplication[] = [];
  /** What candidates have sent in all the tests: no log may repeat it. */
  const personal = new Set<string>();
  const answered = new Map<string, FakeAnswer>();
  const told = new Map<Call, Told>();
  const sockets = new Set<Socket>();
  const stalling = new Set<ServerResponse>();
  const waiters = new Set<() => void>();

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // A slow test may keep an upload open for longer than Node's own limits.
  server.requestTimeout = 0;
  // An idle connection that closes just as it is used again would look like a failure.
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? "GET";
    const path = request.url ?? "/";
    const match = routeOf(method, path);
    const behaviour = match && nextBehaviour(match.call);
    const record: RecordedRequest = {
      call: match?.call,
      method,
      path,
      headers: headersOf(request),
      body: Buffer.alloc(0),
      at: Date.now(),
    };
    requests.push(record);
    noticed();
    if (behaviour?.does === "drop") return void request.socket.destroy();
    record.body = await bodyOf(request);
    if (behaviour?.does === "stall") return void stalling.add(response);
    if (behaviour?.does === "stall-body") {
      stalling.add(response);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write("{");
      return;
    }
    const answer = behaviour?.does === "answer" ? behaviour.answer : usualAnswer(match, record);
    noticed();
    if (behaviour?.does === "take-and-stall") return void stalling.add(response);
    if (behaviour?.does === "lose-answer") return void request.socket.destroy();
    write(response, answer);
  }

  function nextBehaviour(call: Call): Behaviour | undefined {
    const orders = told.get(call);
    const always = orders?.always;
    return orders?.next.shift() ?? (typeof always === "function" ? always() : always);
  }

  function usualAnswer(match: Route | undefined, record: RecordedRequest): FakeAnswer {
    if (apiKey !== undefined && record.headers["x-api-key"] !== apiKey) {
      return { status: 401, body: { detail: "Invalid API key" } };
    }
    if (!match) return notFound;
    if (match.call === "position") return found(positions.get(match.positionId));
    if (match.call === "client") return found(clients.get(match.clientRef));
    if (match.call === "positions") return listOf(match.clientRef);
    return apply(match, record);
  }

  function listOf(clientRef: string): FakeAnswer {
    if (!clients.has(clientRef)) return notFound;
    const open = [...positions.values()].filter(
      (position) => position.client === clientRef && position.status !== "closed",
    );
    return {
      body: open.map(({ uuid, name, location, contract_type, join_date }) => ({
        uuid,
        name,
        location,
        contract_type,
        join_date,
      })),
    };
  }

  function apply(match: Route, { headers, body }: RecordedRequest): FakeAnswer {
    const position = positions.get(match.positionId);
    if (position?.client !== match.clientRef) return notFound;
    const token = position.csrf_token;
    if (typeof token === "string" && headers["x-csrftoken"] !== token) {
      return { status: 403, body: { detail: "CSRF token missing or wrong" } };
    }
    const idempotencyKey = headers["idempotency-key"];
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    if (before) return before;
    const parts = parseMultipart(headers["content-type"] ?? "", body);
    if (!parts) return { status: 400, body: { detail: "Malformed multipart body" } };
    const { clientRef, positionId } = match;
    const typed = parts.fields.map(([, value]) => value);
    const fileNames = parts.files.map(({ fileName }) => fileName);
    for (const text of [...typed, ...fileNames, idempotencyKey]) if (text) personal.add(text);
    applications.push({
      clientRef,
      positionId,
      idempotencyKey,
      headers,
      ...parts,
      field: (name) => parts.fields.find(([field]) => field === name)?.[1],
      cv: parts.files.find((file) => file.name === "cv"),
    });
    const answer: FakeAnswer = { status: 201, body: { id: applications.length } };
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, answer);
    return answer;
  }

  function noticed(): void {
    for (const look of [...waiters]) look();
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  // A TCP server that listens has an AddressInfo for its address.
  const { port: actualPort } = server.address() as AddressInfo;

  return {
    personal,
    url: `http://127.0.0.1:${actualPort}${base}`,
    port: actualPort,
    clientUuid: fakeClientUuid,
    clientCode: fakeClientCode,
    positions: fakePositions,
    /** Every request, in the order it began. */
    requests,
    /** The applications that were taken in; one `Idempotency-Key` is one application. */
    applications,

    /** What to do with a call instead of answering it as usual. */
    on(call: Call) {
      const orders = told.get(call) ?? { always: undefined, next: [] };
      told.set(call, orders);
      return {
        ...verbs((behaviour) => (orders.always = behaviour)),
        /** Asks what to do, at each call. */
        each: (choose: () => Behaviour) => void (orders.always = choose),
        once: verbs((behaviour) => orders.next.push(behaviour)),
        reset: () => void told.delete(call),
      };
    },

    /** Changes a position, or adds one. */
    position(uuid: string, overrides: Json): void {
      const known = positions.get(uuid) ?? {
        ...positions.get(fakePositions.plain),
        uuid,
      };
      positions.set(uuid, { ...known, ...overrides });
    },

    /** Changes a client (the first one, if no uuid is given), or adds one. */
    client(overrides: Json, uuid: string = fakeClientUuid): void {
      clients.set(uuid, { ...(clients.get(uuid) ?? { uuid, code: uuid }), ...overrides });
    },

    /** The requests of one call. */
    requestsOf: (call: Call) => requests.filter((request) => request.call === call),

    /** Each attempt to apply, whatever came of it: its key and its fields. */
    attempts: () =>
      requests
        .filter(({ call }) => call === "apply")
        .map(({ headers, body, at }) => ({
          at,
          key: headers["idempotency-key"],
          csrfToken: headers["x-csrftoken"],
          fields: Object.fromEntries(
            parseMultipart(headers["content-type"] ?? "", body)?.fields ?? [],
          ),
        })),

    /** Resolves once so many applications are in, or rejects after the given milliseconds. */
    waitForApplications(count = 1, milliseconds = 10_000): Promise<ReceivedApplication[]> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(look);
          reject(new Error(`${applications.length} applications came, not ${count}`));
        }, milliseconds);
        const look = () => {
          if (applications.length < count) return;
          clearTimeout(timer);
          waiters.delete(look);
          resolve([...applications]);
        };
        waiters.add(look);
        look();
      });
    },

    /** Cuts the calls that are stalling. */
    cut(): void {
      for (const response of stalling) response.destroy();
      stalling.clear();
    },

    /** Forgets records and orders, puts the data back, and cuts the calls that are stalling. */
    reset(): void {
      clients = builtInClients();
      positions = builtInPositions();
      requests.length = 0;
      applications.length = 0;
      answered.clear();
      told.clear();
      for (const response of stalling) response.destroy();
      stalling.clear();
    },

    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakePlatform = Awaited<ReturnType<typeof startFakePlatform>>;

const base = "/api/v1";
const notFound: FakeAnswer = { status: 404, body: { detail: "Not found." } };

function verbs(tell: (behaviour: Behaviour) => unknown) {
  return {
    answer: (answer: FakeAnswer) => void tell({ does: "answer", answer }),
    /** An HTML page, as a proxy in front of a platform answers. */
    html: (status = 200) =>
      void tell({
        does: "answer",
        answer: {
          status,
          body: "<!doctype html><title>Something</title><p>Not what you asked for.",
          headers: { "Content-Type": "text/html" },
        },
      }),
    /** Takes the request in and never answers. */
    stall: () => void tell({ does: "stall" }),
    /** Does what was asked, and never answers. */
    takeAndStall: () => void tell({ does: "take-and-stall" }),
    /** Answers 200 and the first byte of a body that never goes on. */
    stallBody: () => void tell({ does: "stall-body" }),
    /** Cuts the connection as soon as the request's head is there. */
    drop: () => void tell({ does: "drop" }),
    /** Does what was asked, then cuts the connection in place of the answer. */
    loseAnswer: () => void tell({ does: "lose-answer" }),
  };
}

interface Route {
  call: Call;
  clientRef: string;
  positionId: string;
}

const routes: [Call, method: string, RegExp][] = [
  ["position", "GET", /^\/hiring\/positions\/(?<positionId>[^/]+)$/],
  ["client", "GET", /^\/account\/clients\/(?<clientRef>[^/]+)\/public$/],
  ["positions", "GET", /^\/hiring\/(?<clientRef>[^/]+)\/positions-public$/],
  ["apply", "POST", /^\/hiring\/(?<clientRef>[^/]+)\/positions\/(?<positionId>[^/]+)\/apply$/],
];

function routeOf(method: string, path: string): Route | undefined {
  const { pathname } = new URL(path, "http://fake");
  if (!pathname.startsWith(`${base}/`)) return undefined;
  for (const [call, verb, pattern] of routes) {
    const groups = verb === method ? pattern.exec(pathname.slice(base.length))?.groups : undefined;
    if (!groups) continue;
    return {
      call,
      clientRef: decodeURIComponent(groups.clientRef ?? ""),
      positionId: decodeURIComponent(groups.positionId ?? ""),
    };
  }
  return undefined;
}

function found(record: Json | undefined): FakeAnswer {
  return record ? { body: record } : notFound;
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks);
}

function write(response: ServerResponse, { status = 200, body, headers }: FakeAnswer): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    ...(body !== undefined && { "Content-Type": isText ? "text/plain" : "application/json" }),
    ...headers,
  });
  response.end(body === undefined || isText ? body : JSON.stringify(body));
}
