import { STANDARD_LANGUAGES } from "~/contract/languages";
import { describe, expect, test } from "vitest";
import { applyByPost } from "~/app/application/intake/handle-form.server";
import { createApplicationId } from "~/app/application/delivery/applications.server";
import type { PositionPage } from "~/app/platform/types";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { applications } from "./candidate";
import { answer, platform } from "./platform";
import { newCv, stored } from "./storage";

const MB = 1024 ** 2;

interface FileField {
  id: string;
  isRequired?: boolean;
  accept?: string[];
  max?: number;
}

function createPosition(fields: FileField[]): PositionPage {
  return {
    positionUuid: fakePositions.questions,
    clientUuid: fakeClientUuid,
    clientCode: fakeClientCode,
    companyName: "Taller Norte",
    title: "Jefe de taller",
    languageDefault: "en",
    isCvRequired: false,
    privacyPolicy: "",
    killerQuestions: [],
    openQuestions: [],
    fields: fields.map((field) => ({ kind: "file", isRequired: false, ...field })),
  } as unknown as PositionPage; // has all properties that intake reads
}

const ANSWERS = {
  first_name: "Ana",
  last_name: "Pérez",
  phone: "+34612345678",
  privacy_policy: "true",
};

interface FormOptions {
  id?: string;
  fields?: FileField[];
  values?: Record<string, string>;
  files?: Record<string, File>;
}

function send({
  id = createApplicationId(),
  fields = FIELDS,
  values = {},
  files = {},
}: FormOptions) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ application_id: id, ...ANSWERS, ...values })) {
    form.append(name, value);
  }
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  return applyByPost({
    request: new Request("https://careers.example/", { method: "POST", body: form }),
    applications: applications(),
    positionUuid: fakePositions.questions,
    loads: {
      position: async () => ({ value: createPosition(fields) }),
      storedPosition: async () => undefined,
    },
    waitMs: undefined,
    failPosition: (error) => {
      throw error;
    },
    languages: STANDARD_LANGUAGES,
    maxCvBytes: MB,
    mayStore: () => Promise.resolve(true),
    mayLookUp: () => true,
    onMissing: () => undefined,
    mayApply: true,
  });
}

const FIELDS: FileField[] = [
  { id: "portfolio", accept: ["pdf"], isRequired: true },
  { id: "q:1.b", accept: ["txt", "zip"], max: 1000 },
];

const pdf = (name: string, bytes?: number) => {
  const { content, marker } = newCv(bytes);
  return { file: new File([content], name, { type: "application/pdf" }), content, marker };
};
const text = (content: string | Uint8Array<ArrayBuffer>, name = "letter.txt") =>
  new File([content], name, { type: "text/plain" });

describe("a form with several files", () => {
  test("asks for the largest file again if the platform returns 413", async () => {
    platform.next(answer(413, {}));
    const files = { cv: pdf("cv.pdf", 500).file, "field-portfolio": pdf("p.pdf", 9000).file };
    const refused = await send({ files });
    expect(refused.result).toMatchObject({
      outcome: "invalid",
      errors: { "field-portfolio": expect.any(String) as string },
    });
    expect(refused).toMatchObject({ heldCv: { name: "cv.pdf" } });
    expect(refused.heldFiles).toBeUndefined();
  });

  test("sends a held CV before new files", async () => {
    const wrong = await send({ files: { cv: pdf("cv.pdf").file }, values: { last_name: "" } });
    const values = { held_cv: String(wrong.heldCv?.upload) };
    const files = { "field-portfolio": pdf("portfolio.pdf").file };
    const { result } = await send({ id: wrong.applicationId ?? "", files, values });
    expect(result.outcome).toBe("applied");
    const [sent] = platform.taken();
    expect(sent?.files.map(({ fileName }) => fileName)).toEqual(["cv.pdf", "portfolio.pdf"]);
  });

  test("does not send an uploaded file that the next form leaves out", async () => {
    const files = { "field-portfolio": pdf("portfolio.pdf").file };
    const wrong = await send({ files, values: { last_name: "" } });
    const id = wrong.applicationId ?? "";
    const fields = [{ id: "portfolio", accept: ["pdf"] }];
    const values = { held_cv: "", "held_file-portfolio": "" };
    expect((await send({ id, fields, values })).result.outcome).toBe("applied");
    expect(platform.taken()[0]?.files).toEqual([]);
  });

  test("moves its files to a new application if the id was used with other files", async () => {
    const id = createApplicationId();
    const first = { cv: pdf("cv.pdf").file, "field-portfolio": pdf("portfolio.pdf").file };
    await send({ id, files: first });
    const files = { cv: pdf("other.pdf").file, "field-portfolio": pdf("another.pdf").file };
    const wrong = await send({ id, files, values: { last_name: "" } });
    expect(wrong.applicationId).not.toBe(id);
    expect(wrong).toMatchObject({
      heldCv: { name: "other.pdf" },
      heldFiles: [{ name: "another.pdf" }],
    });
    const { result } = await send({ id, files, values: { first_name: "Eva" } });
    expect(result.outcome).toBe("applied");
    expect(
      platform
        .taken()
        .at(-1)
        ?.files.map(({ fileName }) => fileName),
    ).toEqual(["other.pdf", "another.pdf"]);
  });

  test("drops a file for a field that the position does not have", async () => {
    const gone = pdf("gone.pdf");
    const { result, applicationId = "" } = await send({
      fields: [],
      files: { "field-portfolio": gone.file },
    });
    expect(result.outcome).toBe("applied");
    expect(platform.taken()[0]?.files).toEqual([]);
    const { application } = await applications().find(applicationId, fakePositions.questions);
    expect(await stored(application.object)).not.toContain(gone.marker);
  });
});

describe("the error next to a file field", () => {
  const nul = new Uint8Array([65, 0, 65]);
  test.each<[string, Record<string, File>, Record<string, string>, RegExp]>([
    ["a missing file", {}, {}, /Choose a file/],
    ["a file with another extension", { "field-portfolio": text("Dear") }, {}, /PDF/],
    ["a file with other content", { "field-portfolio": text("Dear", "p.pdf") }, {}, /PDF/],
    ["an empty file", { "field-portfolio": text("", "p.pdf") }, {}, /empty/],
    ["a file over the limit", { "field-portfolio": pdf("p.pdf", MB + 1).file }, {}, /1\sMB/],
    ["text instead of a file", {}, { "field-portfolio": "text" }, /couldn't read/],
    ["a file that is no longer held", {}, { "held_file-portfolio": "7" }, /no longer have/],
  ])("appears for %s", async (_, files, values, message) => {
    const { result } = await send({ files, values });
    expect(result).toEqual({
      outcome: "invalid",
      errors: { "field-portfolio": expect.stringMatching(message) as string },
    });
    expect(platform.attempts).toEqual([]);
  });

  test.each([
    ["a text file with a NUL byte", text(nul), /TXT, ZIP/],
    ["a text file over the field's limit", text("x".repeat(1001)), /(1|0.9)\sKB/],
  ])("appears for %s if another file is valid", async (_, file, message) => {
    const files = { "field-portfolio": pdf("p.pdf").file, "field-q:1.b": file };
    const { result, heldFiles } = await send({ files });
    expect(result).toMatchObject({
      errors: { "field-q:1.b": expect.stringMatching(message) as string },
    });
    expect(heldFiles).toMatchObject([{ field: "portfolio" }]);
  });
});
