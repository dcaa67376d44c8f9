import { request, type IncomingHttpHeaders } from "node:http";

/**
 * Reads an address of this machine as if it were a site of another name: pages are kept by the name
 * that they are asked for by, and `fetch` gives none.
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
