import { expect } from "vitest";
import type { z } from "zod";
import { aboutFields, fieldSchema, standardSchema } from "../../app/platform/field-format.server";
import { factsShape } from "../../app/platform/fact-format.server";
import type { Client, Facts, ListedPosition, Position } from "../../app/platform/types";
import type { applySiteQuestions } from "../../app/platform/questions.server";

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Text that is not blank, without spaces around it. */
export const isLine = (value: unknown) =>
  typeof value === "string" && value !== "" && value.trim() === value;
const isText = (value: unknown) => typeof value === "string";
export const isId = (value: unknown) => typeof value === "string" && ID.test(value);
export const isCountry = (value: unknown) => typeof value === "string" && /^[A-Z]{2}$/.test(value);
export const isDate = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));
const isBoolean = (value: unknown) => typeof value === "boolean";

/** What `href` and `src` may hold: an http(s) address, or one on the site itself. */
export function isLink(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value, "https://site.example/a/b")) return false;
  const { protocol, origin } = new URL(value, "https://site.example/a/b");
  if (!["http:", "https:"].includes(protocol)) return false;
  return /^https?:\/\//.test(value) || (value.startsWith("/") && origin === "https://site.example");
}

const listOf = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isRight);

type Shape<T> = Record<keyof T, (value: unknown) => boolean>;

/** Expects every required key, no key that the shape does not know, and a right value for each. */
function hasShape<T extends object>(
  value: T,
  shape: Shape<Required<T>>,
  required: (keyof T & string)[],
) {
  expect(required.filter((key) => !Object.hasOwn(value, key))).toEqual([]);
  const known = new Map<string, (value: unknown) => boolean>(Object.entries(shape));
  for (const [key, held] of Object.entries(value) as [string, unknown][]) {
    expect([key, held, known.get(key)?.(held)]).toEqual([key, held, true]);
  }
}

const socialShape: Shape<Required<Client["socialLinks"]>> = {
  linkedin: isLink,
  instagram: isLink,
  twitter: isLink,
};

const clientShape: Shape<Required<Client>> = {
  uuid: isId,
  name: isText,
  description: isText,
  css: isText,
  js: isText,
  code: (value) => isLine(value) && value !== "." && value !== "..",
  logo: isLink,
  mainImage: isLink,
  favicon: isLink,
  privacyPolicy: isText,
  languageDefault: isLine,
  languages: listOf(isLine),
  country: isCountry,
  isCvRequired: isBoolean,
  nextSteps: isText,
  socialLinks: (value) => typeof value === "object",
};

/** Expects every field of a `Client` to be right, and no other field. */
export function isClient(client: Client) {
  hasShape(client, clientShape, [
    "uuid",
    "code",
    "name",
    "description",
    "css",
    "js",
    "privacyPolicy",
    "isCvRequired",
    "socialLinks",
  ]);
  hasShape(client.socialLinks, socialShape, []);
}

const isNotBlank = (value: unknown) => typeof value === "string" && value.trim() !== "";

type Questions = z.infer<typeof applySiteQuestions>;

/** Expects questions with text, and answers that differ. */
export function areQuestions({ killerQuestions, openQuestions }: Questions) {
  expect(openQuestions.every(isNotBlank)).toBe(true);
  for (const { text, answers } of killerQuestions) {
    expect(isNotBlank(text)).toBe(true);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every(isNotBlank)).toBe(true);
    expect(new Set(answers).size).toBe(answers.length);
  }
}

const isField = (value: unknown) => fieldSchema.safeParse(value).success;

const isElsewhere = (value: unknown) => {
  const { href } = aboutFields.elsewhere.parse(value);
  return href === undefined || /^https?:\/\//.test(href);
};

const isFact = (name: keyof Facts) => (value: unknown) => factsShape[name].safeParse(value).success;

/** What `Facts` says of each: of the right type, and texts that can be shown. */
const shapeOfFacts: Shape<Required<Facts>> = {
  publishedAt: isDate,
  closesAt: isDate,
  employmentTypes: isFact("employmentTypes"),
  workplace: isFact("workplace"),
  places: (value) => isFact("places")(value) && listOf(isPlace)(value),
  remoteCountries: listOf(isCountry),
  pay: (value) => isFact("pay")(value) && isPay(factsShape.pay.parse(value)),
  department: isLine,
  language: isLine,
  identifier: isLine,
  notices: (value) =>
    factsShape.notices
      .parse(value)
      .every(({ text, url }) => isLine(text) && /^https?:\/\//.test(url ?? "https://")),
  talksBack: (value) => value === true,
  takes: isFact("takes"),
  honoursKeys: (value) => value === true,
};

const isPlace = (value: unknown) =>
  typeof value === "object" && value !== null && Object.values(value).every(isLine);

const isPay = ({ min, max, currency, text }: NonNullable<Facts["pay"]>) =>
  (min ?? max) === undefined
    ? isLine(text)
    : /^[A-Z]{3}$/.test(currency ?? "") && (min ?? 0) <= (max ?? Infinity);

const positionShape: Shape<Required<Position>> = {
  uuid: isId,
  name: isLine,
  description: isText,
  location: isLine,
  joinDate: isLine,
  clientUuid: isId,
  country: isCountry,
  contractType: isLine,
  ...shapeOfFacts,
  csrfToken: (value) => typeof value === "string" && /^(?=.*\S)\P{Cc}{1,1024}$/u.test(value),
  status: (value) => value === "open" || value === "closed",
  essentialRequirements: listOf(isLine),
  niceToHaveRequirements: listOf(isLine),
  killerQuestions: listOf((value) => typeof value === "object"),
  openQuestions: listOf(isNotBlank),
  fields: listOf(isField),
  standard: (value) => standardSchema.partial().safeParse(value).success,
  voluntary: (value) => typeof value === "object",
  cvAccept: listOf(isNotBlank),
  cvMaxBytes: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  elsewhere: (value) => isElsewhere(value),
};

/** Expects the same of a `Position`. */
export function isPosition(position: Position) {
  hasShape(position, positionShape, [
    "uuid",
    "name",
    "description",
    "clientUuid",
    "essentialRequirements",
    "niceToHaveRequirements",
    "killerQuestions",
    "openQuestions",
    "fields",
    "standard",
  ]);
  areQuestions(position);
}

const listedShape: Shape<Required<ListedPosition>> = {
  uuid: isId,
  name: isLine,
  location: isLine,
  contractType: isLine,
  joinDate: isLine,
  ...shapeOfFacts,
  applyUrl: isLink,
};

/** Expects the same of a `ListedPosition`. */
export const isListed = (position: ListedPosition) =>
  hasShape(position, listedShape, ["uuid", "name"]);
