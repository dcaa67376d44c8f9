import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";
import { faultLine } from "./runtime/fault.server";
import { CACHE_TAG } from "./edge/door.server";
import { DocumentContext } from "./ui/page/document";

/** Draws the document. It is small, so it is sent once it is whole, with the right status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, settings }: AppLoadContext,
) {
  const { actionData, loaderHeaders } = remix.staticHandlerContext;
  const [posted] = Object.values(actionData ?? {}) as unknown[];
  const resizesImages = settings.IMAGE_RESIZING === "on";
  const body = await renderToReadableStream(
    <DocumentContext.Provider value={{ nonce, posted, resizesImages }}>
      <RemixServer context={remix} url={request.url} />
    </DocumentContext.Provider>,
  );
  await body.allReady;
  // Whatever a route's `headers` returns, a loader's `Cache-Tag` goes out: without it no page is kept.
  for (const said of Object.values(loaderHeaders)) {
    const clientUuid = said.get(CACHE_TAG);
    if (clientUuid !== null) headers.set(CACHE_TAG, clientUuid);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return new Response(body, { status, headers });
}

/** Logs an error of a loader, an action or a component. The visitor sees a screen without details. */
export function handleError(error: unknown, { request }: { request: Request }) {
  // A screen such as 404 is no error, nor is a visitor who has gone.
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  console.error("Fault:", faultLine(error));
}
