import { expect, type Request } from "playwright/test";
import type { FakePlatform } from "./fake-platform";
import type { Site } from "./site";

/** Remembers what a request carries of a form or a search, whether it arrives or not. */
export function recordEntered(request: Request, platform: FakePlatform) {
  for (const value of new URL(request.url()).searchParams.values()) platform.personal.add(value);
  if (request.method() !== "POST") return;
  const body = request.postDataBuffer()?.toString("utf8") ?? "";
  for (const [, value = ""] of body.matchAll(/; name="[^"]*"\r\n\r\n([^\r]+)\r\n--/g)) {
    platform.personal.add(value);
  }
  for (const [, name = ""] of body.matchAll(/; filename="([^"]+)"/g)) platform.personal.add(name);
}

/** Shorter texts also occur as parts of words in a log. */
const TELLING_LENGTH = 5;

/** Language codes, which occur in addresses. */
const OURS = /^(es|en)(-\w\w)?$/i;

/** Nothing that a candidate sent in all the tests stands in a line that the Worker has printed. */
export function expectPrivateLog(site: Pick<Site, "log">, platform: FakePlatform) {
  expect(site.log.join("\n"), "the log is read at all").toContain('"event"');
  // The local server prints a line of its own for each request, with its address.
  const lines = site.log.filter((line) => !line.startsWith("[wrangler")).join("\n");
  const texts = [...platform.personal].flatMap((text) => [text, ...parseAnswers(text)]);
  const told = texts
    .filter((text) => text.length >= TELLING_LENGTH && !OURS.test(text))
    .filter((text) =>
      [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].some((form) =>
        occursIn(lines, form),
      ),
    );
  expect(told, "the log is silent about what candidates sent").toEqual([]);
}

/** A number stands in a text as a whole: its digits also occur in longer numbers, as in a time. */
function occursIn(lines: string, text: string): boolean {
  if (!/^[\d.]+$/.test(text)) return lines.includes(text);
  return new RegExp(`(?<![\\w.-])${text.replaceAll(".", "\\.")}(?![\\w-])`).test(lines);
}

/** The answers of a list of questions, or of a position's own fields, as it is sent. */
function parseAnswers(text: string): string[] {
  if (!text.startsWith("[{")) return [];
  const list = JSON.parse(text) as { answer?: string; value?: unknown }[];
  return list
    .flatMap(({ answer, value }) => [answer, value].flat())
    .filter((said) => typeof said === "string");
}
