import { describe, expect, test } from "vitest";
import { fill } from "~/app/i18n/fill";
import { messagesFor } from "~/app/i18n/messages";
import { getFileFields } from "../model/file-fields";
import { fileErrors } from "./file-errors.server";
import type { ReceivedFile } from "./receive.server";

const t = messagesFor("es-es");
const portfolio = { id: "portfolio", kind: "file", accept: ["zip", "jpg", "jpeg"], max: 2_000_000 };

/** Returns the errors of a form with these files. `isRequired` applies to the CV and the portfolio. */
function findErrors(files: Record<string, ReceivedFile>, isRequired = true, cvAccept?: string[]) {
  const position = {
    positionUuid: "position",
    standard: { cv: isRequired ? "required" : "optional" },
    fields: [{ ...portfolio, isRequired }],
    cvAccept,
  };
  const fields = getFileFields(position, 5 * 1024 ** 2);
  return fileErrors(new Map(Object.entries(files)), fields, t, "es-ES");
}

const received: ReceivedFile = { state: "received", upload: 1 };

describe("fileErrors", () => {
  test.each([
    ["none", "Por favor, selecciona un archivo CV.", t["error.file_missing"]],
    ["empty", t["error.cv_empty"], t["error.cv_empty"]],
    [
      "wrong-type",
      expect.stringContaining("uno de estos formatos: PDF, DOC, DOCX, RTF, JPG, PNG."),
      expect.stringContaining("ZIP, JPG."),
    ],
    ["too-large", expect.stringContaining("5\u00a0MB"), expect.stringContaining("1,9\u00a0MB")],
    ["unreadable", t["error.cv_not_read"], t["error.file_not_read"]],
    ["gone", t["error.cv_gone"], t["error.file_gone"]],
  ] as const)(
    "returns the messages for the file state %s [5.11, 5.12, 5.21, 8.13]",
    (state, cv: unknown, other: unknown) => {
      expect(findErrors({ cv: { state }, portfolio: received })).toEqual({ cv });
      expect(findErrors({ cv: received, portfolio: { state } })).toEqual({
        "field-portfolio": other,
      });
    },
  );
});

test.each<[ReceivedFile]>([
  [received],
  [{ state: "held", upload: 1, isNamed: true }],
  [{ state: "not-held", fileName: "cv.pdf" }],
])("returns no error for the file %j", (file) => {
  expect(findErrors({ cv: file, portfolio: file })).toEqual({});
});

test("an optional file may be missing but must not be empty [5.11, 5.13]", () => {
  expect(findErrors({}, false)).toEqual({});
  expect(findErrors({ cv: { state: "empty" } }, false)).toEqual({ cv: t["error.cv_empty"] });
});

test("explains how to save a photo in another format if the field accepts JPEG", () => {
  const photo: ReceivedFile = { state: "wrong-type", isPhoto: true };
  const files = { cv: photo, portfolio: photo };
  const message = t["error.photo_type"];
  expect(findErrors(files)).toEqual({ cv: message, "field-portfolio": message });
  const { cv } = findErrors(files, true, ["pdf"]);
  expect(cv).toBe(fill(t["error.file_type"], { types: "PDF" }));
});

test("lists the CV types that the position accepts in the error", () => {
  const errors = findErrors({ cv: { state: "wrong-type" }, portfolio: received }, true, ["odt"]);
  expect(errors).toEqual({ cv: fill(t["error.file_type"], { types: "ODT" }) });
});
