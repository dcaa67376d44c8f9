import MailComposer from "nodemailer/lib/mail-composer";
import { expect, test } from "vitest";
import { LANGUAGES } from "~/contract/languages";
import { HOSTILE_ADDRESSES, HOSTILE_NAMES } from "~/tests/support/hostile";
import { toMail } from "../email/smtp";
import type { Env } from "../env";
import { findRecipient } from "./queue";
import { cleanText, fillTemplate, findUnknown, REPLY_KINDS } from "./templates";
import { DEFAULT_TEMPLATES } from "./texts";

const filling = { firstName: "Ana", job: "Potter {m/f}", company: "Acme" };

test.each(LANGUAGES)("every template in %s is complete with and without a name", (language) => {
  for (const kind of REPLY_KINDS) {
    for (const text of Object.values(DEFAULT_TEMPLATES[language][kind])) {
      expect(findUnknown(text)).toEqual([]);
      const filled = fillTemplate(text, filling).replaceAll(filling.job, "");
      expect(filled).toContain("Acme");
      expect(filled).not.toMatch(/[{}]/);
    }
  }
  const { text } = DEFAULT_TEMPLATES[language].rejection;
  expect(fillTemplate(text, filling)).toMatch(/^[^\n]+ Ana[,:!]\n\n/);
  expect(fillTemplate(text, { ...filling, firstName: "evil.example" })).toMatch(
    /^\p{L}+( \p{L}+)?[,:!]\n\n/u,
  );
});

test("lists unknown placeholders", () => {
  expect(findUnknown("{name}, {nombre} {} {{job}} {Job}")).toEqual(["{nombre}", "{}", "{Job}"]);
});

test("fills in a text with many spaces quickly", () => {
  const text = `a${" ".repeat(200_000)}b {job}`;
  expect(fillTemplate(text, filling)).toBe(text.replace("{job}", filling.job));
});

test.each([...HOSTILE_NAMES, "$&", "$1"].map((name) => [name]))(
  "does not fill in %j",
  (firstName) => {
    const named = fillTemplate("Hello {name},\n{job}", { ...filling, firstName, job: firstName });
    const [hello] = named.split("\n");
    expect(hello).toBe("Hello,");
    expect(named).toContain(`\n${firstName}`);
  },
);

const from = "jobs@acme.example";

test.each([...HOSTILE_NAMES, ...HOSTILE_ADDRESSES].map((text) => [text]))(
  "the email with the subject and text %j has only its own headers and no HTML",
  async (typed) => {
    const message = { to: "ana@example.org", replyTo: "people@acme.example", isByPerson: true };
    const texts = { subject: typed, text: cleanText(typed), fromName: typed };
    const ids = { id: "rpl_1", messageId: "rpl_1@acme.example", client: "c" };
    const built = await new MailComposer(toMail(from, { ...message, ...texts, ...ids }))
      .compile()
      .build();
    const [head = ""] = Buffer.from(built).toString().split("\r\n\r\n");
    const lines = head.replace(/\r\n[ \t]/g, " ").split("\r\n");
    const names = lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
    const own = [
      ...["from", "to", "reply-to", "subject", "message-id", "date", "mime-version"],
      ...["content-type", "content-transfer-encoding"],
    ];
    expect(names.filter((name) => !own.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(lines).toContain("To: ana@example.org");
    expect(lines).toContain("Reply-To: people@acme.example");
    expect(head).toContain("Content-Type: text/plain");
  },
);

const env = { EMAIL_URL: "catcher:" } as Partial<Env> as Env; // has all variables that are read
const email = (value: string, voluntary = false) => [{ id: "email", value, voluntary }];

test.each<[string, object, Env, Parameters<typeof findRecipient>[1]]>([
  ["an address", { to: "ana@example.org" }, env, email(" ana@example.org ")],
  ["no answers", { why: "no address", typed: "" }, env, []],
  ["a referee's address", { why: "no address" }, env, [{ id: "referee", value: "x@example.org" }]],
  ["a voluntary address", { why: "no address" }, env, email("ana@example.org", true)],
  ["a wrong address", { why: "wrong address", typed: "ana@exmaple" }, env, email("ana@exmaple")],
  [
    "an address without settings",
    { why: "not set up", typed: "a@b.example" },
    { ...env, EMAIL_URL: "" },
    email("a@b.example"),
  ],
])("with %s, the candidate is reached: %j", (_, expected, variables, fields) => {
  expect(findRecipient(variables, fields)).toMatchObject(expected);
});

test.each(HOSTILE_ADDRESSES.map((address) => [address]))("sends no email to %j", (address) => {
  const reach = findRecipient(env, email(address));
  expect("to" in reach ? reach.to : "").toMatch(/^$|^[\w.!%+-]+@example\.org$/);
});
