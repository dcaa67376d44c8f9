// The browser's types, which are also here, hide workerd's own addition.
const subtle = crypto.subtle as typeof crypto.subtle & {
  timingSafeEqual: (a: ArrayBuffer, b: ArrayBuffer) => boolean;
};

/**
 * What an operator's call that is not an operator's is answered: without a secret there is nothing
 * at its address, and without the right one it is not allowed. Undefined to go on.
 */
export async function refuseStranger(
  request: Request,
  secret: string | undefined,
): Promise<Response | undefined> {
  if (secret === undefined) return new Response("Not Found", { status: 404 });
  const given = /^Bearer (.+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  if (await isSame(given, secret)) return undefined;
  const headers = { "WWW-Authenticate": "Bearer" };
  return new Response("Unauthorized", { status: 401, headers });
}

/** In a time that tells nothing of how much was right, nor of the secret's length. */
async function isSame(given: string, secret: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return subtle.timingSafeEqual(await digest(given), await digest(secret));
}
