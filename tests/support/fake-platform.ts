import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { fakeClientCode, fakeClientUuid, fakePositions } from "./fake-platform-data";
import { parseMultipart } from "./fake-platform-multipart";
import {
  BASE,
  readBody,
  dripCreated,
  readHeaders,
  matchRoute,
  writeAnswer,
  writePicture,
  type Call,
} from "./fake-platform-http";
import { createBehaviours } from "./fake-platform-behaviour";
import { createRecords, type ReceivedApplication } from "./fake-platform-records";

export * from "./fake-platform-data";
export type { Call } from "./fake-platform-http";
export type { Behaviour } from "./fake-platform-behaviour";

interface RecordedRequest {
  call: Call | undefined;
  method: string;
  path: string;
  /** The names are in lower case. */
  headers: Record<string, string>;
  body: Buffer;
  /** When the request began, in ms since 1970. */
  at: number;
}

/**
 * Starts a hiring platform on loopback with a few clients and positions. The platform records requests and
 * shares no code with the app.
 *
 * - `platform.on("apply").answer({ status: 400, body: { detail: "No" } })` applies to every later call.
 * - `platform.on("apply").once.stall()` applies to the next call. Several `once` behaviours form a queue.
 * - `platform.position(uuid, overrides)` and `platform.client(overrides, uuid?)` change or add data in
 *   snake_case. An undefined value removes a field.
 */
export async function startFakePlatform({ apiKey }: { apiKey?: string } = {}) {
  const records = createRecords(apiKey);
  const behaviours = createBehaviours();
  const { applications } = records;
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const stalling = new Set<ServerResponse>();
  const waiters = new Set<() => void>();
  /** The idempotency keys of earlier tests' applications. */
  const earlierKeys = new Set<string>();

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // A slow test can keep an upload open for longer than Node's default limits.
  server.requestTimeout = 0;
  // Never close idle connections, because a client's next request on a closed connection would fail.
  server.keepAliveTimeout = 0;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? "GET";
    const path = request.url ?? "/";
    if (await writePicture(path, response)) return;
    const match = matchRoute(method, path);
    const key = readHeaders(request)["idempotency-key"];
    if (key !== undefined && earlierKeys.has(key)) {
      await readBody(request);
      writeAnswer(response, { status: 201, body: {} });
      return;
    }
    const behaviour = match && behaviours.next(match.call, key);
    const record: RecordedRequest = {
      call: match?.call,
      method,
      path,
      headers: readHeaders(request),
      body: Buffer.alloc(0),
      at: Date.now(),
    };
    requests.push(record);
    checkWaiters();
    if (behaviour?.kind === "drop") return void request.socket.destroy();
    if (behaviour?.kind === "early") {
      const { socket } = request;
      socket.write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      );
      if (behaviour.then === "close") return void socket.end(() => socket.destroy());
      if (behaviour.then === "reset") return void setTimeout(() => socket.resetAndDestroy(), 20);
      if (behaviour.then === "stop reading") return void request.pause();
    }
    record.body = await readBody(request);
    if (behaviour?.kind === "stall") return void stalling.add(response);
    if (behaviour?.kind === "stall-body") {
      stalling.add(response);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write("{");
      return;
    }
    const answer =
      behaviour?.kind === "answer" ? behaviour.answer : records.usualAnswer(match, record);
    checkWaiters();
    if (behaviour?.kind === "early") return;
    if (behaviour?.kind === "take-and-stall") return void stalling.add(response);
    if (behaviour?.kind === "lose-answer") return void request.socket.destroy();
    if (behaviour?.kind === "take-and-drip") return dripCreated(request.socket, behaviour);
    writeAnswer(response, behaviour?.kind === "take-and-answer" ? behaviour.answer : answer);
  }

  function checkWaiters(): void {
    for (const check of [...waiters]) check();
  }

  function cutStalled(): void {
    for (const response of stalling) response.destroy();
    stalling.clear();
  }

  /** Clears records (except `personal`) and behaviours, restores the data and cuts stalled calls. */
  function reset(): void {
    records.reset();
    behaviours.reset();
    requests.length = 0;
    cutStalled();
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    /** Strings from applications of any test. Logs must not contain them. */
    personal: records.personal,
    url: `http://127.0.0.1:${port}${BASE}`,
    pictureUrl: (path: string) => `http://127.0.0.1:${port}${path}`,
    clientUuid: fakeClientUuid,
    clientCode: fakeClientCode,
    positions: fakePositions,
    /** The requests in order of arrival, except those for pictures. */
    requests,
    /** The accepted applications, without repeats of an `Idempotency-Key`. */
    applications,

    on: behaviours.on,

    position: records.position,

    /** Changes or adds a client. By default, changes the first client. */
    client: records.client,

    requestsTo: (call: Call) => requests.filter((request) => request.call === call),

    /** Returns all attempts to apply, including failed attempts. */
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

    /** Resolves once this many applications have been accepted. Rejects after `milliseconds`. */
    waitForApplications(count = 1, milliseconds = 10_000): Promise<ReceivedApplication[]> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check);
          reject(new Error(`${applications.length} applications arrived, not ${count}`));
        }, milliseconds);
        const check = () => {
          if (applications.length < count) return;
          clearTimeout(timer);
          waiters.delete(check);
          resolve([...applications]);
        };
        waiters.add(check);
        check();
      });
    },

    cutStalled,

    reset,

    /** Resets the platform for a test. Late applications of earlier tests are accepted, but not recorded. */
    beginTest(): void {
      for (const { headers } of requests) {
        const key = headers["idempotency-key"];
        if (key !== undefined) earlierKeys.add(key);
      }
      reset();
    },

    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakePlatform = Awaited<ReturnType<typeof startFakePlatform>>;
