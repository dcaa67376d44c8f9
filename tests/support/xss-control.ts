import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { remark } from "remark";
import remarkHtml from "remark-html";
import type { Context, Vector } from "./xss-vectors";

const markdown = remark().use(remarkHtml, { sanitize: false });

const jsonForScript = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");

/** A page without defences, with a vector in the place that it is made for. */
const PLACES: Record<Context, (text: string) => string> = {
  html: (text) => `<div>${text}</div>`,
  reread: (text) =>
    `<body><script>
       const read = new DOMParser().parseFromString(${jsonForScript(`<body>${text}`)}, "text/html");
       document.body.innerHTML = read.body.innerHTML;
     </script>`,
  "double-quoted": (text) => `<p title="${text}">x</p>`,
  "single-quoted": (text) => `<p title='${text}'>x</p>`,
  unquoted: (text) => `<p title=${text}>x</p>`,
  url: (text) => `<a id="go" href="${text}">x</a>`,
  css: (text) => `<style>@keyframes x{}${text}</style>`,
  rcdata: (text) => `<textarea>${text}</textarea>`,
  comment: (text) => `<!-- ${text} -->`,
  json: (text) => `<script type="application/json">${JSON.stringify({ text })}</script>`,
  script: (text) => `<script>const text = '${text}';</script>`,
  markdown: (text) => String(markdown.processSync(text)).replace("<a ", '<a id="go" '),
};

/**
 * Serves each vector on a page without defences, at its number; and pages with several of them in
 * frames.
 */
export async function startControl(vectors: Vector[]) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://control.example");
    const vector = vectors[Number(pathname.slice(1))];
    const ids = searchParams.getAll("id").map(Number);
    const body =
      pathname === "/frames"
        ? ids.map((id) => `<iframe src="/${id}" width="90" height="40"></iframe>`).join("")
        : vector && PLACES[vector.context](vector.text);
    response.writeHead(body ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
    response.end(body && `<!doctype html><title>x</title><style>@keyframes x{}</style>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an AddressInfo for its address.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    pageOf: ({ id }: Vector) => `${url}/${id}`,
    framesOf: (framed: Vector[]) => `${url}/frames?${framed.map(({ id }) => `id=${id}`).join("&")}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
