import { once } from "node:events";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";

/** A receiver's response to a call: a status, a redirect or no response. */
type Behaviour = number | { location: string } | "silent";

interface ReceivedCall {
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Starts a receiver of webhooks on loopback. Each entry of `behaviours` applies to one call. The receiver
 * responds to all later calls with 204.
 */
export async function startReceiver() {
  const calls: ReceivedCall[] = [];
  const behaviours: Behaviour[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      const behaviour = behaviours.shift() ?? 204;
      if (behaviour === "silent") return;
      if (typeof behaviour === "number") response.writeHead(behaviour).end();
      else response.writeHead(307, { Location: behaviour.location }).end();
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/hook`,
    calls,
    behaviours,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Whether a call is signed with a secret. Source: the Standard Webhooks specification. */
export function isSigned({ headers, body }: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  const signature = Buffer.from(String(headers["webhook-signature"]));
  return signature.length === expected.length && timingSafeEqual(signature, Buffer.from(expected));
}
