import { z } from "zod";

import { factsShape } from "./fact-format.server";
import { aboutFields, fieldSchema, standardSchema } from "./field-format.server";
import type { PositionPage } from "./position-page.server";
import { storedSections } from "./sections.server";

/** The version of the copies that this build reads and writes. */
export const COPY_VERSION = 1;

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
  ownCountry: z.string().exactOptional(),
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
  sections: storedSections.exactOptional(),
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
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- TypeScript has no other comparison that is not assignability
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? Then : never;

// Does not compile ("not assignable to never") unless it is what `loadPositionPage` returns.
const copiedPageSchema: IfSame<
  z.output<typeof pageSchema>,
  CopiedPage,
  typeof pageSchema
> = pageSchema;

const copySchema = z.object({
  version: z.literal(COPY_VERSION),
  madeAt: z.number(),
  page: z.string().transform(parseJson).pipe(copiedPageSchema),
});

/** A page's JSON as it is stored, without the CSRF token. */
export function writeCopy({ csrfToken: _, ...copied }: PositionPage): string {
  return JSON.stringify(copied);
}

/** A copy as it was read: its page, and when that was made, in ms since 1970. */
export interface Copy {
  page: PositionPage;
  madeAt: number;
}

/**
 * Reads a stored copy.
 *
 * @param stored what `PositionCopy.get` answers; another build may have stored it
 * @returns the copy, or the paths of the fields that are wrong, such as `page.title`, and nothing
 *   of what they hold
 */
export function readCopy(stored: unknown): Copy | { wrong: string[] } {
  const result = copySchema.safeParse(stored);
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
