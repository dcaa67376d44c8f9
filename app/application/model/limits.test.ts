import { expect, test } from "vitest";
import { fieldNames } from "../form/field-names";
import { fileParts } from "../form/fields/file-parts";
import { HONEYPOT } from "./limits";
import { responseHeaders } from "../intake/outcome";
import type { PositionPage } from "~/app/platform/types";

const MB = 1024 ** 2;

type Own = Pick<PositionPage, "cvAccept" | "cvMaxBytes">;

test.each<[what: string, maxCvBytes: number, own: Own, hint: string | RegExp]>([
  [
    "by default",
    25 * MB,
    {},
    /^PDF, DOC, .*PNG\. Recommended maximum: 5,120\u00a0KB \(5\u00a0MB\)\.$/,
  ],
  [
    "with custom types",
    25 * MB,
    { cvAccept: ["pdf"] },
    "PDF. Recommended maximum: 5,120\u00a0KB (5\u00a0MB).",
  ],
  [
    "with a custom size",
    25 * MB,
    { cvMaxBytes: 2_000_000 },
    /^PDF, .* PNG\. Maximum 1\.9\u00a0MB\.$/,
  ],
  ["with a lower site limit", 2 * MB, {}, /^PDF, .* PNG\. Maximum 2\u00a0MB\.$/],
])(
  "shows the accepted types and the maximum size in the CV hint: %s",
  (_, maxCvBytes, own, hint) => {
    const standard = { phone: "required", cv: "optional" } as const;
    const { cv } = fileParts({
      position: { positionUuid: "p1", fields: [], standard, ...own },
      ...{ maxCvBytes, holdMs: 3_600_000, language: "en", partLanguage: undefined },
    });
    expect(cv?.hint).toMatch(hint);
  },
);

test("responseHeaders returns a Retry-After of one minute for a 429, and no headers for a 503", () => {
  const failed = (status: 429 | 503) => responseHeaders({ outcome: "failed", status, message: "" });
  expect(failed(429)).toEqual({ "Retry-After": "60" });
  expect(failed(503)).toEqual({});
});

test("the honeypot has a valid name, which differs from the names of a form's fields", () => {
  const fields = [{ name: "question-0", text: "A" } as const, { name: "field-q_1" } as const];
  expect(HONEYPOT).toMatch(/^\w+$/);
  expect(fieldNames(fields, ["phone"])).not.toContain(HONEYPOT);
});
