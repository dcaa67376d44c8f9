import { expect, test } from "vitest";
import { HOSTILE_ADDRESSES } from "~/tests/support/hostile";
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

test.each(HOSTILE_ADDRESSES.map((typed) => [typed]))("does not send to %j", (typed) => {
  expect(toSendableAddress(typed)).toBeUndefined();
});

test.each([
  ["Ana+jobs@Example.org", "ana@example.org"],
  ["a.n.a+x@gmail.com", "ana@gmail.com"],
  ["ana@googlemail.com", "ana@gmail.com"],
  ["a.n.a@example.org", "a.n.a@example.org"],
  ["+x@example.org", "+x@example.org"],
])("maps %s to the mailbox %s", (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox);
});
