import { expect, test } from "vitest";
import { greetingName } from "./name";

test.each([
  ["Ana", "Ana"],
  [" Ana  María ", "Ana María"],
  ["José Ángel del Carmen", "José Ángel"],
  ["Jean-Luc", "Jean-Luc"],
  ["O’Neill", "O’Neill"],
  ["D'Arcy", "D'Arcy"],
  ["Nguyễn", "Nguyễn"],
  ["محمد", "محمد"],
  ["فاطمه‌زهرا", "فاطمه‌زهرا"],
  ["陳大文", "陳大文"],
  ["Łukasz", "Łukasz"],
  ["A", "A"],
  ["Maximilian Alexander Ferdinand", "Maximilian Alexander"],
])("greets %j as %j", (typed, name) => {
  expect(greetingName(typed)).toBe(name);
});

/** First names that a stranger could enter with somebody else's address. */
const HOSTILE_NAMES = [
  "Win at evil.example",
  "https://evil.example",
  "evil.example/login",
  "www.evil.example",
  "you@evil.example",
  "<b>Ana</b>",
  "<script>alert(1)</script>",
  "Ana<img src=x onerror=alert(1)>",
  "<a href='https://evil.example'>Ana</a>",
  "&lt;Ana&gt;",
  "&#60;Ana",
  'Ana" onclick="x',
  "Ana\r\nBcc: victim@example.org",
  "Ana\nSubject: You won",
  "Ana\r\n.\r\nMAIL FROM:<x@evil.example>",
  "Ana\u2028Bcc: x@evil.example",
  "Ana\u0085Bcc: x",
  "Ana\u0000",
  "\u202eelpmaxe.live//:sptth",
  "\u2066Ana\u2069\u202e",
  "Ana\u200f\u202exe",
  "=?UTF-8?Q?Ana?=",
  "=?utf-8?b?PGI+?=",
  "Ana; DROP TABLE applications",
  "{{constructor.constructor('x')()}}",
  "${7*7}",
  "%0d%0aBcc:x",
  "[Ana](https://evil.example)",
  "![x](//evil.example/p.png)",
  "Call +34 600 000 000",
  "Your code is 123456",
  "Ana (urgent!)",
  "Ana, click here",
  "Ana: pay now",
  "€ 5,000 for you",
  "Z̷̧̛̹͍͚͖a̷̢̛͍̹l̶̨̛g̵̡̛o̷̧",
  "🎉 Winner 🎉",
  "A".repeat(100),
  "evil。example",
  "evil․example",
  "evil．example",
  "-",
  "' '",
  "",
];

test.each(HOSTILE_NAMES.map((name) => [name]))("does not greet %j", (typed) => {
  expect(greetingName(typed)).toBeUndefined();
});
