import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** One request that a stand-in got. */
export interface BoardRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingMessage["headers"];
  form: FormData | undefined;
  /** The body, if it is JSON. */
  json: unknown;
  /** The body, if it is a form's as an address has it. */
  text: string;
}

/** How a stand-in answers for once, instead of as its documentation says. */
export interface Order {
  /** Which requests it is for. */
  on: (asked: BoardRequest) => boolean;
  /** 0 resets the connection. */
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  /** Whether the request is taken first, as if the answer had been lost on the way. */
  isTaken?: boolean;
  /** The answer waits for this. */
  until?: Promise<unknown>;
  /** Whether it holds until it is taken out of the orders, instead of once. */
  lasts?: boolean;
}

/** What a system answers by its documentation. */
export interface Answer {
  status: number;
  body?: unknown;
  /** The body, if it is not JSON. */
  text?: string;
  headers?: Record<string, string>;
}

/**
 * A system's jobs, one of each kind.
 *
 * @param kinds by name, what a kind has different from a plain job
 * @returns the jobs by their ids, and a kind's id
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

/** Matches a post, where a system has no other than those of applications. */
export const isPost = ({ method }: BoardRequest) => method === "POST";

/**
 * A system on loopback. It keeps what it was asked, and answers as `answer` says unless an order for
 * the request is there; each order is used once, unless it lasts.
 */
export async function startStandIn(answer: (asked: BoardRequest) => Answer | Promise<Answer>) {
  const asked: BoardRequest[] = [];
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
    asked.push(one);
    const index = orders.findIndex(({ on }) => on(one));
    const order = orders[index];
    if (order && order.lasts !== true) orders.splice(index, 1);
    if (order) await order.until;
    const said = order && order.isTaken !== true ? undefined : await answer(one);
    if (order?.status === 0) {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(order?.status ?? said?.status ?? 200, {
      "Content-Type": "application/json",
      Connection: "close",
      ...said?.headers,
      ...order?.headers,
    });
    response.end(order?.body ?? said?.text ?? JSON.stringify(said?.body ?? {}));
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the stand-in has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    orders,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;
