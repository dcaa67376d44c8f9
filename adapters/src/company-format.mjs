// What a company's folder says: the embedded platform's `company.json`, and which board is read.
import { z } from "zod";
import { Ashby } from "./ashby/settings.mjs";
import { Greenhouse } from "./greenhouse/settings.mjs";
import { Lever } from "./lever/settings.mjs";
import { Personio } from "./personio/settings.mjs";
import { Recruitee } from "./recruitee/settings.mjs";
import { Text } from "./settings.mjs";

/** The systems that a board may be of. */
export const SYSTEMS = /** @type {const} */ ([
  "greenhouse",
  "recruitee",
  "ashby",
  "personio",
  "lever",
]);

/** A code stands before the `_` of a position's id, which has 64 characters with a uuid behind it. */
const Code = z
  .string()
  .max(27, "has more than 27 characters: choose a shorter one")
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be small letters, digits and -, such as "acme-foods"; no _, which ends it in an id',
  );

const Picture = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, "must be an http(s) address, or a path that begins with one /")
  .nullable()
  .default(null);

const Link = z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).nullish();

/** Which system has a company's jobs, and how it is used. */
export const Board = z.discriminatedUnion(
  "system",
  [Greenhouse, Recruitee, Ashby, Personio, Lever],
  {
    error: ({ input }) =>
      typeof input === "object" && input !== null && "system" in input
        ? `system is not one that is known: write ${SYSTEMS.map((one) => `"${one}"`).join(" or ")}`
        : 'is missing: write {"system": "greenhouse", "board": "…"}',
  },
);

/** A company's `company.json`. */
export const CompanyFile = z.strictObject({
  uuid: z.uuid('must be a uuid: `node -p "crypto.randomUUID()"` makes one'),
  code: Code,
  name: Text,
  description: z.string().default(""),
  logo: Picture,
  main_image: Picture,
  favicon: Picture,
  language_default: z.enum(["es-es", "es-mx", "en"], 'must be "es-es", "es-mx" or "en"'),
  languages: z.array(Text).optional(),
  country: z.string().regex(/^[A-Za-z]{2}$/, "must be two letters, such as es"),
  is_cv_required: z.boolean("must be true or false").default(false),
  social_links: z
    .strictObject({ linkedin: Link, instagram: Link, twitter: Link })
    .partial()
    .default({}),
  next_steps: Text.nullable().default(null),
  board: Board,
});

/** A company as the Worker has it: with the texts of its folder. */
export const Company = z.object({
  ...CompanyFile.shape,
  apply_page_css: z.string(),
  apply_page_js: z.string(),
  privacy_policy: z.string(),
});

/** @typedef {z.infer<typeof Company>} Company */
/** @typedef {z.infer<typeof Board>} Board */
