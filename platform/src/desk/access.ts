import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { Env } from "../env";

/** Settings for the verification of Cloudflare Access tokens. */
export interface AccessSettings {
  /** The URL of the team's public keys, `https://TEAM.cloudflareaccess.com/cdn-cgi/access/certs`. */
  certsUrl: string;
  /** The URL of the team, `https://TEAM.cloudflareaccess.com`. */
  issuer: string;
  /** The application's audience tag. */
  audience: string;
}

/** Thrown for invalid Access variables. The message contains their names, but no values. */
export class AccessMisconfigured extends Error {
  override name = "AccessMisconfigured";
}

/** Thrown if Access's keys cannot be fetched. */
export class AccessUnreachable extends Error {
  override name = "AccessUnreachable";
}

/** Returns the Access settings, or undefined if Access is off. @throws AccessMisconfigured */
export function getAccessSettings(env: Env): AccessSettings | undefined {
  const {
    ACCESS_CERTS_URL: certsUrl = "",
    ACCESS_ISSUER: issuer = "",
    ACCESS_AUDIENCE: audience = "",
  } = env;
  const values = [certsUrl, issuer, audience].filter((value) => value !== "");
  if (values.length === 0) return undefined;
  if (values.length < 3) {
    throw new AccessMisconfigured(
      "ACCESS_CERTS_URL, ACCESS_ISSUER and ACCESS_AUDIENCE belong together: set all three, or none.",
    );
  }
  if (!isAllowedUrl(certsUrl)) {
    throw new AccessMisconfigured(
      "ACCESS_CERTS_URL must be an https URL, or an http URL on a loopback host.",
    );
  }
  return { certsUrl, issuer, audience };
}

function isAllowedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}

/** Key sets by URL, cached while the Worker runs. */
const keysByUrl = new Map<string, JWTVerifyGetKey>();

function getKeys(certsUrl: string): JWTVerifyGetKey {
  const keys = keysByUrl.get(certsUrl) ?? createRemoteJWKSet(new URL(certsUrl));
  keysByUrl.set(certsUrl, keys);
  return keys;
}

/**
 * Verifies an Access token as described in Cloudflare One's documentation, "Validate JWTs".
 *
 * @returns the email address, with ASCII letters in lower case; undefined if the token is invalid, or is not
 *   for a person
 * @throws AccessUnreachable if the keys cannot be fetched
 */
export async function verifyAccessToken(
  token: string,
  { certsUrl, issuer, audience }: AccessSettings,
  keys: JWTVerifyGetKey = getKeys(certsUrl),
): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ["RS256"],
      requiredClaims: ["exp", "email"],
    });
    const { email } = payload;
    return typeof email === "string" && email.includes("@") ? toAsciiLowerCase(email) : undefined;
  } catch (error) {
    if (isTokenError(error)) return undefined;
    throw new AccessUnreachable("Access's keys could not be fetched");
  }
}

/** Unicode's rules could merge two addresses, because U+212A (the Kelvin sign) becomes `k`. */
const toAsciiLowerCase = (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());

/** Whether an error means that the token is invalid. False for a failure to fetch the keys. */
function isTokenError(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose throws its most general error for a response that is not a key set.
  return error instanceof errors.JOSEError && error.code !== "ERR_JOSE_GENERIC";
}
