import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { postSlowly } from "./post-slowly";

async function post(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const body = new FormData();
  body.set("first_name", "Puerta");
  const signal = AbortSignal.timeout(10_000);
  return postSlowly(`http://127.0.0.1:${port}/`, { body, headers: { "X-Key": "k" }, signal }, 100);
}

test("notices a response that comes before the whole form is sent", async () => {
  const answer = await post((_, response) => response.writeHead(201).end("{}"));
  expect(answer).toEqual({ status: 201, text: "{}", isEarly: true });
});

test("sends the whole form to a platform that waits for it", async () => {
  let received = "";
  const answer = await post((request, response) => {
    request.on("data", (chunk: Buffer) => (received += chunk.toString()));
    request.on("end", () => response.writeHead(400).end(String(request.headers["x-key"])));
  });
  expect(answer).toEqual({ status: 400, text: "k", isEarly: false });
  expect(received).toMatch(/name="first_name"\r\n\r\nPuerta\r\n--[^\r\n]+--\r\n$/);
});
