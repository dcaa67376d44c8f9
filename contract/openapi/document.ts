// Generates docs/openapi.yaml from the contract's schemas. The test writes the file if run with `-u`.
import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import * as z from "zod";
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
import { LanguageTexts } from "../texts";
import { country } from "../countries";
import { Notice, Pay, Place, facts } from "../facts";
import { Field, fileExtension, Option } from "../fields";
import { MAX_NAME } from "../limits";
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
  ...{
    Field,
    Option,
    Client,
    Section,
    LanguageTexts,
    Answers,
    QuestionAnswers,
    Source,
    Refusal,
    FieldError,
  },
  ...{ Id: platformId, Country: country, Date: isoDate, Link: link, FileExtension: fileExtension },
};
const ref = (name: keyof typeof SCHEMAS) => ({ $ref: `#/components/schemas/${name}` });

type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, unknown>;
  oneOf?: JsonSchema[];
};

/** Documented alternative formats. Other tolerated values are not documented. */
const ALTERNATIVES: Record<string, JsonSchema> = {
  ListedPositions: { type: "array", items: ref("ListedPosition") },
  Questions: { type: "array", items: ref("Question") },
  Option: { type: "string" },
};

/** `Position` and `ListedPosition` reference `Facts` instead of listing each fact. */
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
        if (name === "LanguageTexts") return [name, describeTexts(schema)];
        if (name === "Field") return [name, describeField(schema)];
        const alternative = ALTERNATIVES[name];
        if (alternative) return [name, { anyOf: [schema, alternative] }];
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

/** All texts have the same schema, so the document describes it once. */
function describeTexts({ properties = {}, ...schema }: JsonSchema): JsonSchema {
  const [text] = Object.values(properties);
  const keys = { enum: Object.keys(properties) };
  return { ...schema, propertyNames: keys, additionalProperties: text };
}

/** The keys that all kinds of fields share, which the document describes once. */
function describeField({ oneOf: kinds = [], ...schema }: JsonSchema): JsonSchema {
  const entries = kinds.map(({ properties = {} }) => Object.entries(properties));
  const isShared = ([key, value]: [string, unknown]) =>
    kinds.every(({ properties }) => isDeepStrictEqual(properties?.[key], value));
  const shared = Object.fromEntries(entries[0]?.filter(isShared) ?? []);
  const oneOf = kinds.map((kind, index) => {
    const own = entries[index]?.filter((entry) => !isShared(entry)) ?? [];
    return { ...kind, properties: Object.fromEntries(own) };
  });
  return { ...schema, type: "object", properties: shared, oneOf };
}

const jsonResponse = (description: string, name: keyof typeof SCHEMAS, example: object) => ({
  description,
  content: { "application/json": { schema: ref(name), example } },
});
const refusalResponse = (description: string) =>
  jsonResponse(description, "Refusal", examples.notFound);

const parameter = (name: string, description: string) => ({
  ...{ name, in: "path", required: true, description, schema: ref("Id") },
});
const header = (name: string, required: boolean, description: string, schema: JsonSchema = {}) => ({
  ...{ name, in: "header", required, description, schema: { type: "string", ...schema } },
});

const readOperation = (operationId: string, summary: string, answers: Record<number, object>) => ({
  operationId,
  summary,
  responses: {
    ...answers,
    404: refusalResponse("Not found"),
    503: { description: "Maintenance. Pages show their last good copy, or a notice" },
    default: { description: "A failed read. Pages show their last good copy, or an error" },
  },
});

const part = (description: string, schema: JsonSchema = {}) => ({
  type: "string",
  description,
  ...schema,
});
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
    first_name: { type: "string", maxLength: MAX_NAME },
    last_name: { type: "string", maxLength: MAX_NAME },
    phone: part("In E.164. Absent only if the position does not require a phone number", {
      pattern: PHONE.source,
    }),
    privacy_policy: { const: "true" },
    killer_questions: jsonPart(
      "QuestionAnswers",
      "Each question's text is the same as in the position",
    ),
    open_questions: jsonPart("QuestionAnswers", "If the position has open questions"),
    recaptcha_token: part("May be empty"),
    csrf_access_token: part("The position's csrf_token, if it has one"),
    fields: jsonPart("Answers", "If the position has fields"),
    source: jsonPart("Source", "If the position takes a source and the source is known"),
    cv: file("The candidate's file, unchanged"),
  },
  patternProperties: {
    "^file:": file("A field's file. The part's name ends with the field's id, such as file:q_124"),
  },
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

