import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { browserLanguage } from "./i18n/language";
import { formatError } from "./runtime/format-error.server";
import { copyPageInfo } from "./page-cache/page-info";
import { restoreLoaderData } from "./edge/omit-loader-data.server";
import { DocumentContext } from "./ui/page/document";

/** Renders the document as one string, because React's streaming renderer is slower. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, settings }: AppLoadContext,
) {
  const { serverHandoffStream: _, ...context } = remix;
  const { actionData, loaderHeaders, loaderData } = context.staticHandlerContext;
  context.staticHandlerContext.loaderData = restoreLoaderData(loaderData);
  const [posted] = Object.values(actionData ?? {}) as unknown[];
  const document = {
    nonce,
    posted,
    visitorLanguage: browserLanguage(request),
    resizesImages: settings.IMAGE_RESIZING === "on",
    namesTitles: settings.PAGE_TITLES === "named",
  };
  const body = renderToString(
    <DocumentContext.Provider value={document}>
      <RemixServer context={context} url={request.url} />
    </DocumentContext.Provider>,
  );
  // Pass on the loaders' page information, without which a page is not cached.
  for (const loaded of Object.values(loaderHeaders)) copyPageInfo(loaded, headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return new Response(`<!DOCTYPE html>${body}`, { status, headers });
}

/** Logs an error in a loader, an action or a component. The candidate sees a screen without details. */
export function handleError(error: unknown, { request }: { request: Request }) {
  // Ignore screens such as 404, and aborted requests.
  if (isRouteErrorResponse(error) || request.signal.aborted) return;
  console.error("Error:", formatError(error));
}
