import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EmailReport } from "~/contract/admin-access";
import { receiptNumber } from "~/contract/receipt-number";
import { sendDueEmails } from "~/platform/src/confirmations/send";
import type { Env } from "~/platform/src/env";
import { createReplyId, queueReply } from "~/platform/src/replies/queue";
import { sha256Hex } from "~/app/runtime/sha256.server";
import { HOSTILE_ADDRESSES, HOSTILE_NAMES } from "../support/hostile";
import { startEmbeddedPlatform, type EmbeddedPlatform } from "../support/embedded-platform";
import { isLong } from "../support/size";
import { startReceiver } from "../support/receiver";
import { SMTP_LOGIN, startSmtpServer, type ReceivedEmail } from "../support/smtp-server";

// Confirmations to candidates, sent through real SMTP servers on loopback.

const EACH_MINUTE = "* * * * *";
const HOUR = 60 * 60_000;
const SITE_URL = "https://jobs.example";
const FROM = "jobs@acme.example";

// A company and its position without questions, which gets an email field here.
const FERRIES = "d52ac756-de6c-43a9-af52-3c79b8aadd40";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";

type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

let platform: EmbeddedPlatform;
let server: SmtpServer;

beforeAll(async () => {
  server = await startSmtpServer();
  platform = await startEmbeddedPlatform({
    vars: { EMAIL_URL: server.url, EMAIL_FROM: FROM, SITE_URL, ...SMTP_LOGIN },
  });
  await platform.rows("UPDATE positions SET asks = ? WHERE uuid = ?", ASKS, TICKETS);
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});
afterEach(async () => {
  await platform.DB.exec("DELETE FROM applications; DELETE FROM email_state");
  for (const list of [server.received, server.logins, platform.log]) list.length = 0;
});

const ASKS = JSON.stringify({
  fields: [
    { id: "email", kind: "email" },
    { id: "referee", kind: "email", label: "Referee's email" },
    { id: "health", kind: "text", label: "Health", section: "voluntary" },
  ],
});

let phones = 0;

/** Applies and returns the idempotency key. */
async function apply(
  email: string,
  {
    key = randomUUID(),
    fields = {},
    headers = {},
    answers = [],
  }: {
    key?: string;
    fields?: Record<string, string>;
    headers?: Record<string, string>;
    answers?: { id: string; value: string }[];
  } = {},
) {
  phones += 1;
  const phone = `+4474001${String(phones).padStart(5, "0")}`;
  const given = JSON.stringify([{ id: "email", value: email }, ...answers]);
  const more = { fields: { fields: given, ...fields }, headers };
  expect(await platform.apply(FERRIES, TICKETS, phone, "%PDF-1.4", key, more)).toBe(201);
  return key;
}

interface Row {
  state: string;
  result: string | null;
  attempts: number;
  due_at: string | null;
  address: string;
}
const readRows = () => platform.rows<Row>("SELECT * FROM confirmations ORDER BY created_at");
const waitForResult = (state: string, result: string) =>
  expect.poll(async () => (await readRows()).at(-1)).toMatchObject({ state, result });

/** Queues a reply to the only or first application. */
const reply = async (to: string, changes: Partial<Parameters<typeof queueReply>[1]> = {}) => {
  const id = createReplyId();
  const [application] = await platform.rows<{ id: string }>("SELECT id FROM applications");
  const about = { application: application?.id ?? "", client: FERRIES, who: "Ana" };
  const texts = { kind: "own", subject: "Grüße, Ana", text: "Hello Ana,\n\nfrom us." } as const;
  const env = { DB: platform.DB } as Env; // `queueReply` uses only `DB`
  const queued = { id, to, replyTo: "people@acme.example", ...about, ...texts, ...changes };
  expect(await queueReply(env, queued, Date.now())).toBe(true);
  expect(await queueReply(env, queued, Date.now())).toBe(false);
  return id;
};

const header = ({ raw }: ReceivedEmail, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, "im").exec(raw.split("\r\n\r\n")[0] ?? "")?.[1];

/** Decodes the plain text and the HTML of a received email. */
function bodies({ raw }: ReceivedEmail): [text: string, html: string] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const [, text = "", html = ""] = raw.split(`--${boundary}`).map(decodePart);
  return [text, html];
}

