import { isHopelesslyLarge } from "./body-limit.server";
import { isSameOrigin } from "./same-origin.server";

/** What is turned away before anything is read: the answer to it, or undefined to go on. */
export function refusal(request: Request): Response | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  if (!isSameOrigin(request)) return plain(403, "The form was sent from another site.");
  if (isHopelesslyLarge(request)) return plain(413, "The request is too large.");
  return undefined;
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
