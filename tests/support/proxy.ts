import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Changes a response in place. */
export type Change = (
  request: { method: string; path: string; secret: string },
  answer: Answer,
) => void;

/** Starts a proxy on loopback that forwards requests with their `Host`, and applies `change` to responses. */
export async function startProxy(target: string) {
  const state: { change: Change | undefined } = { change: undefined };
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    const { method = "GET", url: path = "/" } = incoming;
    const passed = send(target + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { "transfer-encoding": _, "content-length": __, ...rest } = response.headers;
        const answer: Answer = {
          status: response.statusCode ?? 502,
          headers: Object.fromEntries(
            Object.entries(rest).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks).toString(),
        };
        const secret = headers.authorization?.replace("Bearer ", "") ?? "";
        state.change?.({ method, path, secret }, answer);
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    passed.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
