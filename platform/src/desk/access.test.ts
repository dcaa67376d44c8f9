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
  // Without `alg`, so that the tests can choose the algorithm.
  keys = createLocalJWKSet({ keys: [{ ...jwk, kid: "1" }] });
});

interface Changes extends Partial<Record<"issuer" | "audience" | "alg", string>> {
  claims?: Record<string, unknown>;
  expires?: string | null;
  key?: Keys["privateKey"] | Uint8Array;
}

/** A token as Access issues it, with changes. */
async function token({ claims, issuer, audience, expires, key, alg = "RS256" }: Changes = {}) {
  const signed = new SignJWT({ email: "Ana@Acme.example", ...claims })
    .setProtectedHeader({ alg, kid: "1" })
    .setIssuer(issuer ?? settings.issuer)
    .setAudience([audience ?? settings.audience])
    .setIssuedAt();
  if (expires !== null) signed.setExpirationTime(expires ?? "1h");
  return signed.sign(key ?? ours.privateKey);
}

describe("an Access token", () => {
  test.each([
    ["Ana@Acme.example", "ana@acme.example"],
    ["mar\u212A@acme.example", "mar\u212A@acme.example"],
    ["\u0130VAN@acme.example", "\u0130van@acme.example"],
  ])("for %s gives %s: only ASCII letters become lower case", async (email, named) => {
    expect(await verifyAccessToken(await token({ claims: { email } }), settings, keys)).toBe(named);
  });

  test.each<[string, Changes]>([
    ["for another audience", { audience: "another application" }],
    ["from another issuer", { issuer: "https://evil.cloudflareaccess.com" }],
    ["after its expiry", { expires: "1s ago" }],
    ["without an expiry", { expires: null }],
    ["for a service, not a person", { claims: { email: undefined, common_name: "a service" } }],
    ["with an address that isn't a string", { claims: { email: ["ana@acme.example"] } }],
    ["before its start", { claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }],
    ["signed with a shared secret", { alg: "HS256", key: new Uint8Array(32).fill(7) }],
  ])("%s is refused", async (_, changes) => {
    expect(await verifyAccessToken(await token(changes), settings, keys)).toBeUndefined();
  });

  test("signed by the right key with another algorithm is refused", async () => {
    const key = await importJWK(await exportJWK(ours.privateKey), "PS256");
    const other = await token({ alg: "PS256", key });
    expect(await verifyAccessToken(other, settings, keys)).toBeUndefined();
  });

  test("without a signature, or signed by another key, is refused", async () => {
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
    const away = () => Promise.reject(new TypeError("network"));
    await expect(verifyAccessToken(await token(), settings, away)).rejects.toThrow(
      AccessUnreachable,
    );
  });
});

describe("the Access variables", () => {
  const env = (vars: Partial<Env>) => vars as Env;
  const all = {
    ACCESS_CERTS_URL: settings.certsUrl,
    ACCESS_ISSUER: settings.issuer,
    ACCESS_AUDIENCE: settings.audience,
  };

  test("turn Access on if all are set, and off if none is", () => {
    expect(getAccessSettings(env({}))).toBeUndefined();
    expect(getAccessSettings(env({ ACCESS_ISSUER: "" }))).toBeUndefined();
    expect(getAccessSettings(env(all))).toEqual(settings);
  });

  test.each([
    { ACCESS_CERTS_URL: settings.certsUrl },
    { ...all, ACCESS_CERTS_URL: "http://acme.example/certs" },
  ])("are refused as %j", (vars) => {
    expect(() => getAccessSettings(env(vars))).toThrow(AccessMisconfigured);
  });
});
