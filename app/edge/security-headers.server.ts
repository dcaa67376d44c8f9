/**
 * The headers of every answer. Scripts run by nonce only; what they load they vouch for
 * (`strict-dynamic`).
 *
 * @param nonce fresh for each answer; undefined for one that says that the browser's own page is still
 *   good, which keeps the policy that it came with
 * @param botCheckUrl address of the bot check's script, which asks its own host and shows its frames
 */
export function withSecurityHeaders(
  response: Response,
  nonce: string | undefined,
  botCheckUrl: string | undefined,
): Response {
  const { headers } = response;
  if (nonce !== undefined) {
    headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, botCheckUrl));
  }
  headers.set("X-Content-Type-Options", "nosniff");
  // Not `no-referrer`: with it a form's POST carries `Origin: null`.
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  return response;
}

/** Where the page may connect to and what it may frame, by the bot check's address. */
const connectionsBy = new Map<string | undefined, string>();

function connectionsOf(botCheckUrl: string | undefined): string {
  const known = connectionsBy.get(botCheckUrl);
  if (known !== undefined) return known;
  const connections = [
    "'self'",
    ...(botCheckUrl === undefined ? [] : [new URL(botCheckUrl).origin]),
    // The development server tells pages to reload from a port of its own.
    ...(process.env.NODE_ENV === "development" ? ["http://localhost:*"] : []),
  ].join(" ");
  connectionsBy.set(botCheckUrl, connections);
  return connections;
}

function contentSecurityPolicy(nonce: string, botCheckUrl: string | undefined): string {
  const connections = connectionsOf(botCheckUrl);
  return (
    `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; ` +
    `style-src 'self' 'nonce-${nonce}'; img-src 'self' https: data:; ` +
    `connect-src ${connections}; frame-src ${connections}; object-src 'none'; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  );
}

/** 128 random bits as base64, for one answer's scripts and styles. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
