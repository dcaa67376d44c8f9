// One request and its answer, as a browser makes it.
import { request as ofHttp } from "node:http";
import { request as ofHttps } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { pieces } from "./line.mjs";

/** How long an answer may take, in ms, after the whole request has been written. */
const ANSWERS_WITHIN = 60_000;

/**
 * @typedef {object} Asked
 * @property {"GET" | "POST"} [method]
 * @property {Record<string, string>} [headers]
 * @property {Buffer} [body]
 * @property {number} [kbit] the speed at which the body goes up; 0 (default): at once
 * @property {number} [downKbit] the speed at which the answer is taken; 0 (default): as it comes
 * @property {import("node:http").Agent | import("node:https").Agent} [agent] keeps connections; without it each request has its own
 */

/**
 * @typedef {object} Answer
 * @property {number} status 0 where there was none
 * @property {string} [fault] why there was none
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} text
 * @property {number} ms from the last byte of the request to the last of the answer
 * @property {number} up bytes of the body that went up
 * @property {number} down bytes of the body that came down
 */

/**
 * @param {string | URL} url @param {Asked} [asked]
 * @returns {Promise<Answer>} never rejects: what went wrong is the answer's `fault`
 */
export function exchange(url, asked = {}) {
  const {
    method = "GET",
    headers = {},
    body = Buffer.alloc(0),
    kbit = 0,
    downKbit = 0,
    agent,
  } = asked;
  const request = new URL(url).protocol === "https:" ? ofHttps : ofHttp;
  return new Promise((resolve) => {
    let begun = performance.now();
    let isOver = false;
    const end = (/** @type {Partial<Answer>} */ answer) => {
      isOver = true;
      resolve({
        status: 0,
        headers: {},
        text: "",
        ms: performance.now() - begun,
        up: body.length,
        down: 0,
        ...answer,
      });
    };
    const length = method === "GET" ? {} : { "Content-Length": String(body.length) };
    const sent = request(
      url,
      { method, agent: agent ?? false, headers: { ...headers, ...length } },
      (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on("data", (/** @type {Buffer} */ chunk) => {
          chunks.push(chunk);
          if (downKbit === 0) return;
          response.pause();
          // kbit/s are bits a ms.
          setTimeout(() => response.resume(), (chunk.length * 8) / downKbit);
        });
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = response;
          end({ status, headers, text: bytes.toString(), down: bytes.length });
        });
        response.on("error", (error) => end({ fault: faultOf(error) }));
      },
    );
    sent.on("error", (error) => {
      // The connection was idle, and the other end closed it just then: browsers ask again.
      const wasClosed = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(faultOf(error));
      if (wasClosed && method === "GET") void exchange(url, asked).then(end);
      else end({ fault: faultOf(error) });
    });
    const write = async () => {
      const from = performance.now();
      for (const piece of pieces(body.length, kbit)) {
        const wait = from + piece.at - performance.now();
        if (wait > 0) await sleep(wait);
        // A site may answer before it has read everything.
        if (isOver) return;
        sent.write(body.subarray(piece.from, piece.to));
      }
      begun = performance.now();
      sent.setTimeout(ANSWERS_WITHIN, () => sent.destroy(new Error("none within a minute")));
      sent.end();
    };
    void write();
  });
}

/** @param {Error & { code?: string }} error */
const faultOf = ({ code, message }) => code ?? message;
