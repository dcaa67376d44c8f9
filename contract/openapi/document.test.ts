import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { validateAnswer, validateFile } from "../answers";
import { Answers, QuestionAnswers, Refusal, Source } from "../application";
import { Client } from "../client";
import { facts as factsShape } from "../facts";
import { formSettings } from "../fields";
import { ListedPositions, Position } from "../position";
import { readTolerantly } from "../tolerant";
import { FORM, FORM_EXAMPLE, openApiText, OPENAPI_FILE } from "./document";
import {
  answers,
  formExample,
  client,
  facts,
  listedPositions,
  position,
  refusal,
  source,
} from "./examples";

const text = await readFile(OPENAPI_FILE, "utf8");
const document = z.record(z.string(), z.unknown()).parse(parse(text));

test("docs/openapi.yaml is current", async () => {
  await expect(openApiText()).toMatchFileSnapshot(OPENAPI_FILE);
});

test("docs/openapi.yaml is valid OpenAPI 3.1 without broken references", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(() => validator.resolveRefs()).not.toThrow();
});

const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, "openapi");

function expectValid(name: string, value: unknown) {
  ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value);
  expect(ajv.errors).toBeNull();
}

test.each<[name: string, schema: z.ZodType, example: object]>([
  ["Position", Position, position],
  ["Client", Client, client],
  ["ListedPositions", ListedPositions, listedPositions],
  ["Refusal", Refusal, refusal],
  ["Answers", Answers, answers],
  ["Source", Source, source],
  ["QuestionAnswers", QuestionAnswers, [{ question: "A?", answer: "B" }]],
])(
  "the example of %s matches its published schema, and is parsed completely",
  (name, schema, example) => {
    expectValid(name, example);
    const { dropped, value } = readTolerantly(schema, example);
    expect(dropped).toEqual([]);
    const keys = (item: unknown) =>
      Object.keys(z.object({}).loose().or(z.array(z.unknown())).parse(item));
    expect(keys(value).sort()).toEqual(keys(example).sort());
  },
);

test.each<[name: string, value: unknown]>([
  ["ListedPosition", { id: "42", name: "A" }],
  ["Option", { value: "1" }],
  ["Facts", { language: "es-ES" }],
])("the published schema of %s accepts %j", expectValid);

test("the example of an application matches its published schema", () => {
  ajv.validate(FORM, FORM_EXAMPLE);
  expect(ajv.errors).toBeNull();
});

test("the example of a position has every fact, form setting and kind of field", () => {
  expect(Object.keys(facts).sort()).toEqual(Object.keys(factsShape).sort());
  expect(Object.keys(formExample).sort()).toEqual([...Object.keys(formSettings), "fields"].sort());
  expect(new Set(formExample.fields.map(({ kind }) => kind)).size).toBe(12);
});

test("the example of an application has valid answers to the position's fields [10.12]", () => {
  const { fields = [] } = Position.parse(position);
  const answerById = new Map(Answers.parse(answers).map(({ id, value }) => [id, value]));
  for (const field of fields) {
    if (field.kind === "note") continue;
    const error =
      field.kind === "file"
        ? validateFile({ isRequired: true, ...field }, { name: "portfolio.PDF", size: 1 })
        : validateAnswer(field, answerById.get(field.id));
    expect(error, field.id).toBeUndefined();
  }
  expect(answerById.size).toBe(fields.length - 2);
});
