import {
  readMultipart,
  type MultipartEvent,
} from "~/app/application/intake/multipart-reader.server";

export const BOUNDARY = "----form";

export function multipartRequest(body: string, type = `multipart/form-data; boundary=${BOUNDARY}`) {
  return new Request("https://site.example/", {
    method: "POST",
    body: new TextEncoder().encode(body),
    headers: { "Content-Type": type },
  });
}

export function streamedRequest(body: ReadableStream<Uint8Array>) {
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  // Node requires `duplex`, which the Workers' types lack.
  const init = { method: "POST", body, headers, duplex: "half" };
  return new Request("https://site.example/", init);
}

/** Returns a body that delivers one of these chunks per read. */
export function chunkedBody(chunks: Uint8Array<ArrayBuffer>[]) {
  const remaining = chunks.filter((chunk) => chunk.length > 0);
  return new ReadableStream(
    {
      type: "bytes",
      pull(controller) {
        const next = remaining.shift();
        if (next) {
          controller.enqueue(next.slice());
          return;
        }
        controller.close();
        controller.byobRequest?.respond(0);
      },
    },
    { highWaterMark: 0 },
  );
}

export const part = (disposition: string, content: string, type = "") =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type && `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
export const END = `--${BOUNDARY}--\r\n`;

export async function readEvents(request: Request) {
  const events: MultipartEvent[] = [];
  for await (const event of readMultipart(request)) {
    // Copy the bytes, because the reader reuses its buffer for the next event.
    events.push(event.kind === "bytes" ? { ...event, bytes: event.bytes.slice() } : event);
  }
  return events;
}
