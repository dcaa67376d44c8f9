import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { deskClient } from "../support/desk-client";

let site: DeskSite;
/** Serves the public key instead of Cloudflare Access. */
let keyServer: Server;
let issuer: string;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

const FERRIES = "ticket-office-assistant";
const AUDIENCE = "the-desk";
const ANA = "ana@ferries.example";

beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  keyServer = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => keyServer.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`;
  const platformVars = {
    ACCESS_CERTS_URL: `${issuer}/cdn-cgi/access/certs`,
    ACCESS_ISSUER: issuer,
    ACCESS_AUDIENCE: AUDIENCE,
  };
  site = await startDeskSite({ platformVars });
  await allow(ANA, site.findPosition(FERRIES).company.uuid);
});
afterAll(async () => {
  await site.stop();
  keyServer.close();
});

const allow = (email: string, clientUuid: string | null) =>
  site.db
    .prepare("INSERT INTO desk_people (email, client_uuid) VALUES (?, ?)")
    .bind(email, clientUuid)
    .run();

const token = ({ email = ANA, audience = AUDIENCE } = {}) =>
  new SignJWT({ email })
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(keys.privateKey);

const clientWith = (jwt: string) => deskClient(site, { "Cf-Access-Jwt-Assertion": jwt });

describe("the desk behind Cloudflare Access", () => {
  test("lets a listed person access only their own company", async () => {
    const id = await site.apply(FERRIES);
    const ana = clientWith(await token({ email: "Ana@Ferries.example" }));
    const home = await ana.get("/");
    expect(home.status).toBe(200);
    expect(home.text).toContain("Harbour Lane Ferries");
    expect(home.text).not.toContain("Alfar Albufera");
    expect((await ana.post(`/applications/${id}/mark`, { mark: "answered" })).status).toBe(303);
    expect((await ana.get("/log")).text).toContain(`<strong>${ANA}</strong> marked an application`);
    const otherCompanys = await site.apply("administracion-pedidos");
    expect((await ana.get(`/applications/${otherCompanys}`)).status).toBe(404);
    expect((await ana.post("/out")).headers.location).toBe("/cdn-cgi/access/logout");
  });

  test("refuses a form with another session's token", async () => {
    const id = await site.apply(FERRIES);
    const [ana, other] = [clientWith(await token()), clientWith(await token())];
    await other.get("/");
    expect((await ana.post(`/applications/${id}/delete`, { token: other.token })).status).toBe(403);
    expect((await other.get(`/applications/${id}`)).status).toBe(200);
  });

  test.each<[string, () => Promise<string> | string]>([
    ["a token for another audience", () => token({ audience: "another" })],
    ["an empty token", () => ""],
  ])("refuses %s", async (_, makeToken) => {
    const answered = await clientWith(await makeToken()).get("/");
    expect([answered.status, answered.headers["set-cookie"]]).toEqual([403, undefined]);
    await expect.poll(() => site.log).toContain("The desk refused an invalid Access token.");
    expect(answered.text).toContain("valid here. Sign out of your company");
    expect(answered.text).not.toContain("Harbour Lane");
  });

  test("refuses a person who is not listed or no longer listed", async () => {
    const mail = "bea@ferries.example";
    const bea = clientWith(await token({ email: mail }));
    expect((await bea.get("/")).text).toContain("on the list. The site");
    const refused = "The desk refused an Access address that is not listed.";
    await expect.poll(() => site.log).toContain(refused);
    expect(site.log.join()).not.toContain("bea@");
    await allow(mail, null);
    expect((await bea.get("/")).text).toContain("Alfar Albufera");
    await site.db.prepare("DELETE FROM desk_people WHERE email = ?").bind(mail).run();
    expect((await bea.get("/")).status).toBe(403);
  });

  test("refuses a cookie without a token and ignores another person's cookie", async () => {
    const ana = clientWith(await token());
    await ana.get("/");
    expect((await deskClient(site, { Cookie: ana.cookie }).get("/")).status).toBe(403);
    const mail = "carl@pottery.example";
    await allow(mail, site.findPosition("administracion-pedidos").company.uuid);
    const carl = deskClient(site, {
      "Cf-Access-Jwt-Assertion": await token({ email: mail }),
      Cookie: ana.cookie,
    });
    const { text } = await carl.get("/");
    expect(text).toContain("Alfar Albufera");
    expect(text).not.toContain("Harbour Lane");
    // Carl gets a new session instead of Ana's session.
    expect(carl.cookie).toMatch(/^__Host-desk=/);
    expect(carl.token).not.toBe(ana.token);
  });

  test("requires a ticked box instead of a sign-in code for deletions and exports", async () => {
    const id = await site.apply(FERRIES, { last_name: "Núñez" });
    const ana = clientWith(await token());
    const confirmation = await ana.get(`/applications/${id}/delete`);
    expect(confirmation.text).toMatch(
      /name="sure"[^>]*>Yes, permanently delete Ana Núñez \(#\d+\)</,
    );
    expect(confirmation.text).not.toContain('name="code"');
    const { uuid } = site.findPosition(FERRIES).position;
    for (const [path, form] of [
      [`/applications/${id}/delete`, {}],
      ["/chosen/delete", { id, asked: "yes" }],
      [`/positions/${uuid}/export`, { kind: "zip" }],
    ] as const) {
      const answered = await ana.post(path, { ...form });
      expect([path, answered.status]).toEqual([path, 422]);
      expect(answered.text).toContain("Tick the box first. Nothing has changed.");
    }
    const file = await ana.post(`/positions/${uuid}/export`, { kind: "zip", sure: "yes" });
    expect(file.headers["content-type"]).toBe("application/zip");
    expect((await ana.post(`/applications/${id}/delete`, { sure: "yes" })).status).toBe(303);
    expect((await ana.get(`/applications/${id}`)).status).toBe(404);
  });

  test("ends a person's other sessions and warns that Access starts new sessions", async () => {
    const [ana, elsewhere] = [clientWith(await token()), clientWith(await token())];
    await ana.get("/");
    await elsewhere.get("/");
    const before = elsewhere.cookie;
    expect((await ana.get("/sessions")).text).toContain("Sign out of that account too");
    await ana.post("/sessions/end", { session: "others" });
    const left = site.db.prepare("SELECT count(*) AS n FROM desk_sessions WHERE email = ?");
    expect(await left.bind(ANA).first("n")).toBe(1);
    await elsewhere.get("/");
    expect(elsewhere.cookie).not.toBe(before);
  });
});
