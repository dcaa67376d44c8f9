import type { FakeResponse } from "./answers";
import type { Request } from "./platform";
import { Random } from "./random";
import type { World } from "./world";

/** A form that the platform received. The bytes of files are Latin-1 strings. */
export interface Upload {
  fields: ReadonlyMap<string, string>;
  cv: string | undefined;
  portfolio: string | undefined;
}

/** Creates the `fetch` of the `PLATFORM` binding. */
export function createPlatformFetch(world: World) {
  const { seed, scheduler, objects, platform, latency, recorder } = world;
  const random = new Random(seed, "early answers");
  /** The keys of applications that got a success before their body was sent. */
  const early = new Set<string>();
  return (address: string, init: RequestInit): Promise<Response> => {
    const owner = scheduler.current;
    platform.calledAt = scheduler.now;
    const { signal } = init;
    return new Promise<Response>((resolve, reject) => {
      let isCut = false;
      const isOver = () => isCut;
      const cut = () => {
        isCut = true;
        owner.connections.delete(cut);
      };
      owner.connections.add(cut);
      signal?.addEventListener("abort", () => {
        if (isOver()) return;
        cut();
        reject(signal.reason as Error);
      });
      const answer = (given: FakeResponse, delay: number, request?: Request) => {
        if (given.status === undefined && !given.isCut) return;
        scheduler.schedule(owner, delay, "", () => {
          if (isOver()) return;
          cut();
          if (request) {
            request.seen = given;
            request.seenAt = scheduler.now;
          }
          if (given.status === undefined) reject(new TypeError("Network connection lost."));
          else resolve(createResponse(given, given.status));
        });
      };
      const send = async () => {
        if (init.method !== "POST") {
          scheduler.schedule(platform.process, latency(), `${owner.name} reads ${address}`, () =>
            platform.read((given, delay) => answer(given, delay)),
          );
          return;
        }
        const headers = init.headers as Record<string, string>;
        const key = headers["Idempotency-Key"] ?? "";
        const pieces: Uint8Array[] = [];
        const reader = (init.body as ReadableStream<Uint8Array>).getReader();
        const isBroken = scheduler.random.chance(0.03);
        // Once per application, because three early successes make it unconfirmed.
        if (!early.has(key) && random.chance(0.03)) {
          early.add(key);
          scheduler.situations.add("platform: an early success");
          await reader.cancel().catch(() => undefined);
          answer({ status: 200 }, latency());
          return;
        }
        for (;;) {
          const { done, value } = await reader
            .read()
            .catch(() => ({ done: true, value: undefined }));
          if (isOver() || done) break;
          if (value) pieces.push(value);
          if (scheduler.random.chance(0.2)) await scheduler.sleep(owner, latency());
          if (isOver() || (isBroken && scheduler.random.chance(0.5))) {
            await reader.cancel().catch(() => undefined);
            answer({ isCut: true }, latency());
            return;
          }
        }
        if (isOver()) return;
        const upload = parseUpload(pieces, headers["Content-Type"] ?? "");
        if (!upload) {
          answer({ isCut: true }, latency());
          return;
        }
        const name = upload.fields.get("first_name") ?? "";
        const request: Request = { key, name, startedAt: scheduler.now };
        recorder.recordAttempt(request);
        scheduler.schedule(platform.process, latency(), `${owner.name} applies as ${key}`, () => {
          platform.apply(upload, request, (given, delay) => answer(given, delay, request));
        });
      };
      objects.emit(owner, () => scheduler.schedule(owner, 0, "", () => scheduler.spawn(send())));
    });
  };
}

/** Creates a response with all members that the delivery code reads. */
function createResponse(
  { body = "", isHtml, retryAfter, ending }: FakeResponse,
  status: number,
): Response {
  const headers: Record<string, string> = {
    "content-type": isHtml ? "text/html; charset=utf-8" : "application/json",
  };
  if (retryAfter !== undefined) headers["retry-after"] = retryAfter;
  if (status >= 300 && status < 400) headers.location = "http://platform/login";
  const response = {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    body: createBody(body, ending),
  };
  return response as unknown as Response;
}

/** Creates a body that ends, breaks off or stalls. */
function createBody(text: string, ending: FakeResponse["ending"]) {
  let left: Uint8Array = Buffer.from(text);
  let cancel: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const read = async (buffer: Uint8Array) => {
    const value = left.subarray(0, buffer.byteLength);
    left = left.subarray(value.byteLength);
    if (value.byteLength > 0) return { done: false, value };
    if (ending === "cut") throw new TypeError("cut");
    if (ending === "endless") await cancelled;
    return { done: true };
  };
  const stop = async () => cancel();
  return { getReader: () => ({ read, cancel: stop }), cancel: stop };
}

/** Parses a multipart body. @returns undefined if the body is incomplete */
function parseUpload(pieces: Uint8Array[], contentType: string): Upload | undefined {
  const boundary = `--${contentType.split("boundary=")[1] ?? ""}`;
  const parts = Buffer.concat(pieces).toString("latin1").split(boundary);
  if (parts.at(-1) !== "--\r\n") return undefined;
  const fields = new Map<string, string>();
  const files = new Map<string, string>();
  for (const part of parts.slice(1, -1)) {
    const at = part.indexOf("\r\n\r\n");
    const head = part.slice(0, at);
    const value = part.slice(at + 4, -2);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? "";
    if (head.includes('filename="')) files.set(name, value);
    else fields.set(name, Buffer.from(value, "latin1").toString("utf8"));
  }
  return { fields, cv: files.get("cv"), portfolio: files.get("file:portfolio") };
}
