import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPlatformClient, type Platform } from "~/cli/lib/platform";
import { ROOT } from "~/scripts/local";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { ADMIN_SECRET } from "../support/examples";

let site: DeskSite;
let company: string;
let code: string;
let otherCode: string;
/** A code for all companies. */
let generalCode: string;
let admin: Platform;

beforeAll(async () => {
  const platform = readFileSync(join(ROOT, "tests", "support", "counting-platform.mjs"), "utf8");
  site = await startDeskSite({ around: { platform } });
  company = site.findPosition("ticket-office-assistant").company.uuid;
  code = await site.createCode(company, "Ana");
  const other = site.findPosition("administracion-pedidos").company.uuid;
  otherCode = await site.createCode(other, "Bea");
  generalCode = await site.createCode(null, "Boss");
  admin = createPlatformClient({ url: site.url, adminSecret: ADMIN_SECRET, isRemote: false });
});
afterAll(() => site.stop());

const forgetTries = () =>
  site.db.exec("DELETE FROM desk_guesses; DELETE FROM desk_networks; DELETE FROM desk_refusals");
beforeEach(forgetTries);

const runSql = (sql: string) => site.db.prepare(sql).run();
const createClient = (address: string) => deskClient(site, { "CF-Connecting-IP": address });
const signIn = (address: string, withCode = code) => createClient(address).signIn(withCode);
const signInStatus = async (address: string, withCode = code) =>
  (await signIn(address, withCode)).status;

const HOME = "192.0.2.7";
const UNKNOWN_ID = "zzzzz";
const getId = (ofCode: string) => ofCode.slice(0, 5);
const guess = (id: string) => `${id}-0000-0000-0000-0000-0000`;

/** Posts concurrent wrong codes. Returns the numbers of codes that were checked and refused unchecked. */
async function postGuesses(
  count: number,
  getAddress: (index: number) => string,
  getId: () => string,
) {
  const all = Array.from({ length: count }, (_, index) =>
    createClient(getAddress(index)).post("/in", { code: guess(getId()) }),
  );
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  return [403, 429].map((expected) => statuses.filter((status) => status === expected).length);
}

/** Returns a function that returns a different unknown id in each call. */
function unknownIds() {
  let last = 0;
  return () => `zz${String((last += 1)).padStart(3, "0")}`;
}

const hex = (index: number) => (index + 1).toString(16);

describe("wrong sign-in codes", () => {
  test("are limited per network, even if concurrent, and correct codes are not", async () => {
    for (let again = 0; again < 12; again += 1) {
      expect(await signInStatus("203.0.113.1")).toBe(303);
    }
    // Addresses with the same first 64 bits are one network.
    const inNetwork = (index: number) => `2001:db8:1:2::${hex(index)}`;
    expect(await postGuesses(24, inNetwork, () => getId(code))).toEqual([10, 14]);
    const late = await signIn("2001:db8:1:2::ffff");
    expect([late.status, late.headers["retry-after"]]).toEqual([429, "900"]);
    expect(await signInStatus("2001:db8:1:3::1")).toBe(303);
    const { results } = await site.db.prepare("SELECT source FROM desk_guesses").all();
    expect(JSON.stringify(results)).not.toMatch(/2001|203\.0/);
  });

  test.each([
    [
      "an IPv6 /48",
      (index: number) => `2001:db8:1:${hex(index)}::1`,
      "2001:db8:1:ffff::1",
      "2001:db8:2::1",
    ],
    ["an IPv4 /24", (index: number) => `203.0.113.${index}`, "203.0.113.250", "203.0.112.1"],
    [
      "an IPv4 /24 in IPv6 form",
      (index: number) => `::ffff:203.0.113.${index}`,
      "203.0.113.250",
      "::1",
    ],
  ])("from many networks of %s lock out only that block", async (_, inBlock, within, elsewhere) => {
    expect(await postGuesses(70, inBlock, unknownIds())).toEqual([20, 50]);
    expect(await postGuesses(30, inBlock, () => getId(code))).toEqual([0, 30]);
    expect(await signInStatus(within)).toBe(429);
    expect(await signInStatus(elsewhere)).toBe(303);
  });

  test.each([
    ["known", () => getId(code)],
    ["unknown", () => UNKNOWN_ID],
  ])("with one %s id from many blocks lock out only that id", async (_, getOneId) => {
    // 90 attempts from 10 blocks.
    const elsewhere = (index: number) => `10.1.${index % 10}.7`;
    expect(await postGuesses(90, elsewhere, getOneId)).toEqual([30, 60]);
    const late = await signIn("198.51.100.7", guess(getOneId()));
    expect([late.status, late.headers["retry-after"]]).toEqual([429, "900"]);
    expect(late.text).toContain("have been entered elsewhere");
    expect(await signInStatus("203.0.113.7", otherCode)).toBe(303);
  });

  test("from many blocks do not lock out networks that have signed in before", async () => {
    expect(await signInStatus(HOME)).toBe(303);
    await runSql("UPDATE desk_guesses SET tries = 195 WHERE source = 'desk '");
    const elsewhere = (index: number) => `10.1.${index}.7`;
    expect(await postGuesses(20, elsewhere, unknownIds())).toEqual([5, 15]);
    expect(await signInStatus("198.51.100.7")).toBe(429);
    expect(await signInStatus(HOME)).toBe(303);

    const { results } = await site.db.prepare("SELECT * FROM desk_networks").all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain("192.0");
    // A known network expires after 30 days.
    await runSql("UPDATE desk_networks SET signed_in_at = signed_in_at - 30 * 86400000");
    expect(await signInStatus(HOME)).toBe(429);
    await runSql(`UPDATE desk_guesses SET ends_at = ${Date.now()}`);
    expect(await signInStatus(HOME)).toBe(303);
    const left = site.db.prepare("SELECT count(*) AS n FROM desk_networks");
    expect(await left.first("n")).toBe(1);
  });

  test("that are malformed count only towards the network limit", async () => {
    for (let again = 0; again < 3; again += 1) await deskClient(site).post("/in", { code: "abc" });
    const { results } = await site.db
      .prepare("SELECT substr(source, 1, 8) AS kind, tries FROM desk_guesses")
      .all();
    expect(results).toEqual([{ kind: "network ", tries: 3 }]);
  });
});