function decodePart(part: string): string {
  const [head = "", ...rest] = part.trimStart().split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(head)?.[1];
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

describe("a confirmation", () => {
  test("is sent by STARTTLS with a login, in the page's language, with a link to the receipt", async () => {
    const answers = [
      { id: "referee", value: "referee@example.org" },
      { id: "health", value: "private" },
      { id: "evil", value: "https://evil.example" },
    ];
    const key = await apply("ana@example.org", {
      headers: { "Accept-Language": "es-MX" },
      answers,
    });
    await waitForResult("sent", "sent");
    const [email, ...others] = server.received;
    if (!email) throw new Error("No email was received");
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      ...{ from: FROM, to: ["ana@example.org"], user: SMTP_LOGIN.EMAIL_USER },
      ...{ isEncrypted: true, helo: "acme.example" },
    });
    expect(header(email, "To")).toBe("ana@example.org");
    expect(header(email, "From")).toBe("Harbour Lane Ferries <jobs@acme.example>");
    expect(header(email, "Message-ID")).toMatch(/^<cnf_[0-9a-f]{32}@acme\.example>$/);
    expect(header(email, "Auto-Submitted")).toBe("auto-generated");
    const receipt = await sha256Hex(key);
    for (const body of bodies(email)) {
      expect(body).toContain("Harbour Lane Ferries recibió tu postulación");
      expect(body).toContain("Ticket office assistant");
      expect(body).toContain(await receiptNumber(key));
      expect(body).toContain("Referee");
      expect(body).toContain("Preguntas voluntarias");
      const link = `${SITE_URL}/harbour-lane-ferries/ticket-office-assistant/${TICKETS}?lang=es-mx`;
      expect(body.replaceAll("&amp;", "&")).toContain(`${link}&receipt=${receipt}`);
      expect(body).not.toMatch(/evil|private|Health|referee@|Secreta|\+4474001/);
    }
    expect(bodies(email)[0]).toContain("Hola, Ana:");
  });

  test("is sent by TLS from the start of the connection", async () => {
    const secure = await startSmtpServer({ isSecure: true });
    await platform.restart({ EMAIL_URL: secure.url });
    try {
      await apply("ana@example.org");
      await waitForResult("sent", "sent");
      expect(secure.received).toMatchObject([{ isEncrypted: true, user: "jobs" }]);
    } finally {
      await secure.stop();
      await platform.restart({});
    }
  });

  test("is sent by Cloudflare's binding", async () => {
    const cloudflare = await startEmbeddedPlatform({
      vars: { EMAIL_FROM: FROM, SITE_URL },
      emailTo: ["ana@example.org"],
    });
    try {
      await cloudflare.rows("UPDATE positions SET asks = ? WHERE uuid = ?", ASKS, TICKETS);
      const fields = JSON.stringify([{ id: "email", value: "ana@example.org" }]);
      await cloudflare.apply(FERRIES, TICKETS, "+447400100001", "%PDF-1.4", randomUUID(), {
        fields: { fields },
      });
      await expect
        .poll(() => cloudflare.emails.join("\n"))
        .toMatch(/To: ana@example\.org\nSubject: Your application: Ticket office assistant/);
    } finally {
      await cloudflare.stop();
    }
  });

  test("is sent through an HTTP provider, with the same key for each repeat", async () => {
    const provider = await startReceiver();
    provider.behaviours.push(503, 200, 422);
    await platform.restart({ EMAIL_URL: provider.url, EMAIL_PASSWORD: "a-token" });
    try {
      await apply("ana@example.org");
      await waitForResult("waiting", "later 503");
      const [row] = await readRows();
      await platform.runCron(Date.parse(row?.due_at ?? ""), EACH_MINUTE);
      expect((await readRows()).map(({ state }) => state)).toEqual(["sent"]);
      const [first, second] = provider.calls;
      expect(second).toMatchObject({ body: first?.body, headers: first?.headers });
      const key = String(first?.headers["idempotency-key"]);
      expect(first?.headers.authorization).toBe("Bearer a-token");
      expect(JSON.parse(first?.body ?? "")).toMatchObject({
        ...{ from: `"Harbour Lane Ferries" <${FROM}>`, to: ["ana@example.org"] },
        subject: "Your application: Ticket office assistant (Harbour Lane Ferries)",
        headers: { "Message-ID": `<${key}>` },
      });
      expect(key).toMatch(/^cnf_[0-9a-f]{32}@acme\.example$/);
      await apply("eva@example.org");
      await waitForResult("refused", "message 422");
    } finally {
      await provider.stop();
      await platform.restart({});
    }
  });

  test("links to the receipt from the header, and states when the link expires", async () => {
    const receipt = "ab".repeat(32);
    await apply("ana@example.org", {
      headers: {
        "Accept-Language": "en",
        "X-Puerta-Receipt": `${receipt}; until=2027-02-28T10:00:00.000Z`,
      },
    });
    await waitForResult("sent", "sent");
    const [email] = server.received;
    for (const body of email ? bodies(email) : []) {
      expect(body).toContain(receipt);
      expect(body).toContain("until 28 February 2027");
    }
    expect.assertions(6);
  });

  test("is in the company's language if the site sends none, and is not sent without an address", async () => {
    await apply("");
    await apply("ana@localhost");
    expect(await readRows()).toEqual([]);
    await apply("ana@example.org");
    await waitForResult("sent", "sent");
    const [email, ...others] = server.received as [ReceivedEmail];
    expect(others).toEqual([]);
    expect(header(email, "Subject")).toContain("Your application");
  });

  test("is sent once per mailbox and position, and not if a bot filled in the form", async () => {
    await apply("ana@example.org");
    await waitForResult("sent", "sent");
    await apply("Ana+again@Example.org");
    await apply("eva@example.org", { headers: { "X-Puerta-Suspect": "honeypot" } });
    expect(await readRows()).toHaveLength(1);
  });

  test("is deleted with its application", async () => {
    await apply("later@example.org");
    await waitForResult("waiting", "later 451");
    await platform.DB.exec("DELETE FROM applications");
    expect(await readRows()).toEqual([]);
  });

  test("contains no text that a stranger entered as a name", async () => {
    const first_name = "Ana https://evil.example\r\nBcc: victim@example.org <b>x</b>";
    await apply("ana@example.org", { fields: { first_name } });
    await waitForResult("sent", "sent");
    const [email] = server.received as [ReceivedEmail];
    expect(email.to).toEqual(["ana@example.org"]);
    expect(email.raw).not.toMatch(/^bcc:/im);
    expect(bodies(email).join("")).not.toMatch(/evil|victim|<b>/);
  });

  test("reaches only its address, whatever a stranger enters as a name or address", async () => {
    const send = async (first_name: string, email: string) => {
      phones += 1;
      const fields = JSON.stringify([{ id: "email", value: email }]);
      const more = { fields: { fields, first_name } };
      const phone = `+4474001${String(phones).padStart(5, "0")}`;
      return platform.apply(FERRIES, TICKETS, phone, "%PDF-1.4", randomUUID(), more);
    };
    const statuses: number[] = [];
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      statuses.push(await send(name, `named-${index}@example.org`));
    }
    for (const address of HOSTILE_ADDRESSES) statuses.push(await send("Ana", address));
    expect(statuses.filter((status) => ![201, 400, 422].includes(status))).toEqual([]);
    await expect
      .poll(async () => {
        await platform.runCron(Date.now(), EACH_MINUTE);
        return (await readRows()).filter(({ state }) => state === "waiting");
      })
      .toEqual([]);
    expect(server.received.length).toBeGreaterThan(HOSTILE_NAMES.length / 2);
    for (const email of server.received) {
      // Without its invisible characters, a hostile address can be Ana's.
      expect(email.to).toEqual([expect.stringMatching(/^(named-\d+|ana)@example\.org$/)]);
      expect(header(email, "To")).toBe(email.to[0]);
      expect(email.raw).not.toMatch(/^(b?cc|content-location|x-[a-z]+):/im);
      expect(header(email, "Subject")).toBe(
        "Your application: Ticket office assistant (Harbour Lane Ferries)",
      );
      const [text, html] = bodies(email);
      expect(text).toMatch(/^Hello( Ana)?,\r?\n/);
      expect(html).not.toMatch(/<(a|b|img|script)\b(?! href="https:\/\/jobs\.example\/)/i);
    }
  });

  test("waits if its mailbox received ten emails in a day", async () => {
    for (let index = 0; index < 10; index += 1) await apply(`a${index}@example.org`);
    await expect.poll(() => server.received.length).toBe(10);
    // As if for ten other jobs.
    await platform.rows("UPDATE confirmations SET mailbox = 'ana@example.org', position_uuid = id");
    await apply("a.na+jobs@example.org");
    await apply("Ana+jobs@example.org");
    await expect.poll(() => server.received.length).toBe(11);
    await platform.runCron(Date.now(), EACH_MINUTE);
    expect((await readRows()).filter(({ state }) => state === "waiting")).toMatchObject([
      { address: "Ana+jobs@example.org", attempts: 0 },
    ]);
    // A stranger's applications with her address do not delay replies.
    await reply("ana@example.org");
    await platform.runCron(Date.now(), EACH_MINUTE);
    expect(server.received.slice(11).map(({ to }) => to)).toEqual([["ana@example.org"]]);
    await platform.runCron(Date.now() + 24 * HOUR + 1000, EACH_MINUTE);
    expect(server.received.at(-1)?.to).toEqual(["Ana+jobs@example.org"]);
  });

  test("waits if the company has reached its hourly limit", async () => {
    await platform.restart({ EMAILS_PER_HOUR: "2" });
    const server2 = server;
    await apply("a@example.org");
    await apply("b@example.org");
    await apply("c@example.org");
    await expect.poll(() => server2.received.length).toBe(2);
    await reply("reply@example.org");
    await platform.runCron(Date.now(), EACH_MINUTE);
    expect(server2.received).toHaveLength(2);
    // Both kinds count. Replies come first.
    await platform.restart({ EMAILS_PER_HOUR: "3" });
    for (let run = 0; run < 2; run += 1) await platform.runCron(Date.now(), EACH_MINUTE);
    expect(server2.received.slice(2).map(({ to }) => to)).toEqual([["reply@example.org"]]);
    await platform.runCron(Date.now() + HOUR + 1000, EACH_MINUTE);
    expect(server2.received).toHaveLength(4);
    await platform.restart({});
  });
});

