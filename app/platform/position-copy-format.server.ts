import { z } from "zod";

import { factsShape } from "./fact-format.server";
import { salaryOf } from "./facts.server";
import { aboutFields, fieldSchema, standardSchema } from "./field-format.server";
import { standardOf, type PositionPage } from "./position-page.server";

/**
 * The version of the copies that this build writes of positions with fields. A required field that older copies lack, or one
 * that they have in another shape, takes the next number, and `copySchema` a way to read the number before it.
 */
export const COPY_VERSION = 2;

/** The version of a copy that says none: it was written before copies had versions. */
export const FIRST_COPY_VERSION = 1;

/** What is copied of a page: all but its CSRF token, which is read afresh whenever it is needed. */
type CopiedPage = Omit<PositionPage, "csrfToken">;

/**
 * Types alone: the texts were made safe when the platform's answer was read, before they were
 * stored.
 */
const pageSchema = z.object({
  positionUuid: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.string().exactOptional(),
  joinDate: z.string().exactOptional(),
  country: z.string().exactOptional(),
  contractType: z.string().exactOptional(),
  status: z.enum(["open", "closed"]).exactOptional(),
  ...factsShape,
  essentialRequirements: z.array(z.string()),
  niceToHaveRequirements: z.array(z.string()),
  killerQuestions: z.array(z.object({ text: z.string(), answers: z.array(z.string()) })),
  openQuestions: z.array(z.string()),
  fields: z.array(fieldSchema),
  standard: standardSchema,
  ...aboutFields,
  clientUuid: z.string(),
  clientCode: z.string(),
  companyName: z.string(),
  companyDescription: z.string(),
  isCvRequired: z.boolean(),
  privacyPolicy: z.string(),
  customCss: z.string(),
  customJs: z.string(),
  clientLogo: z.string().exactOptional(),
  companyImage: z.string().exactOptional(),
  favicon: z.string().exactOptional(),
  nextSteps: z.string().exactOptional(),
  languageDefault: z.string().exactOptional(),
  languages: z.array(z.string()).exactOptional(),
  actionUrl: z.string(),
  externalJobBoardKey: z.string(),
} satisfies Record<keyof CopiedPage, z.ZodType>);

/**
 * `Then` where A and B are the same type to the last optional key, and not merely assignable; else
 * never.
 */
type IfSame<A, B, Then> =
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- TypeScript has no other comparison that is not assignability
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? Then : never;

// Does not compile ("not assignable to never") unless it is what `loadPositionPage` returns.
const copiedPageSchema: IfSame<
  z.output<typeof pageSchema>,
  CopiedPage,
  typeof pageSchema
> = pageSchema;

/** The stored keys. A copy whose time nobody knows counts as older than any purge. */
const stored = {
  madeAt: z.number().default(0),
  page: z.string().transform(parseJson).transform(withFacts).pipe(copiedPageSchema),
};

const copySchema = z.object({ ...stored, version: z.literal(COPY_VERSION) });

/** A copy from before positions had fields. */
const firstCopySchema = z.object({
  ...stored,
  version: z.literal(FIRST_COPY_VERSION).default(FIRST_COPY_VERSION),
  page: z
    .string()
    .transform(parseJson)
    .transform(withFacts)
    .pipe(pageSchema.omit({ fields: true, standard: true }))
    .transform((page): CopiedPage => ({ ...page, fields: [], standard: standardOf(page) })),
});

const isFirst = z.object({ version: z.literal(FIRST_COPY_VERSION).optional() });

/**
 * A page as it is stored, without the CSRF token. Of a position that asks nothing of its own it is of the
 * first version, so that a build that is rolled back to reads it.
 *
 * @returns its JSON, and that JSON's version
 */
export function writeCopy(page: PositionPage): { json: string; version: number } {
  const { csrfToken: _, ...copied } = page;
  if (!asksOnlyTheFirst(page)) return { json: JSON.stringify(copied), version: COPY_VERSION };
  const { fields: _fields, standard: _standard, ...first } = copied;
  return { json: JSON.stringify(first), version: FIRST_COPY_VERSION };
}

/** Whether a page's form is the specification's own, which is all that first copies know. */
const asksOnlyTheFirst = ({ fields, standard, isCvRequired, ...page }: PositionPage) =>
  fields.length === 0 &&
  standard.phone === "required" &&
  standard.cv === standardOf({ isCvRequired }).cv &&
  (["cvAccept", "cvMaxBytes", "elsewhere"] as const).every((name) => page[name] === undefined);

/** A copy as it was read: its page, and when that was made, in ms since 1970. */
export interface Copy {
  page: PositionPage;
  madeAt: number;
}

/**
 * Reads a stored copy.
 *
 * @param stored what `PositionCopy.get` answers; a build before this one may have stored it
 * @returns the copy, or the paths of the fields that are wrong, such as `page.title`, and nothing
 *   of what they hold
 */
export function readCopy(stored: unknown): Copy | { wrong: string[] } {
  const schema = isFirst.safeParse(stored).success ? firstCopySchema : copySchema;
  const result = schema.safeParse(stored);
  if (result.success) return { page: result.data.page, madeAt: result.data.madeAt };
  return { wrong: result.error.issues.map(({ path }) => path.join(".") || "(the copy)") };
}

/** A time that was stored, in ms since 1970; undefined if there is none, or no number. */
export const readTime = (stored: unknown): number | undefined => z.number().safeParse(stored).data;

export function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("not JSON");
    return z.NEVER;
  }
}

/** What builds up to 348da5b stored in place of three of the facts. */
const earlier = z.object({
  validThrough: z.string().optional().catch(undefined),
  salary: z.string().optional().catch(undefined),
  remote: z.boolean().optional().catch(undefined),
});

/** A stored page whose earlier facts are called what they are today; the others are left as they are. */
function withFacts(page: unknown): unknown {
  const { data } = earlier.safeParse(page);
  if (typeof page !== "object" || !data) return page;
  const { validThrough, salary, remote } = data;
  return {
    ...(validThrough !== undefined && { closesAt: validThrough }),
    ...(salary !== undefined && { pay: salaryOf(salary) }),
    ...(remote && { workplace: "remote" }),
    ...page,
  };
}
