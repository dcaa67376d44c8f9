import { expect, type Request } from "playwright/test";
import type { FakePlatform } from "./fake-platform";
import type { Site } from "./site";

/** Records the parts of a form or search that a request contains, even if it doesn't arrive. */
export function recordEntered(request: Request, platform: FakePlatform) {
  for (const value of new URL(request.url()).searchParams.values()) platform.personal.add(value);
  if (request.method() !== "POST") return;
  const body = request.postDataBuffer()?.toString("utf8") ?? "";
  for (const [, value = ""] of body.matchAll(/; name="[^"]*"\r\n\r\n([^\r]+)\r\n--/g)) {
    platform.personal.add(value);
  }
  for (const [, name = ""] of body.matchAll(/; filename="([^"]+)"/g)) platform.personal.add(name);
}

/** Shorter texts may match parts of unrelated words in a log. */
const MIN_LENGTH = 5;

/** Language codes, which occur in addresses. */
const OURS = /^(es|en)(-\w\w)?$/i;

/** Expects that no line of the Worker's log contains anything that a candidate sent. */
export function expectPrivateLog(site: Pick<Site, "log">, platform: FakePlatform) {
  expect(site.log.join("\n"), "the log is recorded").toContain('"event"');
  // The local server prints its own line for each request, with the address.
  const lines = site.log.filter((line) => !line.startsWith("[wrangler")).join("\n");
  const texts = [...platform.personal].flatMap((text) => [text, ...parseAnswers(text)]);
  const leaked = texts
    .filter((text) => text.length >= MIN_LENGTH && !OURS.test(text))
    .filter((text) =>
      [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].some((form) =>
        containsText(lines, form),
      ),
    );
  expect(leaked, "personal data in the log").toEqual([]);
}

/** Matches numbers only as a whole: their digits also occur in longer numbers, such as times. */
function containsText(lines: string, text: string): boolean {
  if (!/^[\d.]+$/.test(text)) return lines.includes(text);
  return new RegExp(`(?<![\\w.-])${text.replaceAll(".", "\\.")}(?![\\w-])`).test(lines);
}

/** The answers to questions or own fields, as sent. */
function parseAnswers(text: string): string[] {
  if (!text.startsWith("[{")) return [];
  const list = JSON.parse(text) as { answer?: string; value?: unknown }[];
  return list
    .flatMap(({ answer, value }) => [answer, value].flat())
    .filter((answer) => typeof answer === "string");
}
