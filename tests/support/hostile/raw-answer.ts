import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FakeAnswer } from "../fake-platform-http";
import type { Way } from "./fates";

/** The bytes of an answer, from its status line on. */
export function bytesOf({ status = 200, body, headers }: FakeAnswer): Buffer {
  const isText = typeof body === "string";
  const content = Buffer.from(body === undefined || isText ? (body ?? "") : JSON.stringify(body));
  const fields = {
    "Content-Type": isText ? "text/plain" : "application/json",
    ...headers,
    "Content-Length": String(content.length),
    Connection: "close",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), content]);
}

/** Milliseconds from one byte to the next. */
const DRIP_MS = { drip: 1, "slow drip": 30 };

/**
 * Sends an answer, and closes the connection after it.
 *
 * @param cutAt how many bytes go out when it is cut
 */
export async function send(socket: Socket, bytes: Buffer, way: Way, cutAt: number): Promise<void> {
  socket.on("error", () => socket.destroy());
  socket.setNoDelay(true);
  switch (way) {
    case "never":
      return;
    case "whole":
      return void socket.end(bytes);
    case "cut":
      return void socket.end(bytes.subarray(0, cutAt));
    default:
      for (const byte of bytes) {
        if (socket.destroyed) return;
        socket.write(Buffer.of(byte));
        await sleep(DRIP_MS[way]);
      }
      socket.end();
  }
}
