import { z } from "zod";
import { country } from "../../../contract/countries";
import { Mode, boardInHost, common, requireKey, Text } from "../settings";
import type { SetUp } from "../set-up";

/** Attributes that Personio has by itself, and that a form may ask. Not the birthday: no form needs it. */
const SYSTEM_ATTRIBUTES = ["location", "available_from", "salary_expectations", "gender"];

/** An attribute of applicants that the form asks. */
const AskedAttribute = z
  .strictObject({
    id: z
      .string()
      .regex(
        new RegExp(`^(${SYSTEM_ATTRIBUTES.join("|")}|custom_attribute_\\d{1,15})$`),
        `must be ${SYSTEM_ATTRIBUTES.join(", ")} or custom_attribute_ and its number: its "API name" in Personio's settings of applicant attributes`,
      ),
    kind: z
      .enum(
        ["text", "long_text", "number", "date", "url", "one_of"],
        'must be "text", "long_text", "number", "date", "url" or "one_of"',
      )
      .default("text"),
    label: Text.optional(),
    hint: Text.optional(),
    required: z.boolean("must be true or false").default(false),
    /** The words of a one_of, as Personio has them. */
    options: z.array(Text).min(1, "is empty: write the options as Personio has them").optional(),
  })
  .refine(({ id, label }) => label !== undefined || !id.startsWith("custom_"), {
    path: ["label"],
    error: "is missing: write what the form asks",
  })
  .refine(({ kind, options, id }) => id === "gender" || (kind === "one_of") === Boolean(options), {
    path: ["options"],
    error: 'belong to the kind "one_of", and to no other: write ["…", "…"], or leave them out',
  });

/** A kind of file that the form asks besides the CV. */
const AskedFile = z.strictObject({
  category: z.enum(
    ["cover-letter", "employment-reference", "certificate", "work-sample", "other"],
    'must be "cover-letter", "employment-reference", "certificate", "work-sample" or "other"',
  ),
  label: Text.optional(),
  required: z.boolean("must be true or false").default(false),
});

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/;

/** A careers site at Personio. */
const Personio = z
  .strictObject({
    system: z.literal("personio"),
    board: boardInHost(".jobs.personio.de"),
    domain: z
      .enum(["de", "com"], 'must be "de" (jobs.personio.de) or "com" (jobs.personio.com)')
      .default("de"),
    /** What the form asks: Personio says it nowhere in public. */
    asks: z
      .strictObject({
        phone: Mode.default("optional"),
        cv: Mode.default("required"),
        /** A text for the company, asked as a cover letter. */
        message: Mode.default("off"),
        attributes: z.array(AskedAttribute).default([]),
        files: z.array(AskedFile).default([]),
      })
      .prefault({})
      .refine(({ attributes, files }) => isUnique([...attributes, ...files]), {
        error: "ask something twice: each attribute and each category of files once",
      }),
    /** The countries of offices, by the offices' names: the feed has none, and search engines want them. */
    countries: z.record(Text, country).default({}),
    /** The recruiting channel that applications are said to come from. */
    channel: z.int("must be the channel's number in Personio's settings").positive().optional(),
    ...common,
    // The client's secret is posted there. A stand-in may take it on this machine.
    address: common.address.refine((address) => address === undefined || LOOPBACK.test(address), {
      error: "must be left out: Personio's API is at https://api.personio.de alone",
    }),
  })
  .refine(...requireKey("client_id:client_secret, such as PERSONIO_KEY"));

const isUnique = (asked: readonly ({ id: string } | { category: string })[]) =>
  new Set(asked.map((one) => ("id" in one ? one.id : one.category))).size === asked.length;

export type PersonioBoard = z.infer<typeof Personio>;

export const setUp = {
  name: "personio",
  page: "https://acme.jobs.personio.de",
  Settings: Personio,
  parseAddress: ({ host }) => {
    const [, board, domain] = /^([^.]+)\.jobs\.personio\.(de|com)$/.exec(host) ?? [];
    return board && domain ? { board, domain } : undefined;
  },
  defaultAddress: () => "https://api.personio.de",
  readHint: 'If its page is at jobs.personio.com, write "domain": "com".',
  toCheck: [
    "which attributes of applicants it requires: compare `asks` with its settings, or applications wait for what is missing",
    "what it asks for a single position besides",
    "whether it writes to candidates itself",
  ],
} satisfies SetUp;
