import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The names of the hiring platform's four calls in tests. */
export type Call = "position" | "client" | "positions" | "apply";

export interface FakeResponse {
  status?: number;
  /** Strings and bytes are sent unchanged. Other values are sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export const BASE = "/api/v1";

export interface Route {
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

export function matchRoute(method: string, path: string): Route | undefined {
  const { pathname } = new URL(path, "http://fake");
  if (!pathname.startsWith(`${BASE}/`)) return undefined;
  for (const [call, verb, pattern] of routes) {
    const groups = verb === method ? pattern.exec(pathname.slice(BASE.length))?.groups : undefined;
    if (!groups) continue;
    return {
      call,
      clientRef: decodeURIComponent(groups.clientRef ?? ""),
      positionId: decodeURIComponent(groups.positionId ?? ""),
    };
  }
  return undefined;
}

export function readHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // without an encoding, chunks are buffers
  return Buffer.concat(chunks);
}

/** Serves a picture of the example companies. Returns false if the path isn't that of a picture. */
export async function writePicture(path: string, response: ServerResponse): Promise<boolean> {
  if (!/^\/brands\/[\w-]+\/[\w.-]+$/.test(path)) return false;
  const file = await readFile(join("public", path)).catch(() => undefined);
  const type = extname(path) === ".svg" ? "image/svg+xml" : `image/${extname(path).slice(1)}`;
  response.writeHead(file ? 200 : 404, { "Content-Type": type });
  response.end(file);
  return true;
}

export function writeAnswer(
  response: ServerResponse,
  { status = 200, body, headers }: FakeResponse,
): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    ...(body !== undefined && { "Content-Type": isText ? "text/plain" : "application/json" }),
    ...headers,
  });
  const isRaw = body === undefined || isText || body instanceof Uint8Array;
  response.end(isRaw ? body : JSON.stringify(body));
}

/** Sends a 201 response, or its first `bytes` bytes, byte by byte. Then closes the connection. */
export async function dripCreated(
  socket: Socket,
  { everyMs, bytes }: { everyMs: number; bytes?: number },
): Promise<void> {
  for (const letter of "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n".slice(0, bytes)) {
    socket.write(letter);
    await sleep(everyMs);
  }
  socket.end();
}
