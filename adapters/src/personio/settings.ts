import * as z from "zod";
import { country } from "~/contract/countries";
import { Mode, boardInHost, common, requireKey, Text } from "../settings";
import type { Setup } from "../set-up";

/** Personio's built-in attributes that a form can have. The birthday is left out on purpose. */
const SYSTEM_ATTRIBUTES = ["location", "available_from", "salary_expectations", "gender"];

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
    /** The options of the kind `one_of`, exactly as in Personio. */
    options: z.array(Text).min(1, "is empty: write the options exactly as in Personio").optional(),
  })
  .refine(({ id, label }) => label !== undefined || !id.startsWith("custom_"), {
    path: ["label"],
    error: "is missing: write the label of the field",
  })
  .refine(({ kind, options, id }) => id === "gender" || (kind === "one_of") === Boolean(options), {
    path: ["options"],
    error: 'must be a list such as ["…", "…"] for the kind "one_of", and left out for other kinds',
  });

/** A file in the form, besides the CV. */
const AskedFile = z.strictObject({
  category: z.enum(
    ["cover-letter", "employment-reference", "certificate", "work-sample", "other"],
    'must be "cover-letter", "employment-reference", "certificate", "work-sample" or "other"',
  ),
  label: Text.optional(),
  required: z.boolean("must be true or false").default(false),
});

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/;

const Personio = z
  .strictObject({
    system: z.literal("personio"),
    board: boardInHost(".jobs.personio.de"),
    domain: z
      .enum(["de", "com"], 'must be "de" (jobs.personio.de) or "com" (jobs.personio.com)')
      .default("de"),
    /** The form's fields, which Personio does not publish. */
    asks: z
      .strictObject({
        phone: Mode.default("optional"),
        cv: Mode.default("required"),
        /** A message to the company, which the site's form calls a cover letter. */
        message: Mode.default("off"),
        attributes: z.array(AskedAttribute).default([]),
        files: z.array(AskedFile).default([]),
      })
      .prefault({})
      .refine(({ attributes, files }) => isUnique([...attributes, ...files]), {
        error: "has duplicates: list each attribute and each category of files once",
      }),
    /** Countries by office name. Search engines require countries, and the feed has none. */
    countries: z.record(Text, country).default({}),
    /** Number of the recruiting channel to which applications are assigned. */
    channel: z.int("must be the channel's number in Personio's settings").positive().optional(),
    ...common,
    // The client secret is posted to this URL, so only Personio or a test server on this machine is allowed.
    address: common.address.refine((address) => address === undefined || LOOPBACK.test(address), {
      error: "must be left out: Personio's API is only at https://api.personio.de",
    }),
  })
  .refine(...requireKey("client_id:client_secret, such as PERSONIO_KEY"));

const isUnique = (items: readonly ({ id: string } | { category: string })[]) =>
  new Set(items.map((item) => ("id" in item ? item.id : item.category))).size === items.length;

export type PersonioBoard = z.infer<typeof Personio>;

export const setup = {
  name: "personio",
  page: "https://acme.jobs.personio.de",
  Settings: Personio,
  parseAddress: ({ host }) => {
    const [, board, domain] = /^([^.]+)\.jobs\.personio\.(de|com)$/.exec(host) ?? [];
    return board && domain ? { board, domain } : undefined;
  },
  defaultAddress: () => "https://api.personio.de",
  readHint: 'If the board\'s page is at jobs.personio.com, write "domain": "com".',
  toCheck: [
    "which applicant attributes the company requires: compare `asks` with Personio's settings, because applications wait until `asks` lists those attributes",
    "which other questions single positions have",
    "whether Personio sends emails to candidates",
  ],
} satisfies Setup;
