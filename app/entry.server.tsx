import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { browserLanguage } from "./i18n/language";
import { formatError } from "./runtime/log.server";
import { DocumentContext } from "./ui/page/document";

/** Renders the document as one string, because React's streaming renderer is slower. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, settings, shown }: AppLoadContext,
) {
  const { serverHandoffStream: _, ...context } = remix;
  const { actionData } = context.staticHandlerContext;
  const [posted] = Object.values(actionData ?? {}) as unknown[];
  const document = {
    content: shown.content,
    nonce,
    posted,
    visitorLanguage: browserLanguage(request, settings.LANGUAGES),
    resizesImages: settings.IMAGE_RESIZING === "on",
    namesTitles: settings.PAGE_TITLES === "named",
  };
  const body = renderToString(
    <DocumentContext.Provider value={document}>
      <RemixServer context={context} url={request.url} />
    </DocumentContext.Provider>,
  );
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
