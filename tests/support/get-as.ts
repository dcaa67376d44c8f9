import { request, type IncomingHttpHeaders } from "node:http";

/**
 * Requests a local address under another host name: pages are kept by host, and `fetch` does not
 * let the header be set.
 */
export function getAs(host: string, address: string) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; html: string }>(
    (resolve, reject) => {
      request(address, { headers: { Host: host } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const html = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, html });
        });
      })
        .on("error", reject)
        .end();
    },
  );
}
