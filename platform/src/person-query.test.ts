import { expect, test } from "vitest";
import { parsePersonQuery } from "./person-query";

test.each([
  ["+34 600 000 001", { phone: "+34600000001", phoneEnd: "", email: "" }],
  ["600 000 001", { phone: "+600000001", phoneEnd: "600000001", email: "" }],
  ["+44 (0)7911 123456", { phone: "+447911123456", phoneEnd: "", email: "" }],
  ["＋３４ ６００ ０００ ００１", { phone: "+34600000001", phoneEnd: "", email: "" }],
  ["123456789012345", { phone: "+123456789012345", phoneEnd: "123456789012345", email: "" }],
  [
    "\u2066+34\u00a0600\u00ad000\u202f001\u2069",
    { phone: "+34600000001", phoneEnd: "", email: "" },
  ],
  ["tel:+34·600’000−001.", { phone: "+34600000001", phoneEnd: "", email: "" }],
  ["۶۰۰ ۰۰۰ ۰۰۱", { phone: "+600000001", phoneEnd: "600000001", email: "" }],
  ["\ufeffana\u200b@example.org\u00a0", { phone: "", phoneEnd: "", email: "ana@example.org" }],
  [" Ana@Example.org ", { phone: "", phoneEnd: "", email: "ana@example.org" }],
])("parses %j to %j", (text, query) => {
  expect(parsePersonQuery(text)).toEqual(query);
});

test.each(["", "00012", "Ana", "%", "1234567890123456", "6".repeat(50)])("rejects %j", (text) => {
  expect(parsePersonQuery(text)).toBeUndefined();
});