interface Work {
  statements: string[];
  derivations: number;
  rowsWritten: number;
}

/** Returns the platform's work since the last call. */
async function readWork(): Promise<Work> {
  const answered = await site.askPlatform("/-/work", {});
  const { statements, derivations, rowsWritten } = (await answered.json()) as Work;
  return { statements, derivations, rowsWritten };
}

const fillDesk = () =>
  runSql(`INSERT OR REPLACE INTO desk_guesses VALUES ('desk ', 200, ${Date.now() + 900_000})`);

describe("a refused code leads to the same work whether its id exists or not", () => {
  const measure = async (refuse: () => Promise<{ status: number }>, status: number) => {
    await readWork();
    expect((await refuse()).status).toBe(status);
    return readWork();
  };

  test.each([
    ["from a new network", 403, () => Promise.resolve()],
    ["from a network that signed in before", 403, () => signIn(HOME)],
    ["above the limit of the desk", 429, fillDesk],
  ])("at sign-in, %s", async (_, status, prepare) => {
    const measureGuess = async (id: string) => {
      await forgetTries();
      await prepare();
      return measure(() => createClient(HOME).post("/in", { code: guess(id) }), status);
    };
    const unknown = await measureGuess(UNKNOWN_ID);
    expect(unknown.derivations).toBe(status === 403 ? 1 : 0);
    expect(unknown.statements.length).toBeGreaterThan(3);
    for (const known of [code, otherCode, generalCode]) {
      expect(await measureGuess(getId(known))).toEqual(unknown);
    }
  });

  test("at a confirmation", async () => {
    const id = await site.apply("ticket-office-assistant");
    const ana = deskClient(site);
    await ana.signIn(code);
    const measureGuess = (typed: string) =>
      measure(() => ana.post(`/applications/${id}/delete`, { code: typed }), 422);
    await measureGuess(guess(UNKNOWN_ID));
    const unknown = await measureGuess(guess(UNKNOWN_ID));
    expect(unknown.derivations).toBe(1);
    expect(await measureGuess(guess(getId(code)))).toEqual(unknown);
    expect(await measureGuess(guess(getId(otherCode)))).toEqual(unknown);
    expect(await measureGuess(otherCode)).toEqual(unknown);
  });
});

describe("refused sign-ins in the log", () => {
  const logged = async () => {
    const { results } = await site.db
      .prepare(
        `SELECT who, action, client_uuid AS client, count FROM desk_log
         WHERE action LIKE 'refused%' ORDER BY who, client_uuid`,
      )
      .all();
    return results;
  };
  const refusal = (who: string, client: string | null, count: number) => ({
    ...{ who, client, count },
    action: "refused sign-in",
  });
  const postGuess = (typed: string) => createClient(HOME).post("/in", { code: typed });
  beforeEach(() => site.db.exec("DELETE FROM desk_log"));

  test("have one entry per code, company and quarter of an hour", async () => {
    const [ana, bea] = [createClient("203.0.113.7"), createClient("203.0.113.8")];
    await ana.signIn(code);
    await bea.signIn(otherCode);
    for (const typed of [code, code, generalCode, UNKNOWN_ID]) await postGuess(guess(getId(typed)));
    // A code that is refused unchecked is also logged.
    await fillDesk();
    expect((await postGuess(code)).status).toBe(429);
    await postGuess(guess(UNKNOWN_ID));
    await admin.call("POST", "/schedule");
    expect(await logged()).toEqual([]);

    await runSql(
      "UPDATE desk_refusals SET first_at = strftime('%Y-%m-%dT%H:%M:%fZ', first_at, '-15 minutes')",
    );
    await admin.call("POST", "/schedule");
    const companies = site.companies.map(({ uuid }) => uuid).sort();
    expect(await logged()).toEqual([
      refusal("Ana", company, 3),
      ...companies.map((uuid) => refusal("Boss", uuid, 1)),
    ]);
    expect(await site.db.prepare("SELECT * FROM desk_refusals").first()).toBeNull();

    const readLog = async (client: ReturnType<typeof deskClient>) => {
      const { text } = await client.get("/log");
      const entries = text.matchAll(/<strong>([^<]+)<\/strong> ([^<]+)<.*?( · [^·<]*)<\/p>/g);
      return [...entries].map(([, who, action, count]) => `${who} ${action}${count}`);
    };
    const byBoss = "Boss sign-in refused · 1 attempt";
    // The sign-ins are logged first, although they are later than the refusals.
    const [signedIn, ...refused] = await readLog(ana);
    expect(signedIn).toContain("Ana signed in");
    expect(refused.sort()).toEqual(["Ana sign-in refused · 3 attempts", byBoss]);
    expect((await readLog(bea)).slice(1)).toEqual([byBoss]);
  });

  test("are logged before their code is revoked", async () => {
    const revoked = getId(await site.createCode(company, "Eva"));
    await postGuess(guess(revoked));
    await admin.call("DELETE", `/desk/${revoked}`);
    expect(await logged()).toEqual([refusal("Eva", company, 1)]);
  });
});
