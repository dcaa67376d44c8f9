import fc from "fast-check";
import { beforeEach, test, expect, vi } from "vitest";
import * as z from "zod";
import { longTimeout, checkProperty, runs } from "~/tests/support/arbitraries";
import { mutatedJson, positionAnswer } from "~/tests/support/platform-answers";
import { parseClient, parsePosition } from "~/tests/support/site-answers";
import { parseHtmlFragment } from "~/tests/support/parse-html";
import { LANGUAGES } from "../i18n/language";
import { createPositionPage } from "../platform/position-page.server";
import { sanitizeHtml } from "../ui/company/company-html.server";
import { factRows } from "./fact-rows.server";
import { createJobPosting, jobPostingJson } from "./job-posting.server";

// Dropped values are logged.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

const publishing = {
  getOrigin: () => "https://site.example",
  getCareerSitePath: (_: string, path: string) => path,
};
/** Parses a platform's response. Undefined if the response violates the contract. */
function parseIfValid(response: unknown) {
  try {
    return parsePosition(response);
  } catch (error) {
    expect(error).toBeInstanceOf(z.ZodError);
    return undefined;
  }
}

const NOW = Date.parse("2026-11-26T12:00:00Z");

test(
  "formats any position, and keeps its JSON inside the script element",
  longTimeout,
  async () => {
    const hostile = fc.constantFrom("", "</script><b>", "<!--<SCRIPT", "</ScRiPt/x>", "\u2028");
    await checkProperty(
      fc.asyncProperty(mutatedJson(positionAnswer), hostile, async (response, text) => {
        const position = parseIfValid(response);
        if (!position) return;
        const page = createPositionPage(
          { ...position, name: `${position.name}${text}` },
          parseClient({ name: `Taller${text}`, country: "ES" }, position.clientUuid),
        );
        for (const language of LANGUAGES) {
          for (const { texts } of factRows(page, language, NOW)) {
            expect(texts.every(({ text }) => text.trim() !== "")).toBe(true);
          }
        }
        const context = { description: sanitizeHtml(page.description), publishing, now: NOW };
        const json = jobPostingJson(page, context);
        if (json === undefined) return;
        expect(JSON.parse(json)).toEqual(
          JSON.parse(JSON.stringify(createJobPosting(page, context))),
        );
        const tree = parseHtmlFragment(`<script type="application/ld+json">${json}</script>`);
        expect(tree).toMatchObject({
          children: [{ tagName: "script", children: [{ value: json }] }],
        });
      }),
      runs,
    );
  },
);
