import { once } from "node:events";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** Pause before the second half of a form, in ms. A correct platform does not respond during it. */
const PAUSE_MS = 2000;

interface Post {
  body: FormData;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Posts a form in two halves. `isEarly`: whether the platform responded before the second half. */
export async function postSlowly(url: string, { body, headers, signal }: Post, pauseMs = PAUSE_MS) {
  const encoded = new Response(body);
  const contentType = encoded.headers.get("Content-Type") ?? "";
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const half = Math.floor(bytes.byteLength / 2);
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const sent = request(url, {
    method: "POST",
    headers: { ...headers, "Content-Type": contentType, "Content-Length": bytes.byteLength },
    signal,
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.write(bytes.subarray(0, half));
  const isEarly = await Promise.race([answered.then(() => true), sleep(pauseMs, false)]);
  sent.end(bytes.subarray(half));
  const [response] = await answered;
  return { status: response.statusCode ?? 0, text: await text(response), isEarly };
}
