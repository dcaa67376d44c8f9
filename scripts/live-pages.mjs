// Sends messages to open pages, by server-sent events on a port of its own.
import { createServer } from "node:http";

/**
 * @param {number} port
 * @param {() => string} [greeting] the message for each page that connects
 */
export function startLivePages(port, greeting) {
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
  server.listen(port, "127.0.0.1");
  return {
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
