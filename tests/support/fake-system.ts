import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface BoardRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  form: FormData | undefined;
  /** The body, if it is JSON. */
  json: unknown;
  /** The body, if it is URL-encoded. */
  text: string;
}

/** Overrides the response to a matching request. */
export interface Override {
  on: (request: BoardRequest) => boolean;
  /** 0 resets the connection. */
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Whether the system processes the request before it sends the override. */
  isProcessed?: boolean;
  /** Delays the response until this promise is fulfilled. */
  until?: Promise<unknown>;
  /** Whether the override applies to every matching request instead of only the next. */
  isPermanent?: boolean;
}

/** A system's response without an override. */
export interface Answer {
  status: number;
  body?: unknown;
  /** The body, if it is not JSON. */
  text?: string;
  headers?: Record<string, string>;
}

/**
 * Creates a system's jobs, one of each kind.
 *
 * @param kinds the differences from a plain job, by kind
 * @returns the jobs by id, and a function that returns the id of a kind's job
 */
export function createJobKinds<K, Job>(
  kinds: Record<string, K>,
  createId: (index: number) => string,
  createJob: (index: number, id: string, kind: K) => Job,
) {
  const names = Object.keys(kinds);
  const all = Object.values(kinds).map(
    (kind, index) => [createId(index), createJob(index, createId(index), kind)] as const,
  );
  return { jobs: new Map(all), jobId: (kind: string) => createId(names.indexOf(kind)) };
}

/** Matches any POST. For systems that use POST only for applications. */
export const isPost = ({ method }: BoardRequest) => method === "POST";

/**
 * Starts a fake system on loopback. The system records requests, and responds with a matching override or
 * with the result of `answer`.
 */
export async function startFakeSystem(answer: (request: BoardRequest) => Answer | Promise<Answer>) {
  const requests: BoardRequest[] = [];
  const overrides: Override[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const type = request.headers["content-type"] ?? "";
    const body = Buffer.concat(chunks);
    const received: BoardRequest = {
      method: request.method ?? "GET",
      path: request.url ?? "/",
      headers: request.headers,
      form: type.startsWith("multipart/form-data")
        ? await new Response(new Uint8Array(body), {
            headers: { "Content-Type": type },
          }).formData()
        : undefined,
      text: type.startsWith("application/x-www-form-urlencoded") ? body.toString() : "",
      json: type.startsWith("application/json") ? JSON.parse(body.toString()) : undefined,
    };
    requests.push(received);
    const index = overrides.findIndex(({ on }) => on(received));
    const override = overrides[index];
    if (override && override.isPermanent !== true) overrides.splice(index, 1);
    if (override) await override.until;
    const reply = override && override.isProcessed !== true ? undefined : await answer(received);
    if (override?.status === 0) {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(override?.status ?? reply?.status ?? 200, {
      "Content-Type": "application/json",
      Connection: "close",
      ...reply?.headers,
      ...override?.headers,
    });
    response.end(override?.body ?? reply?.text ?? JSON.stringify(reply?.body ?? {}));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The fake system has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    overrides,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeSystem = Awaited<ReturnType<typeof startFakeSystem>>;
