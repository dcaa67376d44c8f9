// docs/openapi.yaml: the contract's schemas as OpenAPI 3.1. Its test writes it with `-u`.
import { stringify } from "yaml";
import { z } from "zod";
import {
  Answers,
  FieldError,
  IDEMPOTENCY_KEY,
  PHONE,
  QuestionAnswers,
  Refusal,
  Source,
} from "../application";
import { Client, Section } from "../client";
import { country } from "../countries";
import { Notice, Pay, Place, facts } from "../facts";
import { Field, Option } from "../fields";
import { NAME_MOST } from "../limits";
import { HEADERS, SUSPICIONS } from "../lists";
import { ListedPosition, ListedPositions, Position } from "../position";
import { Question, Questions } from "../questions";
import { isoDate, link, platformId } from "../values";
import { fileURLToPath } from "node:url";
import * as examples from "./examples";

export const OPENAPI_FILE = fileURLToPath(new URL("../../docs/openapi.yaml", import.meta.url));

const Facts = z.object(facts);
const SCHEMAS = {
  ...{ Position, ListedPosition, ListedPositions, Facts, Place, Pay, Notice, Questions, Question },
  ...{ Field, Option, Client, Section, Answers, QuestionAnswers, Source, Refusal, FieldError },
  ...{ Id: platformId, Country: country, Date: isoDate, Link: link },
};
const ref = (name: keyof typeof SCHEMAS) => ({ $ref: `#/components/schemas/${name}` });

type JsonSchema = Record<string, unknown> & { properties?: Record<string, unknown> };

/** Other forms of a schema's values that are equally right; the rest of what is tolerated is not written. */
const FORMS: Record<string, JsonSchema> = {
  ListedPositions: { type: "array", items: ref("ListedPosition") },
  Questions: { type: "array", items: ref("Question") },
  Option: { type: "string" },
};

/** The schemas by name. What positions and rows of the list have in common stands once, as `Facts`. */
function componentSchemas(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries<z.ZodType>(SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    unrepresentable: "any",
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(
      ([name, { $schema: _schema, $id: _id, ...schema }]): [string, unknown] => {
        const form = FORMS[name];
        if (form) return [name, { anyOf: [schema, form] }];
        if (name !== "Position" && name !== "ListedPosition") return [name, schema];
        const own = Object.entries(schema.properties ?? {}).filter(([key]) => !(key in facts));
        return [
          name,
          { allOf: [{ ...schema, properties: Object.fromEntries(own) }, ref("Facts")] },
        ];
      },
    ),
  );
}

const answer = (description: string, name: keyof typeof SCHEMAS, example: object) => ({
  description,
  content: { "application/json": { schema: ref(name), example } },
});
const refused = (description: string) => answer(description, "Refusal", examples.notFound);

const parameter = (name: string, description: string) => ({
  ...{ name, in: "path", required: true, description, schema: ref("Id") },
});
const header = (name: string, required: boolean, description: string, schema: JsonSchema = {}) => ({
  ...{ name, in: "header", required, description, schema: { type: "string", ...schema } },
});

/** A call that reads, by the id of the call in the document. */
const read = (operationId: string, summary: string, answers: Record<number, object>) => ({
  operationId,
  summary,
  responses: {
    ...answers,
    404: refused("Not found"),
    503: { description: "Maintenance: so pages say, where no copy of them is stored" },
    default: { description: "A failed read: pages show their last good copy, or an error" },
  },
});

const part = (description: string, schema: JsonSchema = {}) => ({
  type: "string",
  description,
  ...schema,
});
/** A part that is JSON, as text. */
const jsonPart = (name: "Answers" | "QuestionAnswers" | "Source", description: string) =>
  part(description, { contentMediaType: "application/json", contentSchema: ref(name) });
const file = (description: string) => ({
  description,
  contentMediaType: "application/octet-stream",
});

export const FORM = {
  type: "object",
  required: ["first_name", "last_name", "privacy_policy", "killer_questions", "recaptcha_token"],
  properties: {
    first_name: { type: "string", maxLength: NAME_MOST },
    last_name: { type: "string", maxLength: NAME_MOST },
    phone: part("E.164; missing only where the position does not require one", {
      pattern: PHONE.source,
    }),
    privacy_policy: { const: "true" },
    killer_questions: jsonPart("QuestionAnswers", "The questions exactly as the position has them"),
    open_questions: jsonPart("QuestionAnswers", "Where the position has some"),
    recaptcha_token: part("May be empty"),
    csrf_access_token: part("The position's csrf_token, where it has one"),
    fields: jsonPart("Answers", "Where the position has fields"),
    source: jsonPart("Source", "Where the position takes it, and anything is known"),
    cv: file("With the browser's name and bytes"),
  },
  patternProperties: { "^file:": file("The file of a field, by its id, such as file:q_124") },
};

