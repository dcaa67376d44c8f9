import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { requestDesk, deskClient } from "../support/desk-client";

let site: DeskSite;
let company: string;
let code: string;

beforeAll(async () => {
  site = await startDeskSite();
  company = site.findPosition("ticket-office-assistant").company.uuid;
  code = await site.createCode(company, "Ana");
});
afterAll(() => site.stop());

async function signIn(withCode = code) {
  const client = deskClient(site);
  expect((await client.signIn(withCode)).status).toBe(303);
  return client;
}

const isSignedIn = async (cookie: string) =>
  (await requestDesk(site.url, "/", { headers: { Cookie: cookie } })).status === 200;

test("signing in again ends only the browser's previous session", async () => {
  const [ana, elsewhere] = [await signIn(), await signIn()];
  const before = ana.cookie;
  expect((await ana.signIn(code)).status).toBe(303);
  expect(ana.cookie).not.toBe(before);
  expect(await isSignedIn(before)).toBe(false);
  expect(await isSignedIn(ana.cookie)).toBe(true);
  expect(await isSignedIn(elsewhere.cookie)).toBe(true);
  // A wrong code does not end the session.
  await ana.post("/in", { code: `${code.slice(0, 5)}-0000-0000-0000-0000-0000` });
  expect(await isSignedIn(ana.cookie)).toBe(true);
});

describe("the list of sessions", () => {
  const rows = (text: string) => text.match(/<li>.*?<\/li>/gs) ?? [];

  test("contains only a person's own sessions and no tokens", async () => {
    const beaCode = await site.createCode(company, "Bea");
    const [bea, elsewhere] = [await signIn(beaCode), await signIn(beaCode)];
    const other = await signIn();
    const { text } = await bea.get("/sessions");
    expect(rows(text)).toHaveLength(2);
    expect(text.match(/This browser/g)).toHaveLength(1);
    expect(text).toContain("Anyone who uses the same sign-in code sees these sessions");
    for (const { cookie, token } of [elsewhere, other]) {
      expect(text).not.toContain(cookie.split("=")[1]);
      expect(text).not.toContain(token);
    }
    await site.db.prepare("UPDATE desk_sessions SET seen_at = seen_at - 3600000").run();
    await bea.signIn(beaCode);
    expect(rows((await bea.get("/sessions")).text)).toHaveLength(1);
  });

  test("ends one session or all other sessions and logs both actions", async () => {
    const beaCode = await site.createCode(company, "Bea");
    const bea = await signIn(beaCode);
    const all = [bea, await signIn(beaCode), await signIn(beaCode), await signIn(beaCode)];
    const areSignedIn = () => Promise.all(all.map(({ cookie }) => isSignedIn(cookie)));
    const hash = /name="session" value="([0-9a-f]{64})"/;
    const [, session = ""] = hash.exec((await bea.get("/sessions")).text) ?? [];
    const ended = await bea.post("/sessions/end", { session });
    expect(ended.headers.location).toBe("/sessions?done=ended");
    expect((await bea.get("/sessions?done=ended")).text).toContain('role="status">Session ended.');
    expect((await areSignedIn()).filter(Boolean)).toHaveLength(3);
    await bea.post("/sessions/end", { session: "others" });
    expect(await areSignedIn()).toEqual([true, false, false, false]);
    const { text } = await bea.get("/log");
    expect(text.match(/ended (a session|other sessions)/g)).toEqual([
      "ended other sessions",
      "ended a session",
    ]);
  });

  test("does not end the current session or another person's session", async () => {
    const [ana, bea] = [await signIn(), await signIn(await site.createCode(company, "Bea"))];
    const { results } = await site.db.prepare("SELECT hash FROM desk_sessions").all();
    for (const { hash } of results) await bea.post("/sessions/end", { session: String(hash) });
    await bea.post("/sessions/end", { session: "others" });
    await bea.post("/sessions/end");
    expect([await isSignedIn(ana.cookie), await isSignedIn(bea.cookie)]).toEqual([true, true]);
    const forged = await ana.post("/sessions/end", { session: "others", token: bea.token });
    expect(forged.status).toBe(403);
  });
});

test("revoking a sign-in code ends only the sessions of that code", async () => {
  const beaCode = await site.createCode(company, "Bea");
  const [ana, bea] = [await signIn(), await signIn(beaCode)];
  await site.db.prepare("DELETE FROM desk_codes WHERE id = ?").bind(beaCode.slice(0, 5)).run();
  expect([await isSignedIn(ana.cookie), await isSignedIn(bea.cookie)]).toEqual([true, false]);
  expect((await deskClient(site).signIn(beaCode)).status).toBe(403);
});
