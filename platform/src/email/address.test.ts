import { expect, test } from "vitest";
import { toMailbox, toSendableAddress } from "./address";

test.each([
  ["ana@example.org", "ana@example.org"],
  ["Ana.Lopez+cv@Example.ORG", "Ana.Lopez+cv@example.org"],
  ["ana@ejemplo.com.es", "ana@ejemplo.com.es"],
  ["ana@españa.example", "ana@xn--espaa-rta.example"],
  ["o'neill@example.org", "o'neill@example.org"],
])("sends to %s as %s", (typed, address) => {
  expect(toSendableAddress(typed)).toBe(address);
});

const HOSTILE_ADDRESSES = [
  "ana@example.org\r\nBcc: victim@example.org",
  "ana@example.org\nRCPT TO:<victim@example.org>",
  "ana@example.org>\r\nDATA",
  "<ana@example.org>",
  "ana@example.org> SIZE=1",
  "ana@example.org,victim@example.org",
  "ana@example.org;victim@example.org",
  "Ana <ana@example.org>",
  '"ana@example.org" <victim@example.org>',
  '"ana\r\nx"@example.org',
  '"a b"@example.org',
  "ana(comment)@example.org",
  "ana@[127.0.0.1]",
  "ana@127.0.0.1",
  "ana@example.org@evil.example",
  "@evil.example:ana@example.org",
  "ana@example.org/../x",
  "ana@example.org?bcc=victim@example.org",
  "ana@example.org#x",
  "ana@exa mple.org",
  "ana\u0000@example.org",
  "ana\u202e@example.org",
  "аna@example.org",
  "ana@localhost",
  "ana@",
  "@example.org",
  "",
  `${"a".repeat(250)}@example.org`,
  "ana..lopez@example.org",
  ".ana@example.org",
  "ana@-example.org",
  "ana%victim@example.org",
  "ana!victim@example.org:25",
  "ana@example.org\\",
  "undisclosed-recipients:;",
];

test.each(HOSTILE_ADDRESSES.map((typed) => [typed]))("does not send to %j", (typed) => {
  expect(toSendableAddress(typed)).toBeUndefined();
});

test.each([
  ["Ana+jobs@Example.org", "ana@example.org"],
  ["a.n.a+x@gmail.com", "ana@gmail.com"],
  ["ana@googlemail.com", "ana@gmail.com"],
  ["a.n.a@example.org", "a.n.a@example.org"],
  ["+x@example.org", "+x@example.org"],
])("takes %s for the mailbox %s", (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox);
});