describe("a reply", () => {
  const read = (id: string) => platform.rows<Row>("SELECT * FROM replies WHERE id = ?", id);

  test("is sent once as plain text in a person's name, with the company's reply address", async () => {
    await apply("");
    const id = await reply("ana@example.org");
    await platform.runCron(Date.now(), EACH_MINUTE);
    await platform.runCron(Date.now(), EACH_MINUTE);
    const [email, ...others] = server.received as [ReceivedEmail];
    expect([email.to, others]).toEqual([["ana@example.org"], []]);
    expect(header(email, "From")).toBe("Harbour Lane Ferries <jobs@acme.example>");
    expect(header(email, "Reply-To")).toBe("people@acme.example");
    expect(header(email, "Message-ID")).toBe(`<${id}@acme.example>`);
    expect(header(email, "Auto-Submitted")).toBeUndefined();
    expect(header(email, "Content-Type")).toMatch(/^text\/plain/);
    expect(email.raw).toContain("\r\n\r\nHello Ana,\r\n\r\nfrom us.");
    expect(await read(id)).toMatchObject([{ state: "sent", attempts: 1, due_at: null }]);
  });

  test("to a refused address is final, and a later reply is retried with its Message-ID", async () => {
    await apply("");
    const [refused, later] = [await reply("refused@example.org"), await reply("later@example.org")];
    await platform.runCron(Date.now(), EACH_MINUTE);
    expect(await read(refused)).toMatchObject([{ state: "refused", result: "recipient 550" }]);
    const [row] = await read(later);
    expect(row).toMatchObject({ state: "waiting", result: "later 451" });
    await platform.rows("UPDATE replies SET address = 'ana@example.org' WHERE id = ?", later);
    await platform.runCron(Date.parse(row?.due_at ?? ""), EACH_MINUTE);
    expect(server.received.map((email) => header(email, "Message-ID"))).toEqual([
      `<${later}@acme.example>`,
    ]);
    expect(EmailReport.parse(await (await platform.admin("/email")).json())).toMatchObject({
      ...{ waiting: 0, refused: 1 },
    });
  });
});

