import { describe, expect, test } from "vitest";
import { digestText, formulasOf } from "./digest-formulas";
import type { SentRecord } from "./state";

const record: SentRecord = {
  receiptId: "receipt",
  digest: "digest",
  sentAt: 1,
  company: { name: "Taller Norte", code: "taller-norte", uuid: "client" },
  positionTitle: "Mecánica",
  answers: 0,
};
const application = {
  firstName: "Ana",
  lastName: "Pérez",
  phone: "+34612345678",
  killerQuestions: [],
  openQuestions: [],
};
const FIELDS =
  '{"firstName":"Ana","lastName":"Pérez","phone":"+34612345678","killerQuestions":[],"openQuestions":[]}';

describe("the formula of a digest", () => {
  // What was stored by one is compared by it: a text that differs makes every repeat a new application.
  test.each([
    [1, `[${FIELDS},"sha"]`],
    [2, `["salt",${FIELDS},"sha"]`],
    [3, `salt [${FIELDS},"salted sha"]`],
    [4, `salt [${FIELDS},"salted sha",[["portfolio","salted other"]],"[{\\"id\\":\\"email\\"}]"]`],
  ] as const)("%i has a text that never changes", (version, text) => {
    const digested = {
      application,
      salt: "salt",
      cvSha256: "sha",
      cvDigest: "salted sha",
      files: [["portfolio", "salted other"]] as const,
      fields: '[{"id":"email"}]',
    };
    expect(digestText[version](digested)).toBe(text);
  });

  const cv = { kind: "PDF", size: 1 };
  test.each<[string, SentRecord | undefined, readonly number[]]>([
    ["nothing was sent", undefined, [3]],
    ["the record says which", { ...record, cv, digestVersion: 1 }, [1]],
    ["only the CV's size was kept", { ...record, cv }, [2]],
    ["the CV's digest was kept", { ...record, cv: { ...cv, upload: 7, digest: "d" } }, [3]],
    ["there was no CV", record, [3, 2, 1]],
    ["more was sent than is now", { ...record, cv, digestVersion: 4 }, [3]],
  ])("is known where %s", (_, sent, formulas) => {
    expect(formulasOf(sent)).toEqual(formulas);
  });

  test("is its own of what has more than a CV, whatever was sent before", () => {
    const before = [undefined, record, { ...record, digestVersion: 3 as const }];
    for (const sent of before) expect(formulasOf(sent, true)).toEqual([4]);
  });
});
