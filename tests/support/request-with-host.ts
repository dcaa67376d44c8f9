import { request, type IncomingHttpHeaders, type RequestOptions } from "node:http";

/** Requests a local URL with this `Host` header, which `fetch` can't set. */
export function getWithHost(host: string, url: string, headers: Record<string, string> = {}) {
  return ask(url, { headers: { ...headers, Host: host } });
}

export async function postWithHost(host: string, url: string, form: FormData) {
  const sent = new Response(form);
  const type = sent.headers.get("Content-Type") ?? "";
  const bytes = Buffer.from(await sent.arrayBuffer());
  return ask(url, { method: "POST", headers: { Host: host, "Content-Type": type } }, bytes);
}

function ask(url: string, options: RequestOptions, body?: Buffer) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; html: string }>(
    (resolve, reject) => {
      request(url, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const html = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, html });
        });
      })
        .on("error", reject)
        .end(body);
    },
  );
}
