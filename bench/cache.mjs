// An in-memory store for workerd's Cache API. workerd sends GET, PUT and PURGE with an entry's URL. The
// body of a PUT is a complete HTTP response, including headers
// (https://github.com/cloudflare/workerd, src/workerd/api/cache.c++).
import { createServer } from "node:http";

/** Separates the headers of a stored response from its body. */
const END_OF_HEAD = Buffer.from("\r\n\r\n");

export async function startCache() {
  /** @type {Map<string, { headers: [string, string][]; body: Buffer }>} */
  const entries = new Map();
  const server = createServer((request, response) => {
    const key = `${request.headers.host}${request.url}`;
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "PUT") {
        entries.set(key, parseStored(Buffer.concat(chunks)));
        response.writeHead(204).end();
      } else if (request.method === "PURGE") {
        response.writeHead(entries.delete(key) ? 200 : 404).end();
      } else {
        const found = entries.get(key);
        const headers = new Headers(found?.headers);
        headers.set("CF-Cache-Status", found ? "HIT" : "MISS");
        response
          .setHeaders(headers)
          .writeHead(found ? 200 : 504)
          .end(found?.body);
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `127.0.0.1:${port}`, stop };
}

/** Parses a stored response that is not chunked. @param {Buffer} bytes */
function parseStored(bytes) {
  const end = bytes.indexOf(END_OF_HEAD);
  const [, ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  /** @type {[string, string][]} */
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { headers, body: bytes.subarray(end + END_OF_HEAD.length) };
}