describe("a failure", () => {
  let isChanged = false;
  const restart = (vars: Record<string, string>) => {
    isChanged = Object.keys(vars).length > 0;
    return platform.restart(vars);
  };
  afterEach(async () => {
    if (isChanged) await restart({});
  });

  const readState = async () => {
    const answer = await platform.admin("/email");
    return EmailReport.parse(await answer.json());
  };

  test.each<
    [
      what: string,
      vars: () => Record<string, string>,
      address: string,
      result: string,
      text: RegExp,
    ]
  >([
    [
      "a wrong password",
      () => ({ EMAIL_PASSWORD: "wrong" }),
      "ana@example.org",
      "password 535",
      /refuses EMAIL_USER or EMAIL_PASSWORD \(535\)/,
    ],
    [
      "a dead server",
      () => ({ EMAIL_URL: "smtp://localhost:9" }),
      "ana@example.org",
      "unreachable",
      /cannot be reached/,
    ],
  ])("because of %s leaves the confirmation waiting", async (_, vars, address, result, text) => {
    await restart(vars());
    await apply(address);
    await waitForResult("waiting", result);
    expect(await readState()).toMatchObject({
      problem: expect.stringMatching(text) as string,
      waiting: 1,
    });
    // While all emails fail, one is tried each minute. Then all are sent.
    await apply("eva@example.org");
    const countAttempts = async () =>
      (await readRows()).reduce((sum, { attempts }) => sum + attempts, 0);
    expect(await countAttempts()).toBe(1);
    await platform.runCron(Date.now() + 2 * 60_000, EACH_MINUTE);
    expect(await countAttempts()).toBe(2);
    await restart({});
    await platform.runCron(Date.now() + 4 * 60_000, EACH_MINUTE);
    await platform.runCron(Date.now() + 4 * 60_000, EACH_MINUTE);
    expect(server.received).toHaveLength(2);
    expect(await readState()).toMatchObject({ problem: null, waiting: 0 });
  });

  test.each(isLong ? [false, true] : [false])(
    "because of a certificate for another name is reported, and nothing is sent (TLS: %s)",
    async (isSecure) => {
      const other = await startSmtpServer({ name: "other.example", isSecure });
      try {
        await restart({ EMAIL_URL: other.url });
        await apply("ana@example.org");
        await waitForResult("waiting", "certificate");
        expect(other.logins).toEqual([]);
        expect((await readState()).problem).toMatch(/certificate/);
      } finally {
        await other.stop();
      }
    },
  );

  test("because of a server without encryption does not reveal the password", async () => {
    const plain = await startSmtpServer({ hasStartTls: false });
    try {
      await restart({ EMAIL_URL: plain.url });
      await apply("ana@example.org");
      await expect.poll(async () => (await readRows()).at(-1)?.result).toMatch(/^no-tls/);
      expect(plain.logins).toEqual([]);
    } finally {
      await plain.stop();
    }
  });

  test("because of a refused recipient is final and marked, and does not stop other emails", async () => {
    await apply("refused@example.org");
    await waitForResult("refused", "recipient 550");
    expect(await readState()).toMatchObject({ problem: null, waiting: 0, refused: 1 });
    expect(platform.log.join("\n")).not.toContain("refused@example.org");
    await apply("ana@example.org");
    await waitForResult("sent", "sent");
  });

  test("that is temporary is retried with the same Message-ID at the due time", async () => {
    await apply("later@example.org");
    await waitForResult("waiting", "later 451");
    const [row] = await readRows();
    const due = Date.parse(row?.due_at ?? "");
    await platform.rows("UPDATE confirmations SET address = 'ana@example.org'");
    await platform.runCron(due - 1, EACH_MINUTE);
    expect(server.received).toHaveLength(0);
    await platform.runCron(due, EACH_MINUTE);
    expect(server.received).toHaveLength(1);
    expect(await readRows()).toMatchObject([{ state: "sent", attempts: 2, due_at: null }]);
  });

  test("is retried once by overlapping runs", async () => {
    await apply("later@example.org");
    await waitForResult("waiting", "later 451");
    const provider = await startReceiver();
    try {
      const env = { DB: platform.DB, EMAIL_URL: provider.url, EMAIL_FROM: FROM };
      const due = Date.parse((await readRows())[0]?.due_at ?? "");
      // `sendDueEmails` uses only these variables.
      const run = () => sendDueEmails(env as unknown as Env, due);
      await Promise.all([run(), run(), run()]);
      expect(provider.calls).toHaveLength(1);
    } finally {
      await provider.stop();
    }
  });
});
