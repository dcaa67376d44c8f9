import { expect, type Request } from "playwright/test";
import type { FakePlatform } from "./fake-platform";
import type { Site } from "./site";

/** Records a request's query parameters, single-line form fields and file names, even if the request fails. */
export function recordEntered(request: Request, platform: FakePlatform) {
  for (const value of new URL(request.url()).searchParams.values()) platform.personal.add(value);
  if (request.method() !== "POST") return;
  const body = request.postDataBuffer()?.toString("utf8") ?? "";
  for (const [, value = ""] of body.matchAll(/; name="[^"]*"\r\n\r\n([^\r]+)\r\n--/g)) {
    platform.personal.add(value);
  }
  for (const [, name = ""] of body.matchAll(/; filename="([^"]+)"/g)) platform.personal.add(name);
}

/** The minimum length of a compared string. Shorter strings can occur in unrelated words of a log. */
const MIN_LENGTH = 5;

/** Matches language codes, which occur in URLs. */
const LANGUAGE_CODE = /^(es|en)(-\w\w)?$/i;

/** Expects the Worker's log to contain no string that candidates sent. Ignores short strings and language codes. */
export function expectPrivateLog(site: Pick<Site, "log">, platform: FakePlatform) {
  expect(site.log.join("\n"), "the log is recorded").toContain('"event"');
  // The local server prints a line with the URL of each request.
  const lines = site.log.filter((line) => !line.startsWith("[wrangler")).join("\n");
  const texts = [...platform.personal].flatMap((text) => [text, ...parseAnswers(text)]);
  const leaked = texts
    .filter((text) => text.length >= MIN_LENGTH && !LANGUAGE_CODE.test(text))
    .filter((text) =>
      [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].some((form) =>
        containsText(lines, form),
      ),
    );
  expect(leaked, "personal data in the log").toEqual([]);
}

/** Whether the log contains a string. Ignores a number within a longer number, such as a time. */
function containsText(lines: string, text: string): boolean {
  if (!/^[\d.]+$/.test(text)) return lines.includes(text);
  return new RegExp(`(?<![\\w.-])${text.replaceAll(".", "\\.")}(?![\\w-])`).test(lines);
}

/** Returns the answers in a form part that is a JSON list, or an empty list for any other part. */
function parseAnswers(text: string): string[] {
  if (!text.startsWith("[{")) return [];
  const list = JSON.parse(text) as { answer?: string; value?: unknown }[];
  return list
    .flatMap(({ answer, value }) => [answer, value].flat())
    .filter((answer) => typeof answer === "string");
}
