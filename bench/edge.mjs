// A proxy that compresses the site's responses, to approximate Cloudflare's edge.
import { createServer, request as send } from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

export const compress = (/** @type {Buffer} */ body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/**
 * Starts the proxy, which also serves `statics`, a map of pages by path.
 *
 * @param {string} site the site's URL
 */
export async function startEdge(site) {
  /** @type {Map<string, { html: string; headers: Record<string, string> }>} */
  const statics = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const page = statics.get(path);
    if (page !== undefined) {
      const sent = compress(Buffer.from(page.html));
      response.writeHead(200, {
        ...page.headers,
        "Content-Encoding": "br",
        "Content-Length": sent.length,
      });
      return void response.end(sent);
    }
    const { method } = request;
    const headers = { ...request.headers, "accept-encoding": "br" };
    const upstream = send(site + path, { method, headers }, (reply) => {
      /** @type {Buffer[]} */
      const chunks = [];
      reply.on("data", (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      reply.on("end", () => {
        const { "transfer-encoding": _, "content-length": __, ...others } = reply.headers;
        const received = Buffer.concat(chunks);
        const isBrotli = others["content-encoding"] === "br" && received.length > 0;
        // Recompress what the development server compressed, but not what the site compressed itself.
        const isFinal = others["cache-control"]?.includes("no-transform") === true;
        const sent = isBrotli && !isFinal ? compress(brotliDecompressSync(received)) : received;
        response.writeHead(reply.statusCode ?? 502, { ...others, "Content-Length": sent.length });
        response.end(sent);
      });
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  // With a keep-alive timeout, Node adds a header that the edge doesn't send.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, statics, stop: () => server.close() };
}
