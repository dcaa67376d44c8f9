import { expect, test } from "vitest";
import { fieldNames } from "../form/form-fields";
import { fileParts } from "../form/fields/file-parts";
import { HONEYPOT } from "./limits";
import { headersOf } from "../intake/outcome";

test("a candidate reads which files are taken, and how large one should be", () => {
  const { cv } = fileParts({
    position: { positionUuid: "p1", fields: [], standard: { phone: "required", cv: "optional" } },
    maxCvBytes: 25 * 1024 ** 2,
    holdMs: 3_600_000,
    language: "en",
    partLanguage: undefined,
  });
  expect(cv?.hint).toBe("PDF, DOC, DOCX, RTF, JPG, PNG. Maximum 5,120 KB (5 MB).");
});

test("who has tried too often is told to wait a minute, and nobody else is", () => {
  const failed = (status: 429 | 503) => headersOf({ outcome: "failed", status, message: "" });
  expect(failed(429)).toEqual({ "Retry-After": "60" });
  expect(failed(503)).toEqual({});
});

test("the field that no person meets is sent by browsers, and is none of the form's own", () => {
  const asked = [{ name: "question-0", text: "A" } as const, { name: "field-q_1" } as const];
  expect(HONEYPOT).toMatch(/^\w+$/);
  expect(fieldNames(asked, ["phone"])).not.toContain(HONEYPOT);
});