const { killer_questions: killers, open_questions: open } = examples.position.apply_site_questions;
export const FORM_EXAMPLE = {
  first_name: "Ana",
  last_name: "Ejemplo",
  phone: "+34600000000",
  privacy_policy: "true",
  killer_questions: JSON.stringify(killers.map(({ question }) => ({ question, answer: "Yes" }))),
  open_questions: JSON.stringify(open.map(({ question }) => ({ question, answer: "Cups." }))),
  recaptcha_token: "",
  csrf_access_token: examples.position.csrf_token,
  fields: JSON.stringify(examples.answers),
  source: JSON.stringify(examples.source),
};

const openApi = () => ({
  openapi: "3.1.0",
  info: {
    title: "The hiring platform's contract",
    version: "1",
    description:
      "The four calls that Puerta makes to a hiring platform. What a shape cannot say, such as retries and what an answer means, is in contract.md. Unknown keys are ignored; null, blank texts, empty lists and lists of only those say nothing; a malformed optional value is dropped.",
  },
  servers: [{ url: "https://platform.example/api/v1", description: "PLATFORM_URL" }],
  security: [{ apiKey: [] }],
  paths: {
    "/hiring/positions/{positionId}": {
      parameters: [parameter("positionId", "From the list, or an address")],
      get: read("getPosition", "Call 1: a position", {
        200: answer("The position", "Position", examples.position),
        410: {
          description:
            "Closed. With client the page has the company's look and other jobs; with name, location and contract_type it names the job",
          content: { "application/json": { schema: { type: "object" } } },
        },
      }),
    },
    "/account/clients/{clientId}/public": {
      parameters: [
        parameter("clientId", "A position's client, or from an address: a uuid or code"),
      ],
      get: read("getClient", "Call 2: a company", {
        200: answer("The company", "Client", examples.client),
      }),
    },
    "/hiring/{clientRef}/positions-public": {
      parameters: [parameter("clientRef", "The client's uuid")],
      get: read("listPositions", "Call 3: a company's open positions", {
        200: answer("A list, or a page of one", "ListedPositions", examples.list),
      }),
    },
    "/hiring/{clientRef}/positions/{positionId}/apply": {
      parameters: [
        parameter("clientRef", "The client's uuid"),
        parameter("positionId", "The position's uuid"),
      ],
      post: {
        operationId: "apply",
        summary: "Call 4: an application",
        parameters: [
          header(HEADERS.idempotencyKey, true, "The application's id, the same on every attempt", {
            pattern: IDEMPOTENCY_KEY.source,
          }),
          header(HEADERS.csrfToken, false, "The position's csrf_token, if a header can carry it"),
          header(
            HEADERS.suspect,
            false,
            `Words for what the platform may want to look at, separated by commas: ${SUSPICIONS.join(", ")}; more may follow`,
          ),
        ],
        requestBody: {
          required: true,
          content: { "multipart/form-data": { schema: FORM, example: FORM_EXAMPLE } },
        },
        responses: {
          "2XX": { description: "Taken. The body is not read" },
          409: refused("The candidate has already applied"),
          413: { description: "The CV is too large" },
          422: answer("Refused: the candidate reads why", "Refusal", examples.refusal),
          425: { description: "Still processing an earlier attempt: sent again later" },
          "4XX": refused("Refused, but for 401, 403, 404, 405, 408, 421, 423 and 429: sent again"),
          "5XX": refused("Sent again later; with detail, a first attempt is refused"),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      apiKey: {
        ...{ type: "apiKey", in: "header", name: HEADERS.apiKey },
        description: "PLATFORM_API_KEY_HEADER names another header",
      },
    },
    schemas: componentSchemas(),
  },
});

/** The document as it stands in docs/openapi.yaml. */
export const openApiText = () =>
  `# Made by a test (CONTRIBUTING.md) from contract/: change it there.\n${stringify(openApi(), { version: "1.1", lineWidth: 0 })}`;
