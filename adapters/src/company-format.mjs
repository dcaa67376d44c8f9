// What a company's folder says: the embedded platform's `company.json`, and which board is read.
import { z } from "zod";

const Text = z.string().trim().min(1, "is empty: write it, or leave it out");

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

/** The name of a secret. Whoever puts the secret itself here is told so before it is committed. */
const SecretName = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]{2,63}$/,
    "must be the name of a secret, such as GREENHOUSE_KEY, not the secret: set that by `npx wrangler secret put NAME -c adapters/wrangler.toml`",
  )
  .refine((name) => name !== "API_KEY", "must be another name: API_KEY is the site's own");

/** Where the system is, if not at its usual address. Without TLS only on this machine. */
const Address = z
  .string()
  .regex(
    /^(https:\/\/[^\s?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s?#]*)?)$/,
    "must be an https address without ? and #, such as https://boards-api.example/v1",
  )
  .transform((address) => address.replace(/\/+$/, ""))
  .optional();

const common = {
  address: Address,
  apply: z
    .enum(["on", "off"], 'must be "on" (applications are posted) or "off" (they are refused)')
    .default("off"),
  repeat: z
    .enum(
      ["send", "stop"],
      'must be "send" (a repeat may be seen twice) or "stop" (it waits for you)',
    )
    .default("send"),
};

const Greenhouse = z
  .strictObject({
    system: z.literal("greenhouse"),
    board: z
      .string()
      .regex(
        /^[A-Za-z0-9_-]{1,64}$/,
        "must be the board's token: what stands behind boards.greenhouse.io/ in its address",
      ),
    key: SecretName.optional(),
    /** What Greenhouse's hosted form asks and its API does not take, and this form may leave out. */
    leave_out: z
      .array(z.enum(["location", "education"], 'may have "location" and "education"'))
      .default([]),
    /** The name of the job's own field that says full time, part time, … */
    contract_type_from: Text.optional(),
    ...common,
  })
  .refine(({ apply, key }) => apply === "off" || key !== undefined, {
    path: ["key"],
    error:
      'is missing, and "apply" is "on": write the name of the secret that has the Job Board API key',
  });

const Recruitee = z.strictObject({
  system: z.literal("recruitee"),
  board: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      "must be the company's name in its address, what stands before .recruitee.com",
    ),
  /** What is sent for an option that was chosen: the documentation has its text. */
  choices: z
    .enum(
      ["text", "id"],
      'must be "text" (as documented) or "id": one application of your own shows it',
    )
    .default("text"),
  /** How a cover letter is asked: nothing says which is right. */
  cover_letter: z.enum(["text", "file"], 'must be "text" or "file"').default("text"),
  ...common,
});

/** Which system has a company's jobs, and how it is used. */
export const Board = z.discriminatedUnion("system", [Greenhouse, Recruitee], {
  error: ({ input }) =>
    typeof input === "object" && input !== null && "system" in input
      ? 'system is not one that is known: write "greenhouse" or "recruitee"'
      : 'is missing: write {"system": "greenhouse", "board": "…"}',
});

/** The systems that a board may be of. */
export const SYSTEMS = /** @type {const} */ (["greenhouse", "recruitee"]);

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
/** @typedef {z.infer<typeof Greenhouse>} GreenhouseBoard */
/** @typedef {z.infer<typeof Recruitee>} RecruiteeBoard */
