import { expect, test } from "vitest";
import { confirmsByEmail } from "./queue";

const email = { id: "email", kind: "email" } as const;

test.each<[isConfirmed: boolean, what: string, ...Parameters<typeof confirmsByEmail>]>([
  [true, "asks for an address", { asks: { fields: [email] }, facts: {} }],
  [true, "declares emails", { asks: { fields: [email] }, facts: { talks_back: true } }],
  [false, "declines them", { asks: { fields: [email] }, facts: { talks_back: false } }],
  [false, "has no fields", { asks: {}, facts: { talks_back: true } }],
  [false, "asks for a referee's", { asks: { fields: [{ ...email, id: "referee" }] }, facts: {} }],
  [
    false,
    "asks for a voluntary address",
    { asks: { fields: [{ ...email, section: "voluntary" }] }, facts: {} },
  ],
])("confirms by email: %s, for a position that %s", (isConfirmed, _, position) => {
  expect(confirmsByEmail(position)).toBe(isConfirmed);
});
