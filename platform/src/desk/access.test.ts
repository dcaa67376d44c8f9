import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK } from "jose";
import { SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { Env } from "../env";
import {
  AccessMisconfigured,
  AccessUnreachable,
  getAccessSettings,
  verifyAccessToken,
} from "./access";

const settings = {
  certsUrl: "https://acme.cloudflareaccess.com/cdn-cgi/access/certs",
  issuer: "https://acme.cloudflareaccess.com",
  audience: "the-desk",
};

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Keys;
let others: Keys;
let keys: ReturnType<typeof createLocalJWKSet>;

beforeAll(async () => {
  ours = await generateKeyPair("RS256", { extractable: true });
  others = await generateKeyPair("RS256");
  const jwk = await exportJWK(ours.publicKey);
  // The key has no `alg`, so that the tests can choose the algorithm.
  keys = createLocalJWKSet({ keys: [{ ...jwk, kid: "1" }] });
});

interface Changes extends Partial<Record<"issuer" | "audience" | "alg", string>> {
  claims?: Record<string, unknown>;
  expires?: string | null;
  key?: Keys["privateKey"] | Uint8Array;
}

/** Signs a token like those of Access, with changes. */
async function token({ claims, issuer, audience, expires, key, alg = "RS256" }: Changes = {}) {
  const signed = new SignJWT({ email: "Ana@Acme.example", ...claims })
    .setProtectedHeader({ alg, kid: "1" })
    .setIssuer(issuer ?? settings.issuer)
    .setAudience([audience ?? settings.audience])
    .setIssuedAt();
  if (expires !== null) signed.setExpirationTime(expires ?? "1h");
  return signed.sign(key ?? ours.privateKey);
}

describe("verifyAccessToken", () => {
  test.each([
    ["Ana@Acme.example", "ana@acme.example"],
    ["mar\u212A@acme.example", "mar\u212A@acme.example"],
    ["\u0130VAN@acme.example", "\u0130van@acme.example"],
  ])("returns the address %s as %s, lower-casing only ASCII letters", async (email, named) => {
    expect(await verifyAccessToken(await token({ claims: { email } }), settings, keys)).toBe(named);
  });

  test.each<[string, Changes]>([
    ["a token for another audience", { audience: "another application" }],
    ["a token from another issuer", { issuer: "https://evil.cloudflareaccess.com" }],
    ["an expired token", { expires: "1s ago" }],
    ["a token without an expiry", { expires: null }],
    ["a token for a service", { claims: { email: undefined, common_name: "a service" } }],
    ["a token with a list of addresses", { claims: { email: ["ana@acme.example"] } }],
    ["a token that is not valid yet", { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }],
    ["a token signed with a shared secret", { alg: "HS256", key: new Uint8Array(32).fill(7) }],
  ])("refuses %s", async (_, changes) => {
    expect(await verifyAccessToken(await token(changes), settings, keys)).toBeUndefined();
  });

  test("refuses a token signed with the right key but another algorithm", async () => {
    const key = await importJWK(await exportJWK(ours.privateKey), "PS256");
    const other = await token({ alg: "PS256", key });
    expect(await verifyAccessToken(other, settings, keys)).toBeUndefined();
  });

  test("refuses tokens that are unsigned, malformed or signed with another key", async () => {
    const forged = await token({ key: others.privateKey });
    const none = new UnsecuredJWT({ email: "ana@acme.example" })
      .setIssuer(settings.issuer)
      .setAudience(settings.audience)
      .setExpirationTime("1h")
      .encode();
    const [header = "", payload = ""] = (await token()).split(".");
    for (const text of [forged, none, `${header}.${payload}.`, `${none}AAAA`, "", "a.b.c"]) {
      expect(await verifyAccessToken(text, settings, keys)).toBeUndefined();
    }
  });

  test("throws if the keys cannot be fetched", async () => {
    const failToFetch = () => Promise.reject(new TypeError("network"));
    await expect(verifyAccessToken(await token(), settings, failToFetch)).rejects.toThrow(
      AccessUnreachable,
    );
  });
});

describe("getAccessSettings", () => {
  const env = (vars: Partial<Env>) => vars as Env;
  const all = {
    ACCESS_CERTS_URL: settings.certsUrl,
    ACCESS_ISSUER: settings.issuer,
    ACCESS_AUDIENCE: settings.audience,
  };

  test("returns the settings if all variables are set, and undefined if none is set", () => {
    expect(getAccessSettings(env({}))).toBeUndefined();
    expect(getAccessSettings(env({ ACCESS_ISSUER: "" }))).toBeUndefined();
    expect(getAccessSettings(env(all))).toEqual(settings);
  });

  test.each([
    { ACCESS_CERTS_URL: settings.certsUrl },
    { ...all, ACCESS_CERTS_URL: "http://acme.example/certs" },
  ])("throws for the variables %j", (vars) => {
    expect(() => getAccessSettings(env(vars))).toThrow(AccessMisconfigured);
  });
});
