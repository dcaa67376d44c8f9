import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request to a stand-in. */
export interface BoardRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingMessage["headers"];
  form: FormData | undefined;
  /** The body, if it is JSON. */
  json: unknown;
  /** The body, if it is URL-encoded. */
  text: string;
}

/** An order to answer a request differently, by default once. */
export interface Order {
  /** Selects the requests. */
  on: (request: BoardRequest) => boolean;
  /** 0 resets the connection. */
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Whether the request is processed first, as when an answer is lost. */
  isTaken?: boolean;
  /** Delays the answer. */
  until?: Promise<unknown>;
  /** Whether the order applies until it is removed from the orders. */
  lasts?: boolean;
}

/** The answer that a system documents. */
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
 * @returns the jobs by id, and a function that returns a kind's id
 */
export function createJobKinds<K, Job>(
  kinds: Record<string, K>,
  idAt: (index: number) => string,
  jobAt: (index: number, id: string, kind: K) => Job,
) {
  const names = Object.keys(kinds);
  const all = Object.values(kinds).map(
    (kind, index) => [idAt(index), jobAt(index, idAt(index), kind)] as const,
  );
  return { jobs: new Map(all), jobId: (kind: string) => idAt(names.indexOf(kind)) };
}

/** Matches any POST, for systems that only get applications by POST. */
export const isPost = ({ method }: BoardRequest) => method === "POST";

/**
 * A fake system on loopback. It records the requests, and answers them by `answer` unless an order
 * matches. Each order is used once, unless it lasts.
 */
export async function startStandIn(answer: (request: BoardRequest) => Answer | Promise<Answer>) {
  const requests: BoardRequest[] = [];
  const orders: Order[] = [];

  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const type = request.headers["content-type"] ?? "";
    const whole = Buffer.concat(chunks);
    const one: BoardRequest = {
      method: request.method ?? "GET",
      path: request.url ?? "/",
      headers: request.headers,
      form: type.startsWith("multipart/form-data")
        ? await new Response(new Uint8Array(whole), {
            headers: { "Content-Type": type },
          }).formData()
        : undefined,
      text: type.startsWith("application/x-www-form-urlencoded") ? whole.toString() : "",
      json: type.startsWith("application/json") ? JSON.parse(whole.toString()) : undefined,
    };
    requests.push(one);
    const index = orders.findIndex(({ on }) => on(one));
    const order = orders[index];
    if (order && order.lasts !== true) orders.splice(index, 1);
    if (order) await order.until;
    const reply = order && order.isTaken !== true ? undefined : await answer(one);
    if (order?.status === 0) {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(order?.status ?? reply?.status ?? 200, {
      "Content-Type": "application/json",
      Connection: "close",
      ...reply?.headers,
      ...order?.headers,
    });
    response.end(order?.body ?? reply?.text ?? JSON.stringify(reply?.body ?? {}));
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The stand-in has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    orders,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;