const applyOperation = () => ({
  operationId: "apply",
  summary: "Call 4: an application",
  parameters: [
    header(HEADERS.idempotencyKey, true, "The application's id, the same on every attempt", {
      pattern: IDEMPOTENCY_KEY.source,
    }),
    header("Accept-Language", false, "The language of the candidate's page"),
    header(
      HEADERS.receipt,
      false,
      "The id of the candidate's receipt, and until when it can be opened: `5c1e…; until=2027-02-28T10:00:00.000Z`",
    ),
    header(HEADERS.csrfToken, false, "The position's csrf_token, if it is valid in a header"),
    header(
      HEADERS.suspect,
      false,
      `Signs of abuse, separated by commas: ${SUSPICIONS.join(", ")}. Later versions might add more`,
    ),
  ],
  requestBody: {
    required: true,
    content: { "multipart/form-data": { schema: FORM, example: FORM_EXAMPLE } },
  },
  responses: {
    "2XX": {
      description: "Accepted. Puerta does not read the body",
      headers: {
        [HEADERS.idempotencyKey]: {
          description: "The request's. A response with another key is ignored",
          schema: { type: "string" },
        },
      },
    },
    409: refusalResponse("The candidate has already applied"),
    413: { description: "A file is too large" },
    422: jsonResponse("Refused. The candidate sees the message", "Refusal", examples.refusal),
    425: { description: "An earlier attempt is still in progress. Puerta retries later" },
    "4XX": refusalResponse(
      "Puerta retries after 401, 403, 404, 405, 408, 421, 423 and 429. Other 4XX responses are refusals",
    ),
    "5XX": refusalResponse(
      "Puerta retries later. On the first attempt, a 5XX with a detail is a refusal instead",
    ),
  },
});

const openApi = () => ({
  openapi: "3.1.0",
  info: {
    title: "The hiring platform's contract",
    version: "1.1.0",
    description:
      "The four calls that Puerta makes to a hiring platform. contract.md covers the rest, such as retries and the meaning of each response. Puerta ignores unknown keys and drops malformed optional values. Null, blank strings, empty lists, and lists of only null and blank strings count as missing.",
  },
  servers: [{ url: "https://platform.example/api/v1", description: "PLATFORM_URL" }],
  security: [{ apiKey: [] }],
  paths: {
    "/hiring/positions/{positionId}": {
      parameters: [parameter("positionId", "From the list or a page's URL")],
      get: readOperation("getPosition", "Call 1: a position", {
        200: jsonResponse("The position", "Position", examples.position),
        410: {
          description:
            "Closed. If the body has client, the page has the company's design and lists some of its other jobs. If the body also has name, the page names the job. location and contract_type help to choose the other jobs",
          content: { "application/json": { schema: { type: "object" } } },
        },
      }),
    },
    "/account/clients/{clientId}/public": {
      parameters: [
        parameter("clientId", "A position's client, or the uuid or code in a page's URL"),
      ],
      get: readOperation("getClient", "Call 2: a company", {
        200: jsonResponse("The company", "Client", examples.client),
      }),
    },
    "/hiring/{clientRef}/positions-public": {
      parameters: [parameter("clientRef", "The client's uuid")],
      get: readOperation("listPositions", "Call 3: a company's open positions", {
        200: jsonResponse("A list or a page", "ListedPositions", examples.listedPositions),
      }),
    },
    "/hiring/{clientRef}/positions/{positionId}/apply": {
      parameters: [
        parameter("clientRef", "The client's uuid"),
        parameter("positionId", "The position's uuid"),
      ],
      post: applyOperation(),
    },
  },
  components: {
    securitySchemes: {
      apiKey: {
        ...{ type: "apiKey", in: "header", name: HEADERS.apiKey },
        description: "PLATFORM_API_KEY_HEADER changes the header",
      },
    },
    schemas: componentSchemas(),
  },
});

export const openApiText = () =>
  `# Generated from contract/ by a test (CONTRIBUTING.md). Do not edit.\n${stringify(openApi(), { version: "1.1", lineWidth: 0 })}`;
