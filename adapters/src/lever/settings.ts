import * as z from "zod";
import { Mode, boardInPath, common, requireKey, pathParts } from "../settings";
import type { Setup } from "../set-up";

const OffByDefault = Mode.default("off");

/** The fields of Lever's form. Lever does not publish which of them a company requires. */
const Asks = z
  .strictObject({
    phone: Mode.default("optional"),
    resume: Mode.default("required"),
    /** The candidate's current company. */
    org: OffByDefault,
    /** Additional information, which the site's form calls a cover letter. */
    comments: OffByDefault,
    /** Links by their names at Lever, such as LinkedIn. */
    urls: z
      .record(
        z
          .string()
          .regex(
            /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$/,
            "must be a link's name in Lever's settings, such as LinkedIn",
          ),
        OffByDefault,
      )
      .refine(
        (urls) => isUnique(Object.keys(urls)),
        "have two names that differ only in case or punctuation: keep one of them",
      )
      .default({ LinkedIn: "optional" }),
    /** Consent to be contacted about other jobs. */
    marketing: OffByDefault,
    /** Consent to the storage of the candidate's data. */
    store: OffByDefault,
  })
  .prefault({});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const Lever = z
  .strictObject({
    system: z.literal("lever"),
    board: boardInPath("the site's name", "jobs.lever.co/"),
    region: z
      .enum(["global", "eu"], 'must be "global" (jobs.lever.co) or "eu" (jobs.eu.lever.co)')
      .default("global"),
    asks: Asks,
    /** Postings with required custom questions, which Lever's API does not support. */
    required_questions: z
      .union(
        [
          z.enum(["none", "all"]),
          z.array(z.string().regex(UUID, "must be a posting's id: the end of its address")),
        ],
        { error: 'must be "none", "all", or a list of postings\' ids' },
      )
      .optional(),
    /** Id of the compliance policy at Lever that consents refer to. */
    compliance_policy: z.uuid("must be the id of a compliance policy at Lever").optional(),
    /** Whether to turn off Lever's email to the candidate. */
    silent: z.boolean("must be true or false").default(false),
    ...common,
  })
  .refine(...requireKey("the Postings API key"))
  .refine(({ apply, required_questions }) => apply === "off" || required_questions !== undefined, {
    path: ["required_questions"],
    error:
      'is missing, and "apply" is "on": look at your hosted forms, and write "none", "all", or the ids of the postings that have required custom questions',
  });

/** Whether the names differ in more than case and punctuation. */
function isUnique(names: readonly string[]): boolean {
  const ids = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, "_"));
  return new Set(ids).size === ids.length;
}

export type LeverBoard = z.infer<typeof Lever>;

export const setup = {
  name: "lever",
  page: "https://jobs.lever.co/acme",
  Settings: Lever,
  parseAddress: (url) => {
    const [, kind, eu] = /^(jobs|api)(\.eu)?\.lever\.co$/.exec(url.host) ?? [];
    const board = pathParts(url)[kind === "api" ? 2 : 0];
    return kind && board ? { board, region: eu ? "eu" : "global" } : undefined;
  },
  defaultAddress: ({ region }: { board: string; region?: string }) =>
    `https://api.${region === "eu" ? "eu." : ""}lever.co/v0`,
  readHint:
    'If the board\'s page is at jobs.eu.lever.co, write "region": "eu". Otherwise leave "region" out.',
  toCheck: [
    "which fields of Lever's form the company requires: compare `asks` with the job site's settings, because applications wait until `asks` lists those fields",
    "which postings have custom questions: look at their hosted forms, and write `required_questions`",
  ],
} satisfies Setup;
