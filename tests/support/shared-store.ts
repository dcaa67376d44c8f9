import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "~/scripts/local";

/** A module that wraps the site and binds the store at `STORE_URL` (`around` in `startSite`). */
export const SHARED_PAGES_MODULE = readFileSync(
  join(ROOT, "tests", "support", "shared-pages.mjs"),
  "utf8",
);

interface Entry {
  value: Buffer;
  metadata: unknown;
}

/** The store's faults. */
export type StoreFault = (
  key: string,
  entry: Entry | undefined,
) => Entry | undefined | "down" | "late";

const LATE_MS = 2000;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request's chunks are buffers
  return Buffer.concat(chunks);
}

/** Starts a store on loopback that stands in for Workers KV. */
export async function startSharedStore() {
  const entries = new Map<string, Entry>();
  let fault: StoreFault = (_, entry) => entry;
  /** The keys of all writes, including failed writes. */
  const writes: string[] = [];
  /** Whether writes fail. */
  let isReadOnly = false;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = decodeURIComponent((request.url ?? "/").slice(1));
    const { method, headers } = request;
    const body = await readBody(request);
    if (method === "PUT") writes.push(key);
    if (method !== "GET" && isReadOnly) return void response.writeHead(503).end();
    if (method === "PUT") {
      entries.set(key, { value: body, metadata: JSON.parse(String(headers.metadata)) as unknown });
      return void response.writeHead(204).end();
    }
    if (method === "DELETE") {
      entries.delete(key);
      return void response.writeHead(204).end();
    }
    if (key === "") {
      const keys = [...entries].flatMap(([name, { metadata }]) =>
        name.startsWith(String(headers.prefix)) ? [{ name, metadata }] : [],
      );
      return void response.end(JSON.stringify(keys));
    }
    const found = fault(key, entries.get(key));
    if (found === "late") await sleep(LATE_MS);
    if (found === "down") return void response.writeHead(503).end();
    if (found === undefined || found === "late") return void response.writeHead(404).end();
    response.end(found.value);
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    entries,
    writes,
    fail: (next: StoreFault) => void (fault = next),
    refuseWrites: (refuses: boolean) => void (isReadOnly = refuses),
    reset() {
      fault = (_, entry) => entry;
      isReadOnly = false;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
