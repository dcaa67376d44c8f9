// Sends messages to open pages, by server-sent events on a port of its own.
import { createServer } from "node:http";

/**
 * @param {number} port any free port if it is 0
 * @param {() => string} [greeting] the message for each page that connects
 */
export async function startLivePages(port, greeting) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const pages = new Set();
  const server = createServer((_, response) => {
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Access-Control-Allow-Origin": "*",
    });
    response.flushHeaders();
    if (greeting) response.write(message(greeting()));
    pages.add(response);
    response.on("close", () => pages.delete(response));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  return {
    port: /** @type {import("node:net").AddressInfo} */ (server.address()).port,
    /** @param {string} text of one line */
    announce: (text) => pages.forEach((page) => page.write(message(text))),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} text */
const message = (text) => `data: ${text}\n\n`;
