import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { toFacts } from "../../app/platform/facts.server";
import { refusalMessage } from "../../app/platform/refusal.server";
import { readAnswers } from "../../platform/src/answers";
import { messagesFor } from "../../platform/src/messages";
import { Asks } from "../../platform/src/store";
import { facts as allFacts } from "../../contract/facts";
import { readTolerantly } from "../../contract/read";
import { contractExample } from "./contract-example";
import { positionFrom } from "./site-answers";

const { position, answers, refusal, facts } = contractExample();

describe("the contract's example", () => {
  test("of a position is read whole, and has each of the twelve kinds [10.01]", () => {
    const warn = vi.spyOn(console, "warn");
    const read = positionFrom(position);
    expect(warn).not.toHaveBeenCalled();
    expect(read.fields.map(({ id }) => id)).toEqual(
      (position.fields as { id: string }[]).map(({ id }) => id),
    );
    expect(new Set(read.fields.map(({ kind }) => kind)).size).toBe(12);
    expect(read).toMatchObject({
      standard: position.standard,
      cvAccept: position.cv_accept,
      cvMaxBytes: position.cv_max_bytes,
      voluntary: { title: "If you like" },
    });
    expect(read.elsewhere).toBeUndefined();
    warn.mockRestore();
  });

  test("of an application answers all that the position asks, and is taken [10.12]", () => {
    const read = positionFrom(position).fields;
    const files = read.filter(({ kind }) => kind === "file");
    const asked = read.filter(({ kind }) => kind !== "file" && kind !== "note");
    expect(answers.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    const form = new FormData();
    form.set("fields", JSON.stringify(answers));
    for (const { id } of files) form.set(`file:${id}`, new File(["%PDF"], "portfolio.pdf"));
    // The embedded platform's own reader, which has options by value and label only.
    const withOptions = read.map((field) =>
      "options" in field ? { id: field.id, options: field.options } : { id: field.id },
    );
    const { fields = [] } = Asks.parse({
      fields: (position.fields as object[]).map((field, at) => ({ ...field, ...withOptions[at] })),
    });
    const taken = readAnswers(form, fields, messagesFor("en"));
    expect(taken).toMatchObject({ answers, files: [{ field: "q_124" }] });
  });

  test("of facts is read whole", () => {
    const { value, dropped } = readTolerantly(z.object(allFacts), facts);
    expect(dropped).toEqual([]);
    expect(Object.keys(value).sort()).toEqual(Object.keys(facts).sort());
    expect(Object.keys(toFacts(value))).toHaveLength(Object.keys(facts).length);
  });

  test("of a refusal is read whole", () => {
    expect(refusalMessage(JSON.stringify(refusal))).toEqual({
      detail: refusal.detail,
      message: refusal.detail,
      errors: refusal.errors,
    });
  });
});
